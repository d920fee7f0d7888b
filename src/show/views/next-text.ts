import type { Selection } from "../../core/picking/select.ts";
import { oneLine } from "./words.ts";

/** The choice as scripts read it (U-42). */
export const nextJson = ({ task, reason, others }: Selection) => ({ task, reason, others });

/** The next task and why; with `explain` why none of the others. */
export function nextText({ task, reason, others }: Selection, explain: boolean): string {
  const head = task === null ? `No task: ${reason}.` : `${task.id}  ${oneLine(task.title)}\n  because ${reason}`;
  if (!explain)
    return `${head}\n${others.length === 0 ? "" : `  ${others.length} more open: --explain tells why not these\n`}`;
  const lines = others.map(({ id, whyNot }) => `  ${id}: ${oneLine(whyNot)}`);
  return `${[head, ...(lines.length === 0 ? [] : ["", "Not:", ...lines])].join("\n")}\n`;
}
