import { leastModels, compareModels } from "../../core/crew/model-tier.ts";
import type { Role } from "../../core/outcome.ts";
import type { Config } from "../../config/schema.ts";

/** Who is to play what in a crew, as the configuration writes it: `KIND`, `KIND:MODEL` or `KIND:TIER`; `own`: as the role says. */
export interface CrewWanted {
  readonly strong: string;
  readonly fast: string;
  /** Null: whoever was the implementer. */
  readonly fixer: string | null;
  readonly reviewers: readonly string[];
  readonly judges: readonly string[];
}

/** Stands for the agent that the role's own settings name. */
export const ownSeat = "own";

/** Programs of the three families whose tiers have a baseline, in the order in which reviewers and judges are looked for. */
const reviewersByDefault = ["gemini:strong", "codex:strong", "claude:strong"];
const judgesByDefault = ["codex:strong", "gemini:strong", "claude:strong"];

/**
 * The crew that the configuration asks for. What it names goes before all; where it names nothing, an agent with tiers gets the usual
 * crew of three families, and any other agent plays every role itself.
 */
export function crewWanted(config: Config): CrewWanted {
  const { crew, agent } = config;
  const isNamed = (role: Role): boolean => {
    const { kind, command, model, family } = config.roles[role];
    return kind !== null || command !== null || model !== null || family !== null;
  };
  const hasTiers = leastModels[`${agent.kind}:strong`] !== undefined && agent.command === null;
  const tier = (name: string): string =>
    isNamed("implementer") || agent.model !== null || leastModels[`${agent.kind}:${name}`] === undefined
      ? ownSeat
      : `${agent.kind}:${name}`;
  const strong = crew.strong ?? (hasTiers ? tier("strong") : ownSeat);
  const others = (named: readonly string[], role: Role, usual: readonly string[]): readonly string[] => {
    if (named.length > 0) return named;
    return isNamed(role) || !hasTiers ? [ownSeat] : usual;
  };
  return {
    strong,
    fast: crew.fast ?? (hasTiers ? tier("fast") : strong),
    fixer: isNamed("fixer") ? ownSeat : null,
    reviewers: others(crew.reviewers, "reviewer", reviewersByDefault),
    judges: others(crew.judges, "judge", judgesByDefault),
  };
}

/** Where another model plays than the one that a tier stands for by itself, or is configured to. */
export function tierNotes({ agents }: Config): readonly string[] {
  return Object.entries(agents.tiers).flatMap(([tier, model]) => {
    const least = leastModels[tier];
    const compared = least === undefined ? "same" : compareModels(model, least);
    if (least === undefined || compared === "same") return [];
    return compared === "older"
      ? [`${model} is older than ${least}, the least for ${tier}: ${least} is used`]
      : [`${model} stands for ${tier} in the place of ${least}`];
  });
}
