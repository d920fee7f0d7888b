import { join } from "node:path";
import { textOrNull } from "../change-files.ts";
import { recently } from "../recently.ts";
import { readText, type StateFile } from "../text-file.ts";
import { idOf, type IndexEntry, type IndexReading, textOf } from "./yaml/index-entry.ts";
import { type IndexContent, unreadableError } from "./index-faults.ts";
import { type IndexRows, readRows } from "./documents/index-rows.ts";
import { indexedTask } from "./index-tasks.ts";
import { rowsName } from "./index-words.ts";
import { readIndex } from "./yaml/read-index.ts";
import { specMemory, type SpecPlace } from "./documents/spec-files.ts";

/** Where an index stands and how it is read. */
export interface TaskIndexOptions {
  /** The repository's root, absolute. */
  readonly root: string;
  /** The index, relative to the root; what people are told. */
  readonly name: string;
  /** The index is read and written by itself: what goes with it is neither looked at nor missed. */
  readonly alone: boolean;
}

/** Reads the three places. What has not changed since the last reading is not read again. */
export interface ContentReader {
  readonly index: StateFile;
  readonly rows: StateFile;
  /** Rejects with BacklogError where nothing can be read. */
  content(signal?: AbortSignal): Promise<IndexContent>;
  readonly reading: (text: string) => IndexReading;
  readonly rowsOf: (text: string) => IndexRows;
  spec(entry: IndexEntry): SpecPlace | null;
}

/** The name of a task's own file: as the index has it, else `docs/prd/<id>.md`; null for an id that can't be a file's name. */
export function specNameOf(entry: IndexEntry): string | null {
  const named = textOf(entry, "spec");
  if (named !== null) return named.replace(/^\.\//, "");
  const id = idOf(entry);
  return id !== null && /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(id) ? `docs/prd/${id}.md` : null;
}

/** Makes the reader of one source. */
export function contentReader({ root, name, alone }: TaskIndexOptions): ContentReader {
  const index = { path: join(root, name), name };
  const rows = { path: join(root, rowsName), name: rowsName };
  const reading = recently(readIndex);
  const rowsOf = recently(readRows);
  const memory = specMemory(root);
  const specFor = (entry: IndexEntry, specs = memory.begin()): SpecPlace | null => {
    const own = alone ? null : specNameOf(entry);
    return own === null ? null : specs.read(own);
  };
  return {
    index,
    rows,
    reading,
    rowsOf,
    spec: (entry) => specFor(entry),
    async content(signal) {
      const read = reading(await readText(index, signal));
      const error = unreadableError(read, name);
      if (error !== null) throw error;
      const document = alone ? null : await textOrNull(rows, signal);
      const specs = memory.begin();
      const tasks = read.entries.flatMap((entry) => indexedTask(entry, specFor(entry, specs), name) ?? []);
      return { name, alone, reading: read, rows: document === null ? null : rowsOf(document), tasks };
    },
  };
}
