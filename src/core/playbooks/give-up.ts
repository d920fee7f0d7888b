import type { FactOf } from "../fact.ts";
import { failureOf, mergeFailureLimit } from "../merging/merges.ts";
import { isBlameless } from "../outcome-kind.ts";
import { overTaskCap, spentOfRun } from "../stopping/budgets.ts";
import { questionOf } from "../stopping/iteration-meaning.ts";
import type { Iteration, State } from "../state.ts";
import { hasClosed } from "../tracker/clean-up.ts";
import { trailOf } from "../state.ts";
import { deniedText, isKeptByProgram } from "../texts/denied-call.ts";
import type { ParkedState, Step } from "../step.ts";

/** The iteration ends without a landing: the tick goes back, and a task that has got nowhere is set aside. */
export function giveUp(state: State, iteration: Iteration): Step {
  const why = parkingReason(state, iteration);
  if (why !== null && !iteration.claim.repair) return park(iteration, "needs_human", why.reason, why.question);
  // A landing that was refused had closed the task already, where the harness closes.
  const isClosed = iteration.measured?.tick === "kept" || iteration.refusedLandings.length > 0;
  return isClosed && !iteration.withdrawn ? { do: "withdraw" } : { do: "record" };
}

function parkingReason(state: State, iteration: Iteration): { reason: string; question: string | null } | null {
  const call = iteration.calls.at(-1);
  const spent = spentOfRun(state);
  if (state.fatal !== null || state.wishes.stop === "now" || spent.includes("time")) return null;
  if (call === undefined || isBlameless(call.outcome)) return null;
  const trail = trailOf(state, iteration.claim.task);
  const over = overTaskCap(state, iteration);
  if (over !== null) return { reason: over, question: null };
  // A call that the run's own bound has cut off says nothing about its task.
  if (madeProgress(iteration) || (call.outcome === "budget" && spent.length > 0)) return null;
  const kept = iteration.calls.flatMap(({ denials }) => denials).find(isKeptByProgram);
  if (kept !== undefined) return { reason: deniedText(kept), question: null };
  const question = questionOf(iteration);
  if (question !== null) return trail.questions >= 1 ? { reason: "asked twice and changed nothing", question } : null;
  return trail.idle >= 1 ? { reason: "no_progress", question: null } : null;
}

/** What a block that says BLOCKED names as the reason; null for any other answer. */
export function blockerIn({ answer }: Iteration): string | null {
  const block = answer?.reading.usable === true ? answer.reading.block : null;
  if (block?.status !== "BLOCKED") return null;
  return block.recommendation.replace(/^blocked:?\s*/i, "") || "no blocker was named";
}

/** True for work that can't be proven as it is: in conflict, or with commits that were pushed past any review. */
export const isUnfit = ({ conflicts = [], pushedPast = [] }: FactOf<"work-measured">): boolean =>
  conflicts.length + pushedPast.length > 0;

/** True once the iteration has come to its end: its work has landed, waits in a pull request, or was set aside. */
export const isOver = ({ landed, waiting, parked }: Iteration): boolean =>
  landed !== null || waiting !== null || parked !== null;

/** True for a landing that people have refused: nobody mends that. */
export const isForPeople = ({ why }: FactOf<"landing-refused">): boolean => why === "closed" || why === "withheld";

/** Sets a task aside whose pull request failed too often to be mended once more; null where it may be tried again. */
export function afterMergeFailures(state: State, iteration: Iteration): Step | null {
  const { task } = iteration.claim;
  const failure = failureOf(state, task.id);
  if (failure === null || trailOf(state, task).landingRefusals < mergeFailureLimit) return null;
  const reason = `its pull request #${failure.pr} could not be merged ${mergeFailureLimit} times (${failure.result}): ${failure.message}`;
  return park(iteration, "needs_human", reason);
}

/**
 * Progress is measured: something but the backlog's own file differs from when the iteration began, the task landed, or issues were
 * closed where that was all there was to do.
 */
export const madeProgress = (iteration: Iteration): boolean =>
  iteration.landed !== null ||
  hasClosed(iteration) ||
  (iteration.measured?.changes ?? []).some((change) => !iteration.measured?.backlogFiles.includes(change.path));

/** The step that sets the claimed task aside. */
export const park = (
  iteration: Iteration,
  state: ParkedState,
  reason: string,
  question: string | null = null,
): Step => ({
  do: "park",
  task: iteration.claim.task.id,
  state,
  reason,
  question,
});
