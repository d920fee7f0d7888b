/** The id of a task as its source writes it. Stable across reads. */
export type TaskId = string & { readonly __brand: "TaskId" };

/** What a source can say of a task. */
export type TaskState = "todo" | "in_progress" | "done" | "blocked" | "needs_human" | "deferred" | "cancelled";

/** Where a task stands in its source: a place in a file (line from 1), or an address. */
export type TaskSource = { readonly file: string; readonly line: number } | { readonly url: string };

/** One criterion of acceptance, and whether it is ticked. */
export interface Criterion {
  readonly text: string;
  readonly done: boolean;
}

/** The scope and the words of a commit's subject. */
export interface CommitName {
  readonly scope: string | null;
  readonly words: string;
}

/** One unit of work. Nobody past the backlog adapter knows what kind of source it came from. */
export interface Task {
  readonly id: TaskId;
  readonly title: string;
  readonly state: TaskState;
  /** Why it is blocked, deferred or waits for a person, where the source says so. */
  readonly reason: string | null;
  /** 0 is the most urgent; sources without priorities give every task the same. */
  readonly priority: number;
  readonly deps: readonly TaskId[];
  /** Section, epic or milestone; null where the source has none. */
  readonly group: string | null;
  /** The task that this one is nested under. */
  readonly parent: TaskId | null;
  readonly labels: readonly string[];
  /** Declared files, repository-relative. */
  readonly files: readonly string[];
  readonly body: string;
  readonly acceptance: readonly Criterion[];
  /** Gate commands of the task's own. */
  readonly gate: readonly string[];
  /** Open criteria of its source that are no single task's: whoever works the task may name those that it satisfies. */
  readonly looseCriteria?: readonly string[];
  /** How the commit is named that lands it as an increment, where its source has a form for that. */
  readonly commit?: CommitName;
  readonly source: TaskSource;
  /** Stands in an optional section: does not keep a run open. */
  readonly optional: boolean;
  /** Marked LARGE: has a QA scope of its own. */
  readonly large: boolean;
  /** The branch that the source proposes for it, as it is written there. */
  readonly branch?: string;
  /** Whether it is assigned to us, by a source that assigns tasks: false where it is somebody else's. Without: to nobody. */
  readonly mine?: boolean;
}

/** True once nobody has to do anything more about the task. */
export const isClosed = (task: Task): boolean => task.state === "done" || task.state === "cancelled";
