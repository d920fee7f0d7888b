import type { HintFound } from "../../core/picking/hint-found.ts";
import type { Selection } from "../../core/picking/select.ts";
import { hung } from "../text/hung.ts";

type Choice = Omit<Selection, "near">;

/** The choice as scripts read it; the hint only where there is one. */
export const nextJson = ({ task, reason, others }: Choice, hint: HintFound | null = null) => ({
  task,
  reason,
  others,
  ...(hint === null ? {} : { localityHint: hint }),
});

/** The next task and why; with `explain` the hint that was found, and why none of the others. */
export function nextText({ task, reason, others }: Choice, explain: boolean, hint: HintFound | null = null): string {
  const head =
    task === null
      ? hung(`No task: ${reason}.`, "", "  ")
      : [...hung(`${task.id}  ${task.title}`, "", "  "), ...hung(`because ${reason}`, "  ", "    ")];
  const more = others.length === 0 ? [] : [`  ${others.length} more open: --explain tells why not these`];
  const lines = others.flatMap(({ id, whyNot }) => hung(`${id}: ${whyNot}`, "  ", "    "));
  const hinted =
    hint === null
      ? []
      : hung(`LOCALITY HINT: ${hint.id}${hint.whyNot === null ? "" : `, not followed: ${hint.whyNot}`}`, "  ", "    ");
  const rest = explain ? [...hinted, ...(lines.length === 0 ? [] : ["", "Not:"]), ...lines] : more;
  return `${[...head, ...rest].join("\n")}\n`;
}
