import type { Task, TaskId, TaskState } from "../core/task.ts";
import type { IssueSeen } from "../core/tracker/issue.ts";

/** Something wrong in a source, found at load. `line` counts from 1; null where the whole file is meant. */
export interface BacklogFault {
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly file: string;
  readonly line: number | null;
  readonly message: string;
  readonly hint: string;
  /** The tasks that can't be worked because of it. */
  readonly tasks: readonly TaskId[];
}

/** Everything a source held at one moment. `revision` is the text of the state-carrying file or files, for later comparison. */
export interface BacklogSnapshot {
  readonly tasks: readonly Task[];
  readonly faults: readonly BacklogFault[];
  readonly revision: string;
}

/** A state to be written. `reason` goes with blocked, needs_human and deferred; `note` is evidence for a closing. */
export interface StateChange {
  readonly id: TaskId;
  readonly state: TaskState;
  readonly reason?: string;
  readonly note?: string;
  /** Criteria that the agent named as satisfied: closed with the task where the source can't tell by itself which are its. */
  readonly satisfied?: readonly string[];
  /** What people who follow the task are told of it, before the state moves, where the source has a place for comments. */
  readonly told?: Comment;
}

/** Words for people who follow a task (Markdown). The marker finds them again: what carries it already is not said twice. */
export interface Comment {
  readonly marker: string;
  readonly text: string;
}

/** What one iteration on a task came to, for a source that keeps a log of progress: it numbers its entries. `at` is in ms. */
export interface ProgressEntry {
  readonly status: "done" | "blocked";
  readonly files: readonly string[];
  /** `failed`: the number of the retry that it ended with. */
  readonly gate: "passed" | "not run" | { readonly failed: number };
  readonly learnings: string;
  readonly commit: string | null;
  readonly at: number;
}

/**
 * Words about a task that are no state: a question or last verdict for a person, their answer, an entry of the progress
 * log, something that people who follow it should know.
 */
export type Annotation =
  | { readonly kind: "comment"; readonly id: TaskId; readonly comment: Comment }
  | { readonly kind: "escalation"; readonly id: TaskId; readonly text: string }
  | { readonly kind: "answer"; readonly id: TaskId; readonly text: string }
  | { readonly kind: "progress"; readonly id: TaskId; readonly entry: ProgressEntry };

/** A task that the harness itself puts into a source, such as the repair of a red pre-flight. */
export interface NewTask {
  /** The id without its number: the source adds the next free one of three digits, as in `fix-preflight-001`. */
  readonly stem: string;
  readonly title: string;
  readonly state: "todo" | "in_progress";
  /** Markdown; what the task's own document says. */
  readonly body: string;
  readonly acceptance: readonly string[];
  /** The milestone that it goes to; null: to none. */
  readonly group: string | null;
  /** The task that it becomes a part of, its urgency (as of a task) and its labels, for a source that has places for them. */
  readonly parent?: TaskId;
  readonly priority?: number;
  readonly labels?: readonly string[];
}

/** What somebody did to the state-carrying file between two revisions, item by item. */
export interface BacklogChanges {
  /** Items that were open and now stand as done. */
  readonly ticked: readonly TaskId[];
  /** Items that were done and now stand open. */
  readonly unticked: readonly TaskId[];
  readonly added: readonly TaskId[];
  /** Open items that are gone or reworded: never allowed to an agent. */
  readonly lost: readonly TaskId[];
  /** Ids whose closing note or state suffix changed. */
  readonly noted: readonly TaskId[];
  /** Notes put on ticked items, as evidence. */
  readonly notes: Readonly<Record<string, string>>;
}

/** How an agent's changes to the state-carrying file are settled. */
export interface Settlement {
  /** Ticks that stand; every other tick made since `before` is undone. */
  readonly keepTicks: readonly TaskId[];
  /** Notes of these items are taken back with their ticks (invented evidence). */
  readonly dropNotes: readonly TaskId[];
}

/** A fault in one line: its place where the message alone does not tell it, then what is wrong. */
export const faultText = ({ file, line, message }: Pick<BacklogFault, "file" | "line" | "message">): string => {
  if (line !== null) return `${file}:${line}: ${message}`;
  return message.includes(file) ? message : `${file}: ${message}`;
};

