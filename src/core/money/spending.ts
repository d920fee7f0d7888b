import { totalTokens } from "../outcome.ts";
import type { FactOf } from "../fact.ts";

/** What calls of one role by one agent and model have used. `costUsd` null: nobody said what any of them costs. */
export interface Spending {
  readonly role: string;
  readonly agent: string;
  /** Null: the program's own default, which it did not name. */
  readonly model: string | null;
  readonly calls: number;
  readonly tokens: number;
  readonly costUsd: number | null;
  readonly costEstimated: boolean;
  /** Calls of which nobody knows what they cost. */
  readonly unknownCalls: number;
  readonly timeMs: number;
}

type Call = Pick<
  FactOf<"agent-finished">,
  "role" | "agent" | "model" | "usage" | "costUsd" | "costEstimated" | "durationMs"
>;

/** The spending with one call more; a row for each role, agent and model, in the order of their first calls. */
export function withCall(rows: readonly Spending[], call: Call): readonly Spending[] {
  const isSame = ({ role, agent, model }: Spending): boolean =>
    role === call.role && agent === call.agent && model === call.model;
  const before = rows.find(isSame);
  const after = added(before ?? nothing(call), call);
  return before === undefined ? [...rows, after] : rows.map((row) => (row === before ? after : row));
}

const nothing = ({ role, agent, model }: Call): Spending => ({
  role,
  agent,
  model,
  calls: 0,
  tokens: 0,
  costUsd: null,
  costEstimated: false,
  unknownCalls: 0,
  timeMs: 0,
});

const added = (row: Spending, { usage, costUsd, costEstimated, durationMs }: Call): Spending => ({
  ...row,
  calls: row.calls + 1,
  tokens: row.tokens + (usage === null ? 0 : totalTokens(usage)),
  costUsd: costUsd === null ? row.costUsd : (row.costUsd ?? 0) + costUsd,
  costEstimated: row.costEstimated || (costUsd !== null && costEstimated),
  unknownCalls: row.unknownCalls + (costUsd === null ? 1 : 0),
  timeMs: row.timeMs + durationMs,
});
