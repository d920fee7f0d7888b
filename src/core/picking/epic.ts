import { isClosed, type Task, type TaskId } from "../task.ts";

/** The open tasks nested under a task, at any depth, the deepest first: what is to be closed before it. */
export function openNested(tasks: readonly Task[], id: TaskId): readonly TaskId[] {
  const family = new Set([id]);
  const nested: TaskId[] = [];
  const children = Map.groupBy(
    tasks.filter((task) => task.parent !== null),
    (task) => task.parent,
  );
  for (const parent of family) {
    for (const child of children.get(parent) ?? []) {
      if (family.has(child.id)) continue;
      family.add(child.id);
      if (!isClosed(child)) nested.push(child.id);
    }
  }
  return nested.toReversed();
}

/** How many tasks its group has, closed ones too, what is nested under others left out; 1 for a task without a group. */
export function groupSize(tasks: readonly Task[], id: TaskId): number {
  const group = tasks.find((each) => each.id === id)?.group ?? null;
  return group === null ? 1 : tasks.filter((each) => each.group === group && each.parent === null).length;
}

/**
 * Whether a task is the last open one of its group, what is nested under it aside: true when closing it closes the
 * epic. A blocked or parked task is open. A task without a group is an epic of its own; an unknown id is none.
 */
export function isEpicBoundary(tasks: readonly Task[], id: TaskId): boolean {
  const task = tasks.find((each) => each.id === id);
  if (task === undefined) return false;
  if (task.group === null) return true;
  const own = new Set([id, ...openNested(tasks, id)]);
  return !tasks.some((each) => each.group === task.group && !isClosed(each) && !own.has(each.id));
}
