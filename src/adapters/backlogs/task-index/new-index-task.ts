import { join } from "node:path";
import { BacklogError, type NewTask } from "../../../ports/backlog.ts";
import { type FileChange, textOrNull } from "../change-files.ts";
import { spliced } from "../splice.ts";
import { fileFault, readText } from "../text-file.ts";
import { idOf, type IndexReading } from "./yaml/index-entry.ts";
import { withNewRows } from "./documents/index-rows.ts";
import { indexWords } from "./index-words.ts";
import { readIndex } from "./yaml/read-index.ts";
import type { ContentReader, TaskIndexOptions } from "./read-content.ts";
import { newSpec } from "./documents/spec-text.ts";

/** The id that a new task gets, and the edits that put it into all its places. */
export interface AddedTask {
  readonly id: string;
  readonly changes: readonly FileChange[];
}

/** Makes a task of the harness's own: an entry behind the last one, a row, and a file in its milestone's folder of `docs/prd`. */
export async function newIndexTask(
  reader: ContentReader,
  { root, name, alone }: TaskIndexOptions,
  task: NewTask,
  signal?: AbortSignal,
): Promise<AddedTask> {
  const before = await readText(reader.index, signal);
  const reading = reader.reading(before);
  const id = freeId(reading, task.stem);
  const folder = task.group === null ? "docs/prd" : `docs/prd/${task.group}`;
  const spec = `${folder}/${id}.md`;
  const status = indexWords[task.state];
  const after = withEntry(reading, { ...task, id, status, spec, alone });
  if (after === null) {
    const hint = "Put each task on lines of its own, as a list below `tasks:`.";
    throw new BacklogError("unwritable", fileFault(name, "no-place", `${name} has no place for a new task.`, hint));
  }
  const index: FileChange = { file: reader.index, before, after };
  if (alone) return { id, changes: [index] };
  const rows = await textOrNull(reader.rows, signal);
  const own = { path: join(root, spec), name: spec };
  return {
    id,
    changes: [
      { file: reader.rows, before: rows, after: withNewRows(rows ?? "", [{ id, title: task.title, status }]) },
      {
        file: own,
        before: await textOrNull(own),
        after: newSpec({ id, title: task.title, status, body: task.body, criteria: task.acceptance }),
      },
      index,
    ],
  };
}

function freeId({ entries }: IndexReading, stem: string): string {
  const taken = new Set(entries.map(idOf));
  for (let number = 1; ; number++) {
    const id = `${stem}-${String(number).padStart(3, "0")}`;
    if (!taken.has(id)) return id;
  }
}

interface Written extends Pick<NewTask, "title" | "group" | "labels" | "priority"> {
  readonly id: string;
  readonly status: string;
  readonly spec: string;
  readonly alone: boolean;
}

/* A task of the harness's own is urgent, where nothing else is said of it. */
const priorityWord = ({ priority = 1 }: Pick<NewTask, "priority">): string =>
  priority <= 1 ? "high" : priority === 2 ? "medium" : "low";

/* Null where tasks stand in brackets, or there is none to stand beside. */
function withEntry(reading: IndexReading, task: Written): string | null {
  const { text, entries, form, column } = reading;
  const last = entries.at(-1);
  if (column === null || last === undefined) return null;
  const eol = /\r\n|\n/.exec(text)?.[0] ?? "\n";
  const indent = " ".repeat(column);
  const labels = [...(task.group === null ? [] : [task.group]), ...(task.labels ?? [])];
  const fields = [
    `title: ${quoted(task.title)}`,
    `status: ${task.status}`,
    `priority: ${priorityWord(task)}`,
    ...(labels.length === 0 ? [] : [`labels: [${labels.join(", ")}]`]),
    ...(task.alone ? [] : [`spec: ${task.spec}`]),
  ];
  const head = form === "list" ? `${indent}- id: ${task.id}` : `${indent}${task.id}:`;
  const lines = [head, ...fields.map((field) => `${indent}  ${field}`)];
  const lead = text.slice(0, last.end).endsWith("\n") ? "" : eol;
  const after = spliced(text, [{ start: last.end, end: last.end, text: `${lead}${lines.join(eol)}${eol}` }]);
  return readIndex(after).entries.length === entries.length + 1 ? after : null;
}

const quoted = (text: string): string =>
  `"${text.replaceAll(/\s+/g, " ").replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
