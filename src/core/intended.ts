import type { Iteration } from "./state.ts";
import type { Step } from "./step.ts";

/** The iteration once a step was intended: who is at the tree with it, and when its landing or parking was first begun. */
export const intended = (it: Iteration, step: Step, at: number): Iteration => ({
  ...it,
  guests: guestsOf[step.do] ?? null,
  closingAt: it.closingAt ?? (step.do === "land" || step.do === "park" ? at : null),
});

const guestsOf: Partial<Record<Step["do"], Iteration["guests"]>> = {
  brief: "coordinator",
  review: "judges",
  simplify: "simplifier",
};
