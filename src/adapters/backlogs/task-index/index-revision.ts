import { join } from "node:path";
import * as z from "zod/mini";
import { readText } from "../text-file.ts";
import type { IndexContent } from "./index-faults.ts";
import type { IndexedTask } from "./index-tasks.ts";

const form = z.object({
  kind: z.literal("task-index"),
  index: z.string(),
  rows: z.nullable(z.string()),
  /** Files of tasks that are under way or wait for somebody, whole. */
  specs: z.record(z.string(), z.string()),
  /** Status texts of files that say more, or other things, than the word in the index. */
  statuses: z.record(z.string(), z.string()),
});

/** All that carries state at one moment: what the three places are compared with and put back to. */
export type IndexRevision = z.infer<typeof form>;

/** The state as one text. Thousands of files that only repeat the index are left out of it. */
export async function revisionOf(content: IndexContent, root: string): Promise<string> {
  const specs: Record<string, string> = {};
  const statuses: Record<string, string> = {};
  for (const { task, written, spec } of content.tasks) {
    if (spec?.kind !== "there") continue;
    const said = spec.spec.status?.value ?? "";
    if (said !== written) statuses[spec.name] = said;
    if (task.state === "in_progress" || task.state === "blocked" || task.state === "needs_human")
      specs[spec.name] = await readText({ path: join(root, spec.name), name: spec.name });
  }
  const revision: IndexRevision = {
    kind: "task-index",
    index: content.reading.text,
    rows: content.rows?.text ?? null,
    specs,
    statuses,
  };
  return JSON.stringify(revision);
}

/** Reads such a text back. One that is none is taken as the index alone. */
export function readRevision(text: string): IndexRevision {
  try {
    const value: unknown = JSON.parse(text);
    return form.parse(value);
  } catch {
    return { kind: "task-index", index: text, rows: null, specs: {}, statuses: {} };
  }
}

/** The status text that a task's file had then. */
export const statusThen = (
  { statuses }: IndexRevision,
  { written }: Pick<IndexedTask, "written">,
  name: string,
): string => statuses[name] ?? written ?? "";
