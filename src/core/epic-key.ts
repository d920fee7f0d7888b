import type { Task } from "./task.ts";

/** The key of a task's epic: its group, or itself where it has none. */
export const epicKey = ({ group, id }: Task): string => (group === null ? `task:${id}` : `group:${group}`);
