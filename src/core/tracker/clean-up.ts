import { isBlameless } from "../outcome-kind.ts";
import { plainTask } from "../plain-task.ts";
import { callBy, madeAgain, type Work } from "../playbooks/again.ts";
import { type Iteration, nextCall, type State } from "../state.ts";
import type { Step } from "../step.ts";
import type { Task, TaskId } from "../task.ts";
import { cleanupOf } from "./own-account.ts";

/**
 * The claim of an iteration that closes issues and does nothing else: there is nothing left to pick, so that no other prompt would name
 * them. Null where none is due, or where each was asked for in such an iteration before.
 */
export function cleanupClaim(state: State): Step | null {
  const { policy, backlog, cleanupAsked } = state;
  const due = cleanupOf(state);
  const isDue = policy.tracker === "agent" && backlog !== null && backlog.pick === null;
  return isDue && due.some((id) => !cleanupAsked.includes(id)) ? { do: "claim", cleanup: due } : null;
}

/** What such an iteration wants next: one call, and a look at what has become of the issues. */
export function cleanUp(state: State, iteration: Iteration): Step {
  const call = iteration.calls.at(-1);
  const work = close(iteration);
  if (call === undefined) return (state.wishes.stop === "now" ? null : callBy(state, work)) ?? { do: "record" };
  const back = isBlameless(call.outcome) ? madeAgain(state, iteration, work) : null;
  return back ?? (iteration.measured === null ? { do: "measure", call: call.call } : { do: "record" });
}

const close = (iteration: Iteration): Work => ({
  do: "work",
  role: "implementer",
  round: 1,
  call: nextCall(iteration),
  purpose: "task",
});

/** True for an iteration after which fewer issues have to be closed. */
export const hasClosed = ({ claim, measured }: Iteration): boolean =>
  claim.cleanup !== undefined && (measured?.tracker?.issues ?? []).some(({ place }) => place === "done");

/** The task that stands for it: none of the backlog's. */
export const cleanupTask = (cleanup: readonly TaskId[]): Task =>
  plainTask("linear-cleanup", `close what has landed: ${cleanup.join(", ")}`);
