import type { ReviewScope } from "../core/step.ts";
import type { Task } from "../core/task.ts";
import type { Tools } from "./tools.ts";

const mostTasks = 50;

/** The tasks whose work is looked at together: the claimed one, or with it those of its epic that are closed, as the backlog has them. */
export async function tasksIn(scope: ReviewScope, claimed: Task, { backlog }: Tools): Promise<readonly Task[]> {
  if (scope === "task" || claimed.group === null) return [claimed];
  const { tasks } = await backlog.load();
  const closed = tasks.filter(
    ({ id, group, state }) => group === claimed.group && state === "done" && id !== claimed.id,
  );
  return [...closed.slice(-mostTasks), claimed];
}
