import { join } from "node:path";
import { type FileChange, textOrNull } from "../change-files.ts";
import { readStatusText } from "../status-text.ts";
import { readText } from "../text-file.ts";
import { readRows, withNewRows, withRowStatus } from "./documents/index-rows.ts";
import { agrees, type IndexedTask } from "./index-tasks.ts";
import { indexWords } from "./index-words.ts";
import type { ContentReader, TaskIndexOptions } from "./read-content.ts";
import { newSpec, withSpecStatus } from "./documents/spec-text.ts";

/** The edits that make row and file of every task say what the index says. Tasks without a status that means something are left alone. */
export async function repairs(
  reader: ContentReader,
  { root }: TaskIndexOptions,
  signal?: AbortSignal,
): Promise<readonly FileChange[]> {
  const { tasks } = await reader.content(signal);
  const sound = tasks.filter(
    ({ written, entry }) => entry.problem === null && readStatusText(written ?? "", indexWords) !== null,
  );
  const before = await textOrNull(reader.rows, signal);
  const changes: FileChange[] = [{ file: reader.rows, before, after: rowsAfter(before ?? "", sound) }];
  for (const task of sound) changes.push(...(await specRepair(task, root)));
  return changes;
}

function rowsAfter(text: string, tasks: readonly IndexedTask[]): string {
  const { rows } = readRows(text);
  const missing = tasks.filter(({ task }) => !rows.has(task.id));
  let after = text;
  for (const { task, written } of tasks) {
    const differs = rows.get(task.id)?.some((row) => !agrees(row.status, written)) === true;
    if (differs && written !== null) after = withRowStatus(readRows(after), task.id, written);
  }
  return withNewRows(
    after,
    missing.map(({ task, written }) => ({ id: task.id, title: task.title, status: written ?? "" })),
  );
}

async function specRepair({ task, written, spec }: IndexedTask, root: string): Promise<readonly FileChange[]> {
  if (spec === null || spec.kind === "refused" || written === null) return [];
  const file = { path: join(root, spec.name), name: spec.name };
  if (spec.kind === "missing")
    return [
      {
        file,
        before: null,
        after: newSpec({ id: task.id, title: task.title, status: written, body: task.body, criteria: [] }),
      },
    ];
  if (agrees(spec.spec.status?.value ?? "", written)) return [];
  const before = await readText(file);
  return [{ file, before, after: withSpecStatus(before, written) }];
}
