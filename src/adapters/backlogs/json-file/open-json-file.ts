import { insertElements } from "../../../core/json-splice.ts";
import type { Task, TaskId } from "../../../core/task.ts";
import {
  type Backlog,
  type BacklogChanges,
  BacklogError,
  type BacklogFault,
  type BacklogSnapshot,
  type Settlement,
} from "../../../ports/backlog.ts";
import { dependencyFaults, heldBackBy } from "../dependency-faults.ts";
import { nearIds } from "../near-ids.ts";
import { recently } from "../recently.ts";
import { spliced } from "../splice.ts";
import { changeText, fileFault, readText, type StateFile } from "../text-file.ts";
import type { JsonFormat, JsonTask, NoTasks } from "./json-format.ts";
import { memberSplice, parseJson } from "./json-text.ts";
import { jsonChanges, type ReadText, settleJson } from "./settle-json.ts";

/** Tasks that were put into a file, and fields of theirs that it has no place for. */
export interface AddedEntries {
  readonly ids: readonly TaskId[];
  readonly lost: readonly string[];
}

/** A JSON file as a backlog, and what can be put into it. */
export type JsonBacklog = Backlog &
  Required<Pick<Backlog, "compare" | "settle" | "replace">> & {
    /** Puts tasks of another source behind the last one, as one step; a missing file is made. */
    addEntries(tasks: readonly Task[], signal?: AbortSignal): Promise<AddedEntries>;
  };

/** Opens a JSON file of tasks as a backlog. Its members are written in place; every other byte of the file stays. */
export function openJsonFile(file: StateFile, format: JsonFormat): JsonBacklog {
  const read = recently((text: string): ReadText | BacklogError => readWith(format, text, file.name));
  const readOrThrow = (text: string): ReadText => {
    const found = read(text);
    if (found instanceof BacklogError) throw found;
    return found;
  };
  const snapshotOf = recently((text: string): BacklogSnapshot => {
    const { reading } = readOrThrow(text);
    const tasks = reading.tasks.map(({ task }) => task);
    return { tasks, faults: faultsOf(tasks, reading.faults), revision: text };
  });
  return {
    kind: format.kind,
    files: [file.name],
    async load(signal): Promise<BacklogSnapshot> {
      const snapshot = snapshotOf(await readText(file, signal));
      if (snapshot.tasks.length === 0) throw noTasksIn(file.name, snapshot.faults);
      return snapshot;
    },
    async setState(change, signal): Promise<Task> {
      const text = await changeText(
        file,
        (now) => {
          const { reading } = readOrThrow(now);
          const task = taskToWrite(reading.tasks, change.id, file.name);
          const members = Object.entries(format.changed(now, task, change, reading));
          return spliced(
            now,
            members.flatMap(([key, raw]) => memberSplice(now, task.node, { key, raw }) ?? []),
          );
        },
        { signal },
      );
      return taskToWrite(readOrThrow(text).reading.tasks, change.id, file.name).task;
    },
    async compare(before, signal): Promise<BacklogChanges> {
      const now = await readText(file, signal).catch(emptyWhenMissing(format));
      return jsonChanges(format, readOrThrow(before), readOrThrow(now));
    },
    async replace(text, signal): Promise<void> {
      await changeText(file, () => text, { whenMissing: "", whatever: true, signal });
    },
    settle: (before, settlement, signal) => settle({ file, format, read, readOrThrow }, { before, settlement }, signal),
    addEntries: (tasks, signal) => addEntries({ file, format, read, readOrThrow }, tasks, signal),
  };
}

const nothing: BacklogChanges = { ticked: [], unticked: [], added: [], lost: [], noted: [], notes: {} };

