/** Counters that end a run before the breaker does. They belong to one run. */
export interface Halts {
  /** Answers in a row without a usable block. */
  readonly missingBlocks: number;
  /** Exits in a row refused by other vetoes than open tasks, without progress. */
  readonly refusedExits: number;
  /** Exit claims in a row over open tasks with nothing changed. */
  readonly mismatches: number;
  /** Recommendations of iterations without progress, numbers and ids removed. */
  readonly recommendations: readonly { readonly text: string; readonly at: number }[];
}

/** What one recorded iteration means to the halts. */
export interface HaltInput {
  /** Whether the answer had a usable block; `not-owed` where none is asked of the role or the call did not end by itself. */
  readonly block: "usable" | "missing" | "not-owed";
  readonly progress: boolean;
  readonly exit: "none" | "refused-open-tasks" | "refused-else" | "accepted";
  readonly recommendation: string | null;
  readonly at: number;
}

/** Counters at the start of a run, and after progress. */
export const freshHalts: Halts = { missingBlocks: 0, refusedExits: 0, mismatches: 0, recommendations: [] };

const repeatLimit = 5;
const repeatWindowMs = 30 * 60_000;

/** The counters after an iteration. */
export function feedHalts(halts: Halts, input: HaltInput): Halts {
  if (input.progress) return freshHalts;
  return {
    missingBlocks: { usable: 0, missing: halts.missingBlocks + 1, "not-owed": halts.missingBlocks }[input.block],
    refusedExits: input.exit === "refused-else" ? halts.refusedExits + 1 : 0,
    mismatches: input.exit === "refused-open-tasks" ? halts.mismatches + 1 : 0,
    recommendations: remember(halts.recommendations, input),
  };
}

function remember(list: Halts["recommendations"], { recommendation, at }: HaltInput): Halts["recommendations"] {
  const recent = list.filter((entry) => at - entry.at <= repeatWindowMs);
  return recommendation === null ? recent : [...recent, { text: sameWords(recommendation), at }];
}

/** A recommendation without what changes from time to time: numbers, ids and times. */
export const sameWords = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/\b[a-z]+-\d+\b/g, "#")
    .replaceAll(/\b[0-9a-f]{7,40}\b/g, "#")
    .replaceAll(/\d+/g, "#")
    .replaceAll(/\s+/g, " ")
    .trim();

/** The halts that hold now. */
export function haltReasons(
  halts: Halts,
): readonly ("plan_mismatch" | "exit_refused_3x" | "no_status_block_3x" | "repeating")[] {
  const last = halts.recommendations.at(-1);
  const repeats = halts.recommendations.filter((entry) => entry.text === last?.text).length;
  return [
    ...(halts.mismatches >= 2 ? (["plan_mismatch"] as const) : []),
    ...(halts.refusedExits >= 3 ? (["exit_refused_3x"] as const) : []),
    ...(halts.missingBlocks >= 3 ? (["no_status_block_3x"] as const) : []),
    ...(repeats >= repeatLimit ? (["repeating"] as const) : []),
  ];
}
