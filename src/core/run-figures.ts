import type { RunView } from "./summary.ts";

/** The figures over all iterations: the one place that counts. */
export function figuresOf({ iterations, parked, state, tokens }: RunView) {
  const worked = iterations.filter((iteration) => !iteration.isRepair);
  const distinct = (of: readonly { task: string }[]): number => new Set(of.map((entry) => entry.task)).size;
  return {
    counts: {
      attempted: distinct(worked),
      landed: worked.filter((iteration) => iteration.outcome === "landed").length,
      verified: worked.filter((iteration) => iteration.outcome === "verified").length,
      blocked: distinct(parked.filter((entry) => entry.state === "blocked")),
      escalated: distinct(parked.filter((entry) => entry.state === "needs_human")),
      open: state.lastStanding?.notClosed ?? 0,
    },
    cost: {
      usd: state.spent.costUsd,
      estimated: state.spent.costEstimated,
      tokensIn: tokens.in,
      tokensOut: tokens.out,
      tokensCached: tokens.cached,
    },
  };
}
