import type { TaskState } from "../../../core/task.ts";
import { oneLine } from "../issue-criteria.ts";
import type { GithubIssue } from "./github-issue.ts";

/** Labels that carry the state of an open issue. One without any is to be done. */
export const stateLabels = {
  in_progress: "ralph:in-progress",
  blocked: "ralph:blocked",
  needs_human: "ralph:needs-human",
  deferred: "ralph:deferred",
} as const satisfies Partial<Readonly<Record<TaskState, string>>>;

/** A state that an open issue has by a label. */
export type LabelledState = keyof typeof stateLabels;

/* What waits for a person comes before what is merely begun. */
const order: readonly LabelledState[] = ["needs_human", "blocked", "deferred", "in_progress"];

/** True for a label that carries a state. */
export const isStateLabel = (label: string): boolean =>
  Object.values(stateLabels).some((name) => name === label.toLowerCase());

/** How an issue stands as a task. */
export function stateOf({ isOpen, reason, labels }: Pick<GithubIssue, "isOpen" | "reason" | "labels">): TaskState {
  if (!isOpen) return isDropped(reason) ? "cancelled" : "done";
  return order.find((state) => labels.some((label) => label.toLowerCase() === stateLabels[state])) ?? "todo";
}

/** True for an issue that was closed without being done. */
export const isDropped = (reason: string | null): boolean => reason === "not_planned" || reason === "duplicate";

/** A state that goes with a reason, which stands in a comment. */
export type WaitingState = Exclude<LabelledState, "in_progress">;

const words: Readonly<Record<WaitingState, string>> = {
  blocked: "Blocked",
  needs_human: "Needs a person",
  deferred: "Put off",
};

/** True for a state that goes with a reason. */
export const isWaiting = (state: TaskState): state is WaitingState => state in words;

/** What the comment with a reason begins with. */
export const reasonText = (state: WaitingState, reason: string): string => `**${words[state]}:** ${reason}`;

/** The reason in the newest comment that gives one for a state, on one line; null where there is none. */
export function reasonIn(comments: readonly string[], state: WaitingState): string | null {
  const form = new RegExp(String.raw`^\*\*${words[state]}:\*\*\s+([\s\S]*?)\s*<!-- ralph: [^>]*-->\s*$`);
  const reasons = comments.flatMap((body) => form.exec(body)?.[1] ?? []);
  const line = oneLine(reasons.at(-1) ?? "");
  return line === "" ? null : line;
}
