import type { Selection } from "../../core/picking/select.ts";
import { hung } from "../text/hung.ts";

/** The choice as scripts read it (U-42). */
export const nextJson = ({ task, reason, others }: Selection) => ({ task, reason, others });

/** The next task and why; with `explain` why none of the others. */
export function nextText({ task, reason, others }: Selection, explain: boolean): string {
  const head =
    task === null
      ? hung(`No task: ${reason}.`, "", "  ")
      : [...hung(`${task.id}  ${task.title}`, "", "  "), ...hung(`because ${reason}`, "  ", "    ")];
  const more = others.length === 0 ? [] : [`  ${others.length} more open: --explain tells why not these`];
  const lines = others.flatMap(({ id, whyNot }) => hung(`${id}: ${whyNot}`, "  ", "    "));
  const rest = explain ? [...(lines.length === 0 ? [] : ["", "Not:"]), ...lines] : more;
  return `${[...head, ...rest].join("\n")}\n`;
}