function readWith(format: JsonFormat, text: string, name: string): ReadText | BacklogError {
  if (text.replace("\uFEFF", "").trim() === "")
    return noTasksError(name, {
      code: "empty-file",
      message: `${name} is empty.`,
      hint: "Write the tasks into it, or remove it.",
      line: null,
    });
  const json = parseJson(text);
  if (!("root" in json))
    return noTasksError(name, {
      code: "not-json",
      message: `${name} is not JSON: ${json.message}`,
      hint: "Fix the line; if a program wrote it, git has the file as it was.",
      line: json.line,
    });
  const reading = format.read(json, name);
  return "frame" in reading ? { text, reading } : noTasksError(name, reading);
}

function noTasksIn(name: string, others: readonly BacklogFault[]): BacklogError {
  const hint = "Write the first one, or name another source with RALPH_SOURCE.";
  return new BacklogError("no-tasks", fileFault(name, "no-tasks", `${name} has no task in it.`, hint), { others });
}

function noTasksError(name: string, { code, message, hint, line }: NoTasks): BacklogError {
  const as = code === "empty-file" ? "no-tasks" : "unreadable";
  return new BacklogError(as, { ...fileFault(name, code, message, hint), line });
}

const emptyWhenMissing =
  ({ empty }: JsonFormat) =>
  (error: unknown): string => {
    if (error instanceof BacklogError && error.code === "missing") return empty;
    throw error;
  };

function faultsOf(tasks: readonly Task[], own: readonly BacklogFault[]): readonly BacklogFault[] {
  const heldBack = heldBackBy(tasks);
  const held = own.map((fault) => (fault.tasks.length === 0 ? fault : { ...fault, tasks: heldBack(fault.tasks) }));
  return [...held, ...dependencyFaults(tasks, heldBack)].toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
}

function taskToWrite(tasks: readonly JsonTask[], id: TaskId, name: string): JsonTask {
  const same = tasks.filter(({ task }) => task.id === id);
  const [task] = same;
  if (task === undefined) {
    const near = nearIds(
      id,
      tasks.map((each) => each.task.id),
    );
    const hint = near.length === 0 ? "`ralph plan list` shows the ids." : `Did you mean ${near.join(", ")}?`;
    throw new BacklogError("unknown-task", fileFault(name, "unknown-task", `${name} has no task ${id}.`, hint));
  }
  if (same.length > 1) {
    const message = `${id} appears ${same.length} times in ${name}.`;
    throw new BacklogError("unwritable", {
      ...fileFault(name, "duplicate-id", message, "Give each task an id of its own first."),
      tasks: [id],
    });
  }
  return task;
}

interface Target {
  readonly file: StateFile;
  readonly format: JsonFormat;
  readonly read: (text: string) => ReadText | BacklogError;
  readonly readOrThrow: (text: string) => ReadText;
}

async function settle(
  { file, format, read, readOrThrow }: Target,
  { before, settlement }: { readonly before: string; readonly settlement: Settlement },
  signal?: AbortSignal,
): Promise<BacklogChanges> {
  let putBack: BacklogChanges | null = null;
  await changeText(
    file,
    (now) => {
      const found = read(now);
      // A file in which nothing can be found any more has lost everything that was in it.
      const is = found instanceof BacklogError ? readOrThrow(format.empty) : found;
      const settled = settleJson(format, readOrThrow(before), is, { settlement, read: readOrThrow });
      putBack ??= settled.putBack;
      return settled.text;
    },
    { whenMissing: format.empty, signal },
  );
  return putBack ?? nothing;
}

async function addEntries(
  { file, format, readOrThrow }: Target,
  tasks: readonly Task[],
  signal?: AbortSignal,
): Promise<AddedEntries> {
  let added: AddedEntries = { ids: [], lost: [] };
  await changeText(
    file,
    (now) => {
      const { reading } = readOrThrow(now);
      const { values, lost } = format.entriesOf(tasks, reading);
      const grown = insertElements(now, reading.list, values);
      const known = new Set(reading.tasks.map(({ task }) => task.id));
      const there = readOrThrow(grown).reading.tasks.map(({ task }) => task.id);
      added = { ids: there.filter((id) => !known.has(id)), lost };
      return grown;
    },
    { whenMissing: format.empty, signal },
  );
  return added;
}
