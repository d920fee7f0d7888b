import type { Task, TaskState } from "../task.ts";

/** How a label holds a task back, on every source: the state that it comes to, and why. */
export interface HeldByLabel {
  readonly state: "blocked" | "needs_human";
  readonly reason: string;
}

/** What `blocked`, `blocked: why` or `needs-human` among its labels make of a task; null: none of them is there. */
export function heldByLabel({ labels }: Pick<Task, "labels">): HeldByLabel | null {
  for (const label of labels) {
    const [, name, reason] = /^(blocked|needs-human)(?::\s*(.*))?$/i.exec(label.trim()) ?? [];
    if (name === undefined) continue;
    const state = name.toLowerCase() === "blocked" ? "blocked" : "needs_human";
    return { state, reason: reason ?? `label ${label.trim()}` };
  }
  return null;
}

/** The state of a task for whoever counts: an open one that a label holds back stands as the label says. */
export const standingState = (task: Pick<Task, "labels" | "state">): TaskState =>
  task.state === "todo" ? (heldByLabel(task)?.state ?? task.state) : task.state;
