import { withheldBy } from "../../core/picking/select.ts";
import type { Task, TaskId } from "../../core/task.ts";
import { type Backlog, isTracker } from "../../ports/backlog.ts";
import { isTaken } from "../unless-taken.ts";

/**
 * Why people do not want the work of a task on the default branch any more, asked right before it goes there; null where they do. Tasks in
 * files are the run's own while it works. Rejects with BacklogError where the tracker can't be asked.
 */
export async function withheld(id: TaskId, backlog: Backlog): Promise<string | null> {
  if (!isTracker(backlog)) return null;
  try {
    const task = await (backlog.fresh?.(id) ?? listed(id, backlog));
    const why = task === null ? "it is not there any more" : withheldBy(task);
    return why === null ? null : `${id} is not to land: ${why}`;
  } catch (error) {
    if (!isTaken(error)) throw error;
    return `${id} is not to land: ${error.message}`;
  }
}

const listed = async (id: TaskId, backlog: Backlog): Promise<Task | null> =>
  (await backlog.load()).tasks.find((task) => task.id === id) ?? null;
