import { isClosed, type TaskId } from "../../../core/task.ts";
import type { BacklogChanges } from "../../../ports/backlog.ts";
import { readStatusText, type StatusReading } from "../status-text.ts";
import type { IndexContent } from "./index-faults.ts";
import { type IndexRows, readRows } from "./documents/index-rows.ts";
import { type IndexedTask, indexedTask } from "./index-tasks.ts";
import { indexWords } from "./index-words.ts";
import { type IndexRevision, statusThen } from "./index-revision.ts";
import { specNameOf } from "./read-content.ts";
import { readIndex } from "./yaml/read-index.ts";

/** One task as it was, as it is, and what somebody made of its state in any of its places. */
export interface ComparedTask {
  readonly id: TaskId;
  readonly before: IndexedTask;
  /** Null where it is gone. */
  readonly after: IndexedTask | null;
  /** The status texts then: of the row (null: it had none) and of its own file. */
  readonly earlier: { readonly row: string | null; readonly spec: string };
  /** The state that is said now where it is another than before; null where nobody said anything. */
  readonly said: StatusReading | null;
  readonly isLost: boolean;
}

/** What the two moments differ in, task by task. Tasks that are used twice in either are left out: they are nobody's. */
export interface IndexComparison {
  readonly compared: readonly ComparedTask[];
  readonly added: readonly IndexedTask[];
}

/** Compares the three places as they are with how they were. */
export function compareIndex(revision: IndexRevision, now: IndexContent): IndexComparison {
  const tasksThen = readIndex(revision.index).entries.flatMap((entry) => indexedTask(entry, null, now.name) ?? []);
  const rowsThen = revision.rows === null ? null : readRows(revision.rows);
  const known = uniqueById(tasksThen);
  const is = uniqueById(now.tasks);
  const compared = [...known].map(([id, before]): ComparedTask => {
    const after = is.get(id) ?? null;
    const name = specNameOf(before.entry) ?? "";
    const places = { row: rowsThen === null ? null : rowOf(rowsThen, id), spec: statusThen(revision, before, name) };
    const isOpen = !isClosed(before.task);
    const isLost = isOpen && (after === null || (after.task.title !== before.task.title && hasTitle(before)));
    return {
      id,
      before,
      after,
      earlier: places,
      said: after === null ? null : saidOf(before, after, places, now.rows),
      isLost,
    };
  });
  const all = new Set(tasksThen.map(({ task }) => task.id));
  return { compared, added: now.tasks.filter(({ task }) => !all.has(task.id)) };
}

/* A title that comes from the task's own file is no part of the index. */
const hasTitle = ({ entry }: IndexedTask): boolean => entry.fields.has("title") || entry.fields.has("name");

function uniqueById(tasks: readonly IndexedTask[]): ReadonlyMap<TaskId, IndexedTask> {
  const found = Map.groupBy(tasks, ({ task }) => task.id);
  return new Map(
    [...found].flatMap(([id, [only, ...others]]) => (only === undefined || others.length > 0 ? [] : [[id, only]])),
  );
}

const rowOf = (rows: IndexRows, id: string): string | null => rows.rows.get(id)?.[0]?.status ?? null;

function saidOf(
  before: IndexedTask,
  after: IndexedTask,
  earlier: ComparedTask["earlier"],
  rows: IndexRows | null,
): StatusReading | null {
  const spec = after.spec?.kind === "there" ? (after.spec.spec.status?.value ?? "") : earlier.spec;
  const row = earlier.row === null || rows === null ? null : rowOf(rows, after.task.id);
  const places: readonly (readonly [string | null, string | null])[] = [
    [before.written, after.written],
    [earlier.spec, spec],
    [earlier.row, row ?? earlier.row],
  ];
  for (const [was, is] of places) {
    if (was === is) continue;
    // The file may say more than the word of the index.
    const raw =
      is === after.written && readStatusText(spec, indexWords)?.state === readStatusText(is ?? "", indexWords)?.state
        ? spec
        : is;
    return readStatusText(raw ?? "", indexWords) ?? { state: before.task.state, reason: null };
  }
  return null;
}

/** True where an open task now stands as closed. */
export const isTicked = ({ before, said }: ComparedTask): boolean =>
  said !== null && !isClosed(before.task) && (said.state === "done" || said.state === "cancelled");

/** True where a closed task now stands open. */
const isUnticked = ({ before, said }: ComparedTask): boolean =>
  said !== null && isClosed(before.task) && said.state !== "done" && said.state !== "cancelled";

/** What a comparison comes to, by ids. */
export function indexChanges({ compared, added }: IndexComparison): BacklogChanges {
  const idsOf = (holds: (task: ComparedTask) => boolean): readonly TaskId[] =>
    compared.filter(holds).map(({ id }) => id);
  return {
    ticked: idsOf(isTicked),
    unticked: idsOf(isUnticked),
    added: added.map(({ task }) => task.id),
    lost: idsOf(({ isLost }) => isLost),
    noted: idsOf((task) => task.said !== null && (noteNow(task) !== null || !(isTicked(task) || isUnticked(task)))),
    notes: Object.fromEntries(
      compared.filter(isTicked).flatMap((task) => {
        const note = noteNow(task);
        return note === null ? [] : [[task.id, note]];
      }),
    ),
  };
}

/* Evidence that somebody wrote behind the status in the task's own file. */
function noteNow({ after, earlier }: ComparedTask): string | null {
  const spec = after?.spec?.kind === "there" ? (after.spec.spec.status?.value ?? "") : "";
  if (spec === earlier.spec) return null;
  return /\(verified resolved at\s+(.*)\)\s*$/i.exec(spec)?.[1] ?? null;
}
