import type { JsonNode } from "../../../core/json-splice.ts";
import type { Task } from "../../../core/task.ts";
import type { BacklogFault, StateChange } from "../../../ports/backlog.ts";
import type { JsonText } from "./json-text.ts";

/** One task of a JSON file, with the object that holds it. */
export interface JsonTask {
  readonly task: Task;
  readonly node: JsonNode;
  /** What it says besides its state, as a text to compare; made only when it is asked for. */
  readonly core: () => string;
  /** The list that it stands in, by its place in the file. */
  readonly list: string;
}

/** What a format makes of a text: its tasks in the order of the file, what is wrong with single entries, and what is around them. */
export interface JsonReading {
  readonly tasks: readonly JsonTask[];
  readonly faults: readonly BacklogFault[];
  /** Where its lists of tasks are, and the keys beside them: a writer that loses one of these has rewritten the file (F055, F056). */
  readonly frame: readonly string[];
  /** The list that further tasks go to. */
  readonly list: JsonNode;
}

/** What is wrong with a file in which no tasks can be found. */
export interface NoTasks {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly line: number | null;
}

/** The members of a task that say how it stands, as they are to be written; null: it is to have none of that name. */
export type StateMembers = Readonly<Record<string, string | null>>;

/** A format of JSON that holds tasks: how it is read, and which members of a task carry its state. */
export interface JsonFormat {
  readonly kind: string;
  /** Members that carry state, in the order in which they are written. */
  readonly stateKeys: readonly string[];
  /** Finds the tasks of a text; `name` is the file's. */
  read(json: JsonText, name: string): JsonReading | NoTasks;
  /** The members that carry a changed state, as they are to be written. */
  changed(text: string, task: JsonTask, change: StateChange, reading: JsonReading): StateMembers;
  /** Tasks of another source as entries of this one, and what of them the format has no place for. */
  entriesOf(tasks: readonly Task[], reading: JsonReading): Entries;
  /** The text of a file without a task. */
  readonly empty: string;
}

/** Entries to be put into a list, and the names of fields that were lost on the way. */
export interface Entries {
  readonly values: readonly Readonly<Record<string, unknown>>[];
  readonly lost: readonly string[];
}

/** The fields of tasks that have no place, by a table of those. */
export const lostFields = (
  tasks: readonly Task[],
  homeless: readonly (readonly [field: string, has: (task: Task) => boolean])[],
): readonly string[] => homeless.flatMap(([field, has]) => (tasks.some(has) ? [field] : []));
