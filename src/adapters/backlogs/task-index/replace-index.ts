import { join } from "node:path";
import { type FileChange, textOrNull } from "../change-files.ts";
import { idOf, textOf } from "./yaml/index-entry.ts";
import { type IndexRevision, statusThen } from "./index-revision.ts";
import { type ContentReader, specNameOf, type TaskIndexOptions } from "./read-content.ts";
import { readIndex } from "./yaml/read-index.ts";
import { withSpecStatus } from "./documents/spec-text.ts";

/** The edits that make the three places say what they said at another moment, on another branch or after a put-back. */
export async function replacements(
  { index, rows }: ContentReader,
  { root, alone }: TaskIndexOptions,
  revision: IndexRevision,
): Promise<readonly FileChange[]> {
  const before = await textOrNull(index);
  const lead: FileChange = { file: index, before, after: revision.index };
  if (alone) return [lead];
  const changes: FileChange[] = [];
  if (revision.rows !== null) changes.push({ file: rows, before: await textOrNull(rows), after: revision.rows });
  for (const [name, after] of Object.entries(revision.specs)) {
    const file = { path: join(root, name), name };
    changes.push({ file, before: await textOrNull(file), after });
  }
  const now = new Map(readIndex(before ?? "").entries.map((entry) => [idOf(entry), textOf(entry, "status")]));
  for (const entry of readIndex(revision.index).entries) {
    const written = textOf(entry, "status");
    const name = specNameOf(entry);
    if (name === null || revision.specs[name] !== undefined || now.get(idOf(entry)) === written) continue;
    const file = { path: join(root, name), name };
    const text = await textOrNull(file);
    if (text !== null)
      changes.push({ file, before: text, after: withSpecStatus(text, statusThen(revision, { written }, name)) });
  }
  return [...changes, lead];
}
