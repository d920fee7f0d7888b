import type { FactOf, IssueCounts } from "../../core/fact.ts";
import type { Policy } from "../../core/policy.ts";
import type { Iteration, State } from "../../core/state.ts";
import { isClosed, type Task, type TaskId } from "../../core/task.ts";
import { closedPlaces } from "../../core/tracker/issue.ts";
import { cleanupOf } from "../../core/tracker/own-account.ts";
import type { Backlog } from "../../ports/backlog.ts";
import { closeTask } from "../landing/close-task.ts";
import type { Tools } from "../tools.ts";

const countsOf = (tasks: readonly Task[]): IssueCounts => ({
  open: tasks.filter((task) => !isClosed(task)).length,
  done: tasks.filter(({ state }) => state === "done").length,
});

/** What a reading of the backlog tells of issues that agents have to close; nothing where the harness writes and none are left. */
export function trackerIn(state: State, tasks: readonly Task[]): Pick<FactOf<"backlog-read">, "tracker"> {
  if (state.policy.tracker !== "agent" && cleanupOf(state).length === 0) return {};
  const open = new Set(tasks.filter((task) => !isClosed(task)).map(({ id }) => id));
  return { tracker: { ...countsOf(tasks), cleanup: cleanupOf(state).filter((id) => open.has(id)) } };
}

/** Closes what agents of an earlier run have left open, where the harness writes now. */
export async function closeLeftOpen(state: State, { backlog, run }: Pick<Tools, "backlog" | "run">): Promise<void> {
  const left = cleanupOf(state);
  if (state.policy.tracker === "agent" || left.length === 0) return;
  const open = new Set((await backlog.load()).tasks.filter((task) => !isClosed(task)).map(({ id }) => id));
  for (const id of left.filter((one) => open.has(one))) {
    const told = { marker: `${run}/${id}/cleanup`, text: "Done: the work landed in an earlier run." };
    await closeTask({ id, nested: [], told }, { backlog });
  }
}

/** The tracker after a call of an agent that writes to it: its issue and those that it was to close, and the counts. */
export async function lookAtTracker(
  state: State,
  { claim }: Iteration,
  backlog: Backlog,
): Promise<Pick<FactOf<"work-measured">, "tracker">> {
  if (state.policy.tracker !== "agent" || backlog.look === undefined) return {};
  const own = claim.repair ? [] : [claim.task.id];
  const issues = await backlog.look([...new Set([...own, ...cleanupOf(state)])]);
  const now = countsOf((await backlog.load()).tasks);
  return { tracker: { issues: [...issues], before: state.counts ?? now, now } };
}

/** Whether an agent still has to close the issue of work that has landed; nothing where the harness writes. */
export async function dueClosing(
  { tracker }: Policy,
  task: TaskId,
  backlog: Backlog,
): Promise<Pick<FactOf<"work-landed">, "closing">> {
  if (tracker !== "agent" || backlog.look === undefined) return {};
  const [seen] = await backlog.look([task]);
  return seen === undefined || closedPlaces.has(seen.place) ? {} : { closing: "due" };
}
