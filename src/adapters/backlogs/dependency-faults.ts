import { isClosed, type Task, type TaskId } from "../../core/task.ts";
import type { BacklogFault } from "../../ports/backlog.ts";
import { nearIds } from "./near-ids.ts";

/** Gives the ids themselves and whatever waits for them, directly or not; each waiting task is told of once only. */
export type HeldBack = (ids: readonly TaskId[]) => readonly TaskId[];

/** Follows dependencies backwards over all tasks. The cost of all answers together is linear in tasks and dependencies. */
export function heldBackBy(tasks: readonly Task[]): HeldBack {
  const waiting = new Map<TaskId, TaskId[]>();
  for (const task of tasks) {
    for (const dep of task.deps) {
      const known = waiting.get(dep);
      if (known === undefined) waiting.set(dep, [task.id]);
      else known.push(task.id);
    }
  }
  const told = new Set<TaskId>();
  return (ids) => {
    const found = new Set(ids);
    for (const id of found) {
      for (const next of waiting.get(id) ?? []) if (!told.has(next)) found.add(next);
      told.add(id);
    }
    return [...found];
  };
}

/** Ids used twice, dependencies on nothing, and dependencies in a circle, each at its place. Same for every source. */
export function dependencyFaults(tasks: readonly Task[], heldBack: HeldBack): readonly BacklogFault[] {
  const ids = new Set(tasks.map(({ id }) => id));
  const repeated = ids.size < tasks.length ? duplicates(tasks, heldBack) : [];
  if (tasks.every(({ deps }) => deps.length === 0)) return repeated;
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return [...repeated, ...unknowns(tasks, byId, heldBack), ...circles(tasks, byId, heldBack)];
}

const lineWords = (task: Task): string => ("url" in task.source ? task.source.url : `${task.source.line}`);

const faultAt = (task: Task, fault: Pick<BacklogFault, "code" | "message" | "hint" | "tasks">): BacklogFault =>
  "url" in task.source
    ? { ...fault, severity: "error", file: task.source.url, line: null }
    : { ...fault, severity: "error", file: task.source.file, line: task.source.line };

function duplicates(tasks: readonly Task[], heldBack: HeldBack): BacklogFault[] {
  return [...Map.groupBy(tasks, (task) => task.id)].flatMap(([id, same]) => {
    if (same.length < 2) return [];
    const held = heldBack([id]);
    const message = `The id ${id} is used ${same.length} times (lines ${same.map(lineWords).join(", ")}).`;
    const hint = "Give each of these tasks an id of its own.";
    return same.map((task) => faultAt(task, { code: "duplicate-id", message, hint, tasks: held }));
  });
}

/* Looking for near ids goes over all of them: a backlog that is wrong throughout is not searched for each. */
const mostSuggested = 20;

function unknowns(tasks: readonly Task[], byId: ReadonlyMap<TaskId, Task>, heldBack: HeldBack): BacklogFault[] {
  let suggested = 0;
  const hintFor = (gone: readonly TaskId[]): string => {
    const near = suggested++ < mostSuggested ? gone.flatMap((dep) => nearIds(dep, [...byId.keys()])) : [];
    const cure = "Correct the id, add the missing task, or drop the dependency.";
    return near.length === 0 ? cure : `Did you mean ${near.join(", ")}? ${cure}`;
  };
  return tasks.flatMap((task) => {
    const gone = task.deps.length === 0 || isClosed(task) ? [] : task.deps.filter((dep) => !byId.has(dep));
    if (gone.length === 0) return [];
    return faultAt(task, {
      code: "unknown-dependency",
      message: `${task.id} depends on ${gone.join(", ")}, which the backlog does not have.`,
      hint: hintFor(gone),
      tasks: heldBack([task.id]),
    });
  });
}

function circles(tasks: readonly Task[], byId: ReadonlyMap<TaskId, Task>, heldBack: HeldBack): BacklogFault[] {
  return circlesIn(tasks, byId).flatMap((circle) => {
    const first = circle[0];
    if (first === undefined) return [];
    return faultAt(first, {
      code: "dependency-cycle",
      message: `These tasks wait for each other: ${[...circle, first].map((task) => task.id).join(" → ")}.`,
      hint: "Drop one of these dependencies.",
      tasks: heldBack(circle.map((task) => task.id)),
    });
  });
}

/* Depth first without recursion, so that a chain of any length is walked. A circle is what lies on the path again. */
function circlesIn(tasks: readonly Task[], byId: ReadonlyMap<TaskId, Task>): Task[][] {
  const done = new Set<Task>();
  const found: Task[][] = [];
  for (const root of tasks) {
    if (root.deps.length === 0 || done.has(root)) continue;
    const path: { task: Task; dep: number }[] = [{ task: root, dep: 0 }];
    const places = new Map<Task, number>([[root, 0]]);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const id = isClosed(top.task) ? undefined : top.task.deps[top.dep++];
      if (id === undefined) {
        done.add(top.task);
        places.delete(top.task);
        path.pop();
        continue;
      }
      const next = byId.get(id);
      if (next === undefined || next.deps.length === 0 || done.has(next)) continue;
      const at = places.get(next);
      if (at === undefined) {
        places.set(next, path.length);
        path.push({ task: next, dep: 0 });
      } else found.push(path.slice(at).map((step) => step.task));
    }
  }
  return found;
}
