import { taskId } from "../../core/task-id.ts";
import type { Criterion, Task, TaskState } from "../../core/task.ts";

type TasksRead =
  | { readonly ok: true; readonly value: readonly Task[] }
  | { readonly ok: false; readonly problem: string };

const states: readonly TaskState[] = ["todo", "in_progress", "done", "blocked", "needs_human", "deferred", "cancelled"];

/** Reads a JSON array of tasks as `ralph plan list --json` prints it. Id and title have to be there; the rest has its default. */
export function readTasks(text: string): TasksRead {
  const value = parsed(text);
  if (!Array.isArray(value)) return { ok: false, problem: "it is no JSON array." };
  const tasks: Task[] = [];
  for (const [index, each] of value.entries()) {
    const task = taskOf(each);
    if (task === null)
      return { ok: false, problem: `entry ${index + 1} is no task: it needs an id and a title, both text.` };
    tasks.push(task);
  }
  return { ok: true, value: tasks };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function taskOf(value: unknown): Task | null {
  if (typeof value !== "object" || value === null) return null;
  const field = new Map<string, unknown>(Object.entries(value));
  const [id, title] = [textIn(field, "id"), textIn(field, "title")];
  if (id === null || title === null) return null;
  const parent = textIn(field, "parent");
  const priority = field.get("priority");
  return {
    id: taskId(id),
    title,
    state: states.find((state) => state === field.get("state")) ?? "todo",
    reason: textIn(field, "reason"),
    priority: typeof priority === "number" ? priority : 2,
    deps: listIn(field, "deps").map(taskId),
    group: textIn(field, "group"),
    parent: parent === null ? null : taskId(parent),
    labels: listIn(field, "labels"),
    files: listIn(field, "files"),
    body: textIn(field, "body") ?? "",
    acceptance: criteriaIn(field.get("acceptance")),
    gate: listIn(field, "gate"),
    source: { file: "", line: 0 },
    optional: field.get("optional") === true,
    large: field.get("large") === true,
  };
}

function textIn(field: ReadonlyMap<string, unknown>, name: string): string | null {
  const value = field.get(name);
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

function listIn(field: ReadonlyMap<string, unknown>, name: string): readonly string[] {
  const value = field.get(name);
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];
}

function criteriaIn(value: unknown): readonly Criterion[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: unknown): readonly Criterion[] => {
    if (typeof each === "string") return [{ text: each, done: false }];
    if (typeof each !== "object" || each === null || !("text" in each) || typeof each.text !== "string") return [];
    return [{ text: each.text, done: "done" in each && each.done === true }];
  });
}
