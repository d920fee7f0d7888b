import type { TaskId } from "../task.ts";
import type { Selection } from "./select.ts";

/** A hint that an optimiser has left, and why it is not followed; null where it is. */
export interface HintFound {
  readonly id: TaskId;
  readonly whyNot: string | null;
}

/** What becomes of a hint by a choice; null where there is none. */
export function hintFound(id: TaskId | null, { task, others }: Selection): HintFound | null {
  if (id === null) return null;
  if (task?.id === id) return { id, whyNot: null };
  return { id, whyNot: others.find((other) => other.id === id)?.whyNot ?? "no open task has this id" };
}
