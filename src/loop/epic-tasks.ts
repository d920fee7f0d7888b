import type { ReviewScope } from "../core/step.ts";
import type { Task } from "../core/task.ts";
import type { State } from "../core/state.ts";
import { knownBacklog } from "./tracker/known-backlog.ts";
import type { Tools } from "./tools.ts";

const mostTasks = 50;

/** The tasks whose work is looked at together: the claimed one, or with it those of its epic that are closed, as the backlog has them. */
export async function tasksIn(
  scope: ReviewScope,
  claimed: Task,
  state: State,
  tools: Pick<Tools, "backlog">,
): Promise<readonly Task[]> {
  if (scope === "task" || claimed.group === null) return [claimed];
  const { tasks } = await knownBacklog(state, tools);
  const closed = tasks.filter(
    (task) => task.group === claimed.group && task.state === "done" && task.id !== claimed.id,
  );
  return [...closed.slice(-mostTasks), claimed];
}
