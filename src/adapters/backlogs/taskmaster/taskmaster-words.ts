import type { TaskState } from "../../../core/task.ts";

/** Taskmaster's word for each state. */
export const statusOf: Readonly<Record<TaskState, string>> = {
  todo: "pending",
  in_progress: "in-progress",
  done: "done",
  blocked: "blocked",
  needs_human: "review",
  deferred: "deferred",
  cancelled: "cancelled",
};

/** Its priorities, the most urgent first. */
export const priorities: readonly string[] = ["critical", "high", "medium", "low"];
