import type { FactOf } from "../fact.ts";
import type { JudgingRole } from "../judging-roles.ts";
import { epicOf, type Iteration, type State } from "../state.ts";

type Claim = FactOf<"task-claimed">;

/** Who judges the end of an epic of several tasks, where a person has not said who. The tester is the gate itself. */
const usualJudges: readonly JudgingRole[] = ["reviewer", "validator"];

/** True where this iteration's work closes an epic, or is large enough to be judged like one. */
const isJudged = ({ claim }: Iteration): boolean => !claim.repair && (claim.boundary || claim.task.large);

/**
 * Who judges this iteration's work beside the gate. An epic of one small task is left to the gate, unless a person has named
 * judges; one in which nothing was changed has nothing to be judged.
 */
export function judgesOf(state: State, iteration: Iteration): readonly JudgingRole[] {
  const { policy } = state;
  const { review } = policy;
  const { claim } = iteration;
  if (review === undefined || !isJudged(iteration) || !hasChanges(state, iteration)) return [];
  if (review.roles !== null)
    return [...new Set<JudgingRole>([...review.roles, ...(review.program ? (["validator"] as const) : [])])];
  const isLargeEnough = claim.task.large || (claim.groupSize ?? 1) > 1;
  if (policy.qa === "epic" && isLargeEnough) return usualJudges;
  return review.program ? ["validator"] : [];
}

/** True where the simplifier goes over an epic that has passed: without a gate nobody could tell what it has broken. */
export const isSimplified = (state: State, iteration: Iteration): boolean =>
  state.policy.simplify &&
  state.policy.gated &&
  state.policy.qa === "epic" &&
  iteration.claim.boundary &&
  !iteration.claim.repair &&
  hasChanges(state, iteration);

/** What is judged together: all of the epic at its end, else the task alone. */
export const scopeOf = ({ claim }: Iteration): "epic" | "task" => (claim.boundary ? "epic" : "task");

/** The commit that what is judged began with. An epic begins with the first of its tasks that this run has claimed. */
export const startOf = (state: State, { claim }: Iteration): string =>
  claim.boundary ? (epicOf(state, claim)?.startHead ?? claim.startHead) : claim.startHead;

const hasChanges = (state: State, { claim, measured }: Iteration): boolean =>
  measured === null || measured.workChanges.length > 0 || (claim.boundary && hasLanded(state, claim));

const hasLanded = (state: State, claim: Claim): boolean => epicOf(state, claim)?.changed === true;
