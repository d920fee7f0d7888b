import { join } from "node:path";
import { BacklogError, type StateChange } from "../../../ports/backlog.ts";
import { type FileChange, textOrNull } from "../change-files.ts";
import { nearIds } from "../near-ids.ts";
import { changedStatusText, readStatusText, wordFor } from "../status-text.ts";
import { fileFault, readText } from "../text-file.ts";
import { idOf, type IndexEntry, type IndexReading, textOf } from "./yaml/index-entry.ts";
import { unreadableError } from "./index-faults.ts";
import { withRowStatus } from "./documents/index-rows.ts";
import { indexWords } from "./index-words.ts";
import type { ContentReader, TaskIndexOptions } from "./read-content.ts";
import { withSpecStatus } from "./documents/spec-text.ts";
import { withStatus } from "./yaml/write-status.ts";

/** The edits that give one task a state in each of its places; a place that is missing stays missing. */
export async function stateChanges(
  reader: ContentReader,
  options: TaskIndexOptions,
  change: StateChange,
  signal?: AbortSignal,
): Promise<readonly FileChange[]> {
  const before = await readText(reader.index, signal);
  const reading = reader.reading(before);
  const entry = entryToWrite(reading, change.id, options.name);
  const word = wordIn(textOf(entry, "status"), change);
  const after = withStatus(before, change.id, word, reading);
  if (after === null) throw unwritable(entry, change.id, options.name);
  const index: FileChange = { file: reader.index, before, after };
  if (options.alone) return [index];
  return [
    ...(await rowChange(reader, change.id, word, signal)),
    ...(await specChange(reader, entry, options, change)),
    index,
  ];
}

/* A word that is there already in another spelling stays. */
function wordIn(written: string | null, { state }: StateChange): string {
  const wanted = wordFor(state, indexWords);
  const now = written === null ? null : readStatusText(written, indexWords);
  return written !== null && now !== null && wordFor(now.state, indexWords) === wanted ? written : wanted;
}

async function rowChange(
  { rows, rowsOf }: ContentReader,
  id: string,
  word: string,
  signal?: AbortSignal,
): Promise<readonly FileChange[]> {
  const before = await textOrNull(rows, signal);
  return before === null ? [] : [{ file: rows, before, after: withRowStatus(rowsOf(before), id, word) }];
}

async function specChange(
  reader: ContentReader,
  entry: IndexEntry,
  { root }: TaskIndexOptions,
  change: StateChange,
): Promise<readonly FileChange[]> {
  const spec = reader.spec(entry);
  if (spec?.kind !== "there") return [];
  const file = { path: join(root, spec.name), name: spec.name };
  const before = await readText(file);
  const raw = changedStatusText(spec.spec.status?.value ?? "", change, indexWords);
  return [{ file, before, after: withSpecStatus(before, raw) }];
}

/** The one entry with the id, where it may be written. Rejects with BacklogError. */
export function entryToWrite(reading: IndexReading, id: string, name: string): IndexEntry {
  const error = unreadableError(reading, name);
  if (error !== null) throw error;
  const same = reading.entries.filter((entry) => idOf(entry) === id);
  const [entry] = same;
  if (entry === undefined) throw unknownTask(reading, id, name);
  if (same.length > 1) {
    const lines = same.map(({ line }) => line).join(", ");
    const fault = fileFault(
      name,
      "duplicate-id",
      `${id} appears more than once in ${name} (lines ${lines}).`,
      "Give each task an id of its own first.",
    );
    throw new BacklogError("unwritable", { ...fault, line: entry.line });
  }
  if (entry.problem === null) return entry;
  const fault = fileFault(
    name,
    entry.problem.code,
    `${id}: ${entry.problem.message}`,
    "Fix the entry first; nothing was written.",
  );
  throw new BacklogError("unwritable", { ...fault, line: entry.problem.line });
}

function unknownTask({ entries }: IndexReading, id: string, name: string): BacklogError {
  const near = nearIds(
    id,
    entries.flatMap((entry) => idOf(entry) ?? []),
  );
  const hint = near.length === 0 ? "`ralph plan list` shows the ids." : `Did you mean ${near.join(", ")}?`;
  return new BacklogError("unknown-task", fileFault(name, "unknown-task", `${name} has no task ${id}.`, hint));
}

function unwritable({ line }: IndexEntry, id: string, name: string): BacklogError {
  const message = `The status of ${id} can't be written: it has no value of its own there.`;
  const hint = "Write the task's own `status:` key as a single word.";
  return new BacklogError("unwritable", { ...fileFault(name, "odd-status", message, hint), line });
}
