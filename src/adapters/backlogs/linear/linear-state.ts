import type { TaskState } from "../../../core/task.ts";
import type { IssuePlace } from "../../../core/tracker/issue.ts";
import { type LinearIssue, reasonMark } from "./asking/linear-issue.ts";

/** An issue's state as a task's, and why it waits. */
export interface IssueState {
  readonly state: TaskState;
  readonly reason: string | null;
}

/** Labels by which an issue waits, and the words of our comments that go with them. */
export const waitingLabels = { blocked: "blocked", needs_human: "needs-human" } as const;

/** A state in which a task waits. */
export type WaitingState = keyof typeof waitingLabels;

const byType: Readonly<Record<string, TaskState>> = {
  backlog: "todo",
  unstarted: "todo",
  started: "in_progress",
  completed: "done",
  canceled: "cancelled",
  duplicate: "cancelled",
  triage: "deferred",
};

const places: Readonly<Record<string, IssuePlace>> = {
  triage: "triage",
  backlog: "backlog",
  unstarted: "todo",
  started: "in_progress",
  completed: "done",
  canceled: "canceled",
  duplicate: "duplicate",
};

/** Where an issue stands, by its workflow state; null for a type that is not known. */
export const placeOf = ({ state }: LinearIssue): IssuePlace | null =>
  isReview(state) ? "in_review" : (places[state.type] ?? null);

/** The types of workflow states that a person alone moves issues into and out of. */
export const closedByPeople: ReadonlySet<string> = new Set(["canceled", "duplicate"]);

/** The state of an issue, by the type of its workflow state and by its labels; null for a type that is not known. */
export function stateOf(issue: LinearIssue): IssueState | null {
  const state = byType[issue.state.type];
  if (state === undefined) return null;
  if (state === "deferred") return { state, reason: "it is in triage" };
  if (state === "done" || state === "cancelled") return { state, reason: null };
  const label = waitingLabel(issue);
  if (label === null) return { state, reason: null };
  return { state: label.state, reason: label.reason ?? reasonIn(issue, label.state) };
}

/** True for a state in which work is looked at by people: it is nobody's to go on with. */
export const isReview = ({ name, type }: { readonly name: string; readonly type: string }): boolean =>
  type === "started" && /\breview\b/i.test(name);

function waitingLabel({
  labels,
}: LinearIssue): { readonly state: WaitingState; readonly reason: string | null } | null {
  const found = labels.nodes.flatMap(({ name }) => {
    const [, word, reason] = waiting.exec(name.trim()) ?? [];
    if (word === undefined) return [];
    const state: WaitingState = word.toLowerCase() === "blocked" ? "blocked" : "needs_human";
    return [{ state, reason: reason === undefined || reason === "" ? null : reason }];
  });
  return found.find(({ state }) => state === "needs_human") ?? found[0] ?? null;
}

/** A label that makes an issue wait, with what stands behind its colon. */
const waiting = /^(blocked|needs-human)(?::\s*(.*))?$/i;

/** True for a label that makes an issue wait. */
export const isWaitingLabel = (name: string): boolean => waiting.test(name.trim());

const words: Readonly<Record<WaitingState, string>> = { blocked: "Blocked", needs_human: "Needs a person" };

/** What a comment about a task that waits begins with, and the mark that ends it. */
export const reasonText = (state: WaitingState, reason: string): string => `**${words[state]}:** ${reason}`;

/** The mark of such a comment. */
export const reasonMarkOf = (state: WaitingState): string => `${reasonMark} ${waitingLabels[state]}`;

/** The reason in the newest comment of ours about a waiting state, on one line; null where there is none. */
export function reasonIn({ comments }: LinearIssue, state: WaitingState): string | null {
  const mark = `\`${reasonMarkOf(state)}\``;
  const ours = comments.nodes.filter(({ body }) => body.includes(mark));
  const newest = ours.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0];
  if (newest === undefined) return null;
  const text = newest.body.slice(0, newest.body.indexOf(mark)).replace(`**${words[state]}:**`, "");
  const line = text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim();
  return line === "" ? null : line;
}
