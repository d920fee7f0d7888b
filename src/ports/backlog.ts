import type { Task, TaskId, TaskState } from "../core/task.ts";

/** Something wrong in a source, found at load (B-3). `line` counts from 1; null where the whole file is meant. */
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

/** Everything a source held at one moment. `revision` is the text of the state-carrying file, for later comparison. */
export interface BacklogSnapshot {
  readonly tasks: readonly Task[];
  readonly faults: readonly BacklogFault[];
  readonly revision: string;
}

/** A state to be written. `reason` goes with blocked, needs_human and deferred; `note` is evidence for a closing (B-13). */
export interface StateChange {
  readonly id: TaskId;
  readonly state: TaskState;
  readonly reason?: string;
  readonly note?: string;
}

/** What somebody did to the state-carrying file between two revisions, item by item (G-2). */
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
  /** Notes put on ticked items, as evidence (B-13). */
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
  readonly code: "missing" | "unreadable" | "no-tasks" | "unwritable" | "unknown-task" | "changed-meanwhile";
  readonly fault: BacklogFault;
  constructor(code: BacklogError["code"], fault: BacklogFault, options?: ErrorOptions) {
    super(fault.message, options);
    this.code = code;
    this.fault = fault;
  }
}

/** A source of tasks. Writing is surgical: only the bytes that carry the state change, through a temporary file and rename. */
export interface Backlog {
  /** The kind of source, as RALPH_SOURCE names it. */
  readonly kind: string;
  /** Repository-relative files that carry state; empty for a tracker. */
  readonly files: readonly string[];
  /** Reads all. Rejects with BacklogError only when nothing can be read; single bad tasks are faults of the snapshot. */
  load(signal?: AbortSignal): Promise<BacklogSnapshot>;
  /** Writes one task's state and resolves to the task as it then stands. Rejects with BacklogError; never half-writes. */
  setState(change: StateChange, signal?: AbortSignal): Promise<Task>;
  /** What changed in the file since `before`, by item. Sources that agents do not write have no such method. */
  compare?(before: string, signal?: AbortSignal): Promise<BacklogChanges>;
  /** Makes the state-carrying file hold this text, atomically: for carrying its state over to another branch. */
  replace?(text: string, signal?: AbortSignal): Promise<void>;
  /** Puts back what an agent may not have done since `before`, and resolves to what was put back. Idempotent. */
  settle?(before: string, settlement: Settlement, signal?: AbortSignal): Promise<BacklogChanges>;
}
