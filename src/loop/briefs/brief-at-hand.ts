import type { Brief } from "../../core/brief/brief.ts";
import type { Fact } from "../../core/fact.ts";
import type { TaskId } from "../../core/task.ts";
import { warned } from "../../core/texts/warned.ts";
import type { Tools } from "../tools.ts";

/**
 * The brief that is there for a task before anybody is asked: one that was made ahead, else the one that is kept. One for another
 * task is passed over; what was made ahead is gone then. A block in a kept one holds once: whoever has `begun` the task before has seen it.
 */
export async function briefAtHand(
  task: TaskId,
  begun: boolean,
  { foresight }: Pick<Tools, "foresight">,
): Promise<readonly Fact[]> {
  const ahead = foresight.takePrepared();
  if (ahead?.task_id === task) {
    await foresight.keep(ahead);
    return [briefRead(task, ahead, "ahead")];
  }
  const kept = foresight.brief();
  if (kept === null) return [];
  if (!kept.ok)
    return [warned("brief_unreadable", `.ralph/brief.json is no brief: ${kept.problem}; it is passed over`)];
  const isOver = kept.value.block !== undefined && begun;
  return kept.value.task_id === task && !isOver ? [briefRead(task, kept.value, "kept")] : [];
}

const briefRead = (task: TaskId, brief: Brief, from: "kept" | "ahead"): Fact => ({
  kind: "brief-read",
  task,
  brief,
  from,
  why: null,
});
