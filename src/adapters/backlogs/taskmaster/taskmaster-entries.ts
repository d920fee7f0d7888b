import type { Task, TaskId } from "../../../core/task.ts";
import { type Entries, type JsonReading, lostFields } from "../json-file/json-format.ts";
import { noteFor } from "../json-file/state-note.ts";
import { priorities, statusOf } from "./taskmaster-words.ts";

/* A task of Taskmaster's has no place for these. */
const homeless: readonly (readonly [field: string, has: (task: Task) => boolean])[] = [
  ["group", ({ group }) => group !== null],
  ["files", ({ files }) => files.length > 0],
  ["gate", ({ gate }) => gate.length > 0],
  ["labels", ({ labels }) => labels.length > 0],
  ["optional", ({ optional }) => optional],
];

/**
 * Tasks of another source as Taskmaster has them. Its ids are numbers: a task with another id gets the next free one and keeps its
 * own in the title; dependencies follow. Nested tasks become subtasks, one level deep.
 */
export function entriesOf(tasks: readonly Task[], { tasks: there }: JsonReading): Entries {
  const ids = new Set<string>(tasks.map(({ id }) => id));
  const rootOf = (task: Task): TaskId | null => (task.parent !== null && ids.has(task.parent) ? task.parent : null);
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const topOf = (task: Task): TaskId => {
    let top = task;
    for (let up = rootOf(top); up !== null; up = rootOf(top)) top = byId.get(up) ?? top;
    return top.id;
  };
  const under = Map.groupBy(
    tasks.filter((task) => rootOf(task) !== null),
    topOf,
  );
  const tops = tasks.filter((task) => rootOf(task) === null);
  const numbers = numbered(tops, under, new Set(there.map(({ task }) => task.id)));
  const fields = (task: Task, id: number) => ({
    id,
    title: task.id === numbers.get(task.id) ? task.title : `${task.id}: ${task.title}`,
    description: task.body,
    status: statusOf[task.state],
    priority: priorities[Math.min(Math.max(task.priority, 0), priorities.length - 1)],
    dependencies: task.deps.map((dep) => asWritten(numbers.get(dep) ?? dep)),
    details: detailsOf(task),
    testStrategy: "",
  });
  const values = tops.map((task) => ({
    ...fields(task, Number(numbers.get(task.id))),
    subtasks: (under.get(task.id) ?? []).map((child, index) => fields(child, index + 1)),
  }));
  const hasNewIds = tasks.some(({ id }) => numbers.get(id) !== id);
  const isDeep = tasks.some((task) => rootOf(task) !== null && rootOf(task) !== topOf(task));
  const lost = [...(hasNewIds ? ["id"] : []), ...(isDeep ? ["parent"] : []), ...lostFields(tasks, homeless)];
  return { values, lost };
}

/* The id that each gets, in full. */
function numbered(
  tops: readonly Task[],
  under: ReadonlyMap<TaskId, readonly Task[]>,
  taken: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const own = new Set(tops.map(({ id }) => id).filter((id) => /^[1-9]\d*$/.test(id)));
  const numbers = new Map<string, string>();
  let next = Math.max(0, ...[...taken, ...own].map((id) => Math.floor(Number(id)) || 0)) + 1;
  for (const task of tops) {
    const number = own.has(task.id) && !taken.has(task.id) ? task.id : String(next++);
    numbers.set(task.id, number);
    for (const [index, child] of (under.get(task.id) ?? []).entries()) numbers.set(child.id, `${number}.${index + 1}`);
  }
  return numbers;
}

const asWritten = (id: string): number | string => (/^\d+$/.test(id) ? Number(id) : id);

function detailsOf(task: Task): string {
  const criteria = task.acceptance.map(({ text, done }) => `- [${done ? "x" : " "}] ${text}`).join("\n");
  const note = task.reason === null ? "" : noteFor({ state: task.state, reason: task.reason });
  return [criteria, note].filter((part) => part !== "").join("\n\n");
}
