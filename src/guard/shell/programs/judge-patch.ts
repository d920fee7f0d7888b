import type { Findings, Judging } from "../finding.ts";
import type { ShellCommand } from "../reading/shell-command.ts";
import { knownWord } from "../reading/shell-word.ts";
import { judgeTarget } from "../targets.ts";

const named =
  /^(?:(?:\+\+\+|---|rename to|copy to) +(?:[ab]\/)?|\*\*\* (?:Add|Update) File: |\*\*\* Move to: )([^\t\n]+)/gm;
const removed = /^(?:rename from (?:[ab]\/)?|\*\*\* Delete File: )([^\t\n]+)/gm;

/** Judges the files that a patch in the line itself names. One that comes from a file is judged by what it has done. */
export function* judgePatch(command: ShellCommand, judging: Judging): Findings {
  if (command.input.kind === "own" || command.input.body === null) return;
  const { value } = command.input.body;
  for (const [, path = ""] of value.matchAll(named))
    if (path !== "/dev/null") yield* judgeTarget(knownWord(path), "edits", command, judging);
  for (const [, path = ""] of value.matchAll(removed)) yield* judgeTarget(knownWord(path), "removes", command, judging);
}
