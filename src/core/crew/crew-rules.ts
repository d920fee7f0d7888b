import type { RiskRules } from "./risk.ts";

/** How a crew works, as data. */
export interface CrewRules {
  /** Rounds of review before a person is asked. */
  readonly rounds: number;
  readonly risk: RiskRules;
  /** Whether a judge grades what has landed. */
  readonly judge: boolean;
  /** True where there is something to do before the first gate: paths to clean, commands to make the repository ready. */
  readonly prepares: boolean;
}

/** What holds where a run says nothing of it. */
export const usualCrew: CrewRules = { rounds: 3, risk: { paths: [], keywords: [] }, judge: true, prepares: false };
