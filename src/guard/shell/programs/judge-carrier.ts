import { finding, type Findings, type Judging, shown, shownWord } from "../finding.ts";
import { hasOption, readOptions, valuesOf } from "../options.ts";
import type { ShellCommand } from "../reading/shell-command.ts";
import { isTold, type ShellWord } from "../reading/shell-word.ts";
import type { Carrier } from "./carriers.ts";
import { inputText } from "../reading/visible-text.ts";
import { judgeScriptFile } from "./judge-interpreter.ts";

function* judgeShellText(word: ShellWord, command: ShellCommand, judging: Judging): Findings {
  if (isTold(word)) yield* judging.script(word.value, command);
  else yield finding("unknown-command", `What ${shownWord(word)} runs can't be known before the command runs.`);
}

function* judgeWord(word: ShellWord, row: Carrier, command: ShellCommand, judging: Judging): Findings {
  const before = row.form?.exec(word.value)?.[0];
  if (before !== undefined)
    yield* judgeShellText({ ...word, value: word.value.slice(before.length) }, command, judging);
  if (row.code?.test(word.value) === true)
    yield finding("inline-code", `${shownWord(word)} has a program run what stands in the command itself.`);
}

/** Judges what a program of the table is told to start. */
export function* judgeCarrier(row: Carrier, command: ShellCommand, judging: Judging): Findings {
  const [program, ...words] = command.words;
  const name = program?.value ?? "";
  const given = readOptions(words, row);
  const [operand] = row.runsOperand === true ? given.operands : [];
  const texts = [...valuesOf(given, ...(row.shell ?? [])), ...(operand === undefined ? [] : [operand])];
  for (const text of texts) if (text.value !== "" && text.value !== "-") yield* judgeShellText(text, command, judging);
  for (const word of words) yield* judgeWord(word, row, command, judging);
  if (hasOption(given, ...(row.codeOptions ?? [])))
    yield finding("inline-code", `${shown(name)} runs code that stands in the command itself.`);
  for (const file of valuesOf(given, ...(row.scripts ?? [])))
    yield* judgeScriptFile(file, name, false, { command, judging });
  const input = row.readsInput === true ? inputText(command.input) : null;
  if (input !== null && row.code?.test(input) === true)
    yield finding("code-from-stdin", `What ${shown(name)} reads from its standard input runs commands.`);
}
