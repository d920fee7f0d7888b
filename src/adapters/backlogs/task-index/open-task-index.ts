import { readFileSync } from "node:fs";
import { join } from "node:path";
import { taskId } from "../../../core/task-id.ts";
import type { Task, TaskId } from "../../../core/task.ts";
import {
  type Annotation,
  type Backlog,
  type BacklogChanges,
  BacklogError,
  type BacklogFault,
  type BacklogSnapshot,
  type NewTask,
  type Settlement,
} from "../../../ports/backlog.ts";
import { changeFiles, type FileChange, finishPending, isPending, textOrNull } from "../change-files.ts";
import { readText } from "../text-file.ts";
import { compareIndex, indexChanges } from "./compare-index.ts";
import { type IndexContent, indexFaults } from "./index-faults.ts";
import { readRevision, revisionOf } from "./index-revision.ts";
import { byMilestone, indexedTask } from "./index-tasks.ts";
import { rowsName } from "./index-words.ts";
import { newIndexTask } from "./new-index-task.ts";
import { type ContentReader, contentReader, specNameOf, type TaskIndexOptions } from "./read-content.ts";
import { readIndex } from "./yaml/read-index.ts";
import { repairs } from "./repair-index.ts";
import { replacements } from "./replace-index.ts";
import { settleIndex } from "./settle-index.ts";
import { withWords } from "./documents/spec-text.ts";
import { entryToWrite, stateChanges } from "./write-places.ts";

/** An opened index: how it is read and written. */
interface Source {
  readonly options: TaskIndexOptions;
  readonly reader: ContentReader;
  readonly write: (plan: () => Promise<readonly FileChange[]>, signal?: AbortSignal) => Promise<void>;
}

/**
 * `tasks/index.yaml` as a backlog: the index is the truth, and the task's row in `docs/prd/index.md` and the status line of its
 * own file say the same. They are written as one step. Tasks come by milestone and id, as they are picked.
 */
export function openTaskIndex(
  options: TaskIndexOptions,
): Backlog & Required<Pick<Backlog, "compare" | "settle" | "replace" | "annotate" | "add" | "repair" | "carries">> {
  const { root, name, alone } = options;
  const reader = contentReader(options);
  const source: Source = { options, reader, write: (plan, signal) => changeFiles(reader.index, plan, signal) };
  let carriers: ReadonlySet<string> | null = null;
  return {
    kind: "task-index",
    files: alone ? [name] : [name, rowsName],
    carries: (path) => (carriers ??= namedIn(join(root, name), alone)).has(path),
    async load(signal): Promise<BacklogSnapshot> {
      const content = await contentOf(source, signal);
      carriers = new Set(alone ? [] : content.tasks.flatMap(({ entry }) => specNameOf(entry) ?? []));
      const tasks = content.tasks.toSorted(byMilestone).map(({ task }) => task);
      return { tasks, faults: indexFaults(content), revision: await revisionOf(content, root) };
    },
    async setState(change, signal): Promise<Task> {
      await source.write(() => stateChanges(reader, options, change, signal), signal);
      return taskNow(source, change.id, signal);
    },
    compare: async (before, signal) =>
      indexChanges(compareIndex(readRevision(before), await contentOf(source, signal))),
    settle: (before, settlement, signal) => settle(source, { before, settlement }, signal),
    replace: (text, signal) => source.write(() => replacements(reader, options, readRevision(text)), signal),
    annotate: (annotation, signal) => annotate(source, annotation, signal),
    add: (task, signal) => add(source, task, signal),
    repair: (signal) => repair(source, signal),
  };
}

/* A writer at work shows one place before the other: then they are read again. */
async function contentOf({ reader }: Source, signal?: AbortSignal): Promise<IndexContent> {
  const { index } = reader;
  for (let attempt = 0; ; attempt++) {
    signal?.throwIfAborted();
    await finishPending(index, signal);
    const content = await reader.content(signal);
    const isSteady = !isPending(index) && (await textOrNull(index, signal)) === content.reading.text;
    if (isSteady || attempt >= 5) return content;
  }
}

async function taskNow({ reader, options }: Source, id: TaskId, signal?: AbortSignal): Promise<Task> {
  const entry = entryToWrite(reader.reading(await readText(reader.index, signal)), id, options.name);
  const found = indexedTask(entry, reader.spec(entry), options.name);
  if (found === null) throw new Error(`${options.name} was written, but has no task ${id}.`);
  return found.task;
}

async function settle(
  { reader, options, write }: Source,
  wanted: { readonly before: string; readonly settlement: Settlement },
  signal?: AbortSignal,
): Promise<BacklogChanges> {
  let putBack: BacklogChanges | null = null;
  await write(async () => {
    const now = await reader.content().catch(nullWhenUnreadable);
    const settled = await settleIndex(reader, options, { ...wanted, now });
    putBack ??= settled.putBack;
    return settled.changes;
  }, signal);
  return putBack ?? indexChanges({ compared: [], added: [] });
}

/* A progress log is nothing that this source keeps, and there is nobody who follows comments. */
async function annotate(
  { reader, options, write }: Source,
  annotation: Annotation,
  signal?: AbortSignal,
): Promise<boolean> {
  if (annotation.kind === "progress" || annotation.kind === "comment" || options.alone) return false;
  const heading = annotation.kind === "escalation" ? "Escalation" : "Answer";
  let isWritten = false;
  await write(async () => {
    const entry = entryToWrite(reader.reading(await readText(reader.index, signal)), annotation.id, options.name);
    const spec = reader.spec(entry);
    isWritten = spec?.kind === "there";
    if (spec?.kind !== "there") return [];
    const file = { path: join(options.root, spec.name), name: spec.name };
    const before = await readText(file);
    return [{ file, before, after: withWords(before, heading, annotation.text) }];
  }, signal);
  return isWritten;
}

async function add(source: Source, task: NewTask, signal?: AbortSignal): Promise<Task> {
  let id = "";
  await source.write(async () => {
    const added = await newIndexTask(source.reader, source.options, task, signal);
    id = added.id;
    return added.changes;
  }, signal);
  return taskNow(source, taskId(id), signal);
}

async function repair(source: Source, signal?: AbortSignal): Promise<readonly BacklogFault[]> {
  if (source.options.alone) return [];
  const before = indexFaults(await contentOf(source, signal));
  await source.write(() => repairs(source.reader, source.options, signal), signal);
  const left = new Set(indexFaults(await contentOf(source, signal)).map(keyOf));
  return before.filter((fault) => !left.has(keyOf(fault)));
}

const keyOf = ({ code, message }: BacklogFault): string => `${code} ${message}`;

function nullWhenUnreadable(error: unknown): null {
  if (error instanceof BacklogError) return null;
  throw error;
}

/* Before anything was loaded: the names alone, without a word on what is wrong. */
function namedIn(path: string, alone: boolean): ReadonlySet<string> {
  if (alone) return new Set();
  try {
    return new Set(readIndex(readFileSync(path, "utf8")).entries.flatMap((entry) => specNameOf(entry) ?? []));
  } catch {
    return new Set();
  }
}