/** Raised when nothing of a source can be read or written; `fault` says what, where and what to do. */
export class BacklogError extends Error {
  override readonly name = "BacklogError";
  /** `unavailable`: a service that could not be reached, or would not let us in, for longer than anybody waits. */
  readonly code:
    | "missing"
    | "unreadable"
    | "no-tasks"
    | "unwritable"
    | "unknown-task"
    | "changed-meanwhile"
    | "unavailable";
  readonly fault: BacklogFault;
  /** All that is wrong, `fault` first. */
  readonly faults: readonly BacklogFault[];
  constructor(
    code: BacklogError["code"],
    fault: BacklogFault,
    options?: ErrorOptions & { readonly others?: readonly BacklogFault[] },
  ) {
    super(fault.message, options);
    this.code = code;
    this.fault = fault;
    this.faults = [fault, ...(options?.others ?? [])];
  }
}

/** A source of tasks. Writing is surgical: only the bytes that carry the state change, through a temporary file and rename. */
export interface Backlog {
  /** The kind of source, as RALPH_SOURCE names it. */
  readonly kind: string;
  /** Repository-relative files that carry state, the leading one first; empty for a tracker. */
  readonly files: readonly string[];
  /** The file of its log of progress, repository-relative; null, or none such: it keeps none. */
  readonly log?: string | null;
  /** True for further files that carry state, where there is one for each task or they come and go. Never asked about `files`. */
  carries?(path: string): boolean;
  /** The branch that all its work goes to under `branching: plan`; null, or none such: named after the file. */
  readonly planBranch?: string | null;
  /** Where its tasks are and as whom we are there, in a few words, for a service behind a network. Rejects with BacklogError. */
  whereabouts?(signal?: AbortSignal): Promise<string>;
  /** Reads all. Rejects with BacklogError only when nothing can be read; single bad tasks are faults of the snapshot. */
  load(signal?: AbortSignal): Promise<BacklogSnapshot>;
  /**
   * Writes one task's state and resolves to the task as it then stands. Rejects with BacklogError; never half-writes. Where people decide
   * too, what one of them has closed meanwhile stays closed: the task says so. One that can't be begun any more is `changed-meanwhile`.
   */
  setState(change: StateChange, signal?: AbortSignal): Promise<Task>;
  /**
   * A task as it stands now, asked afresh. Rejects with BacklogError: `unknown-task` or `changed-meanwhile` where it is none of this source
   * or not ours any more. For a tracker, where people decide while we work.
   */
  fresh?(id: TaskId, signal?: AbortSignal): Promise<Task>;
  /**
   * Where tasks stand now, asked afresh, and what is kept of the backlog is forgotten: for a tracker that others write to while they work.
   * Rejects with BacklogError.
   */
  look?(ids: readonly TaskId[], signal?: AbortSignal): Promise<readonly IssueSeen[]>;
  /** What changed in the file since `before`, by item. Sources that agents do not write have no such method. */
  compare?(before: string, signal?: AbortSignal): Promise<BacklogChanges>;
  /** Makes the state-carrying file hold this text, atomically: for carrying its state over to another branch. */
  replace?(text: string, signal?: AbortSignal): Promise<void>;
  /** Puts back what an agent may not have done since `before`, and resolves to what was put back. Idempotent. */
  settle?(before: string, settlement: Settlement, signal?: AbortSignal): Promise<BacklogChanges>;
  /**
   * Writes words about a task and resolves to whether they stand in the source then: it may have no place for them. Idempotent for the
   * same words.
   */
  annotate?(annotation: Annotation, signal?: AbortSignal): Promise<boolean>;
  /** Makes a task of the harness's own and resolves to it. */
  add?(task: NewTask, signal?: AbortSignal): Promise<Task>;
  /** Mends what needs no person: places that disagree follow the leading one. Resolves to the faults that are gone by it. */
  repair?(signal?: AbortSignal): Promise<readonly BacklogFault[]>;
  /**
   * Puts the source's own files away once every task is closed, and resolves to what was done in a few words, as for a commit;
   * null where there is nothing to put away. Idempotent: what was done and not committed is said again.
   */
  finish?(signal?: AbortSignal): Promise<string | null>;
}

/** True for a source outside the repository: it is written once work has landed, never with it. */
export const isTracker = (backlog: Pick<Backlog, "files" | "carries">): boolean =>
  backlog.files.length === 0 && backlog.carries === undefined;

/** True for a file that carries the backlog's state: its change alone is no work, and it is never put back with work. */
export const carriesState = (backlog: Pick<Backlog, "files" | "carries">, path: string): boolean =>
  backlog.files.includes(path) || backlog.carries?.(path) === true;
