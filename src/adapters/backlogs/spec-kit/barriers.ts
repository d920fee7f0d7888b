import { isClosed, type Task, type TaskId } from "../../../core/task.ts";
import { markdownLines } from "../markdown-lines.ts";

const checkpoint = /^\s*(?:[-*+>]\s+)?\*\*checkpoint\b/i;

/**
 * The tasks with what holds them back at a **Checkpoint** line: nothing behind one is worked while a task before it is open. Named
 * is the first such task alone; when that is closed, the next one takes its place. So the cost stays linear.
 */
export function withBarriers(tasks: readonly Task[], text: string): readonly Task[] {
  const lines = markdownLines(text).flatMap(({ place, text: words, line }) =>
    place === "text" && checkpoint.test(words) ? [line] : [],
  );
  if (lines.length === 0) return tasks;
  const firstOpen = tasks.find((task) => !isClosed(task) && task.parent === null);
  const holder = firstOpen === undefined ? null : { id: firstOpen.id, line: lineOf(firstOpen) };
  return tasks.map((task) => {
    if (holder === null || isClosed(task)) return task;
    const barrier = lines.findLast((line) => line < lineOf(task));
    return barrier === undefined || barrier < holder.line ? task : { ...task, deps: joined(task.deps, holder.id) };
  });
}

const lineOf = ({ source }: Task): number => ("line" in source ? source.line : 0);

const joined = (deps: readonly TaskId[], id: TaskId): readonly TaskId[] => (deps.includes(id) ? deps : [...deps, id]);
