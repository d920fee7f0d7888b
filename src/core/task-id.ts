import type { TaskId } from "./task.ts";

/** The text as an id: the one door by which a source's own writing becomes one. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a brand has no other beginning
export const taskId = (text: string): TaskId => text as TaskId;
