import { finding, type Findings, type Judging, none, shown, shownWord } from "../finding.ts";
import { type GivenOptions, hasOption, readOptions, valuesOf } from "../options.ts";
import { folderAt } from "../reading/places.ts";
import type { ShellCommand } from "../reading/shell-command.ts";
import { isTold, knownWord, programName, type ShellWord } from "../reading/shell-word.ts";
import type { Interpreter } from "./interpreters.ts";

/** Names under which a program finds its own input, or a pipe that the shell has made for it. */
const inputPath = /^(?:-|\/dev\/(?:stdin|fd\/\d+|tcp\/.*|udp\/.*)|\/proc\/[^/]+\/(?:task\/[^/]+\/)?fd\/\d+)$/;

/** True for a word that stands for standard input or a pipe where a script is wanted. */
export const isInputPath = ({ value }: ShellWord): boolean => inputPath.test(value.replace(/\/+/g, "/"));

const inline = (program: string, form: string): Findings => [
  finding("inline-code", `${shown(`${program} ${form}`.trim())} runs code that stands in the command itself.`),
];

const fromInput = (program: string): Findings => [
  finding("code-from-stdin", `${shown(program)} would run what it reads from its standard input.`),
];

/** What speaks against running a file as a script: that it can't be known, or that what this line writes into it would be refused. */
export function* judgeScriptFile(
  word: ShellWord,
  program: string,
  isShell: boolean,
  where: { readonly command: ShellCommand; readonly judging: Judging },
): Findings {
  const { command, judging } = where;
  if (isInputPath(word)) yield* fromInput(program);
  else if (/^data:/i.test(word.value)) yield* inline(program, "data:…");
  else if (word.certainty !== "known" && word.certainty !== "glob")
    yield finding("unknown-script", `Which script ${shownWord(word)} is can't be known before the command runs.`);
  if (!isShell || !isTold(word)) return;
  const path = folderAt(judging.scene.root, command.place.folder, word);
  if (path === null) return;
  for (const text of judging.written(path)) yield* judging.script(text, command);
}

const codeOption = (row: Interpreter, given: GivenOptions): string | null => {
  const option = (row.code ?? []).find((name) => hasOption(given, name));
  if (option !== undefined) return option;
  const loose = valuesOf(given, ...(row.modules?.options ?? [])).find(
    ({ value }) => row.modules?.plain.test(value) !== true,
  );
  return loose === undefined ? null : loose.value;
};

const codeWord = (row: Interpreter, words: readonly ShellWord[]): string | null =>
  row.codeForm === undefined ? null : (words.find(({ value }) => row.codeForm?.test(value) === true)?.value ?? null);

interface Call {
  readonly row: Interpreter;
  readonly program: string;
  readonly command: ShellCommand;
  readonly judging: Judging;
}

function* judgeOperands(call: Call, given: GivenOptions): Findings {
  const { row, program, command, judging } = call;
  const [operand, ...rest] = given.operands;
  if (operand === undefined || row.input === "always") {
    if (command.input.kind === "given" && row.input !== "never") yield* fromInput(program);
    return;
  }
  const sub =
    row.subcommands !== undefined && Object.hasOwn(row.subcommands, operand.value)
      ? row.subcommands[operand.value]
      : undefined;
  switch (sub) {
    case "idle":
      return;
    case "code":
      yield* inline(program, operand.value);
      return;
    case "code-or-script":
      if (rest[0] !== undefined && !/^[\w./-]+\.\w+$/.test(rest[0].value)) yield* inline(program, operand.value);
      return;
    case "shell":
      yield* judging.script(rest.map(({ value }) => value).join(" "), command);
      return;
    case "script": {
      const { subcommands: _, ...plain } = row;
      yield* judgeWords({ ...call, row: plain }, rest);
      return;
    }
    case undefined:
  }
  if (row.operandIsCode === true) yield* inline(program, operand.value);
  if (row.isShell === true && hasOption(given, "-s")) yield* fromInput(program);
  yield* judgeScriptFile(operand, program, row.isShell === true, { command, judging });
  if (/^ralph(?:\.[cm]?[jt]s)?$/.test(programName(operand.value)))
    yield* judging.command({ ...command, words: [knownWord("ralph"), ...rest], settings: [], writes: [] });
}

function* judgeWords(call: Call, words: readonly ShellWord[]): Findings {
  const { row, program, command, judging } = call;
  const given = readOptions(words, row);
  const before = words.slice(0, given.firstOperand);
  // An option that the table does not know may have taken the next word as its value.
  const after = given.isUnsure ? readOptions(words.slice(given.firstOperand + 1), row) : null;
  const code =
    codeOption(row, given) ??
    codeWord(row, row.codeForm === undefined ? [] : words) ??
    (after === null ? null : codeOption(row, after));
  if (code !== null) yield* inline(program, code);
  for (const file of valuesOf(given, ...(row.loads ?? [])))
    yield* judgeScriptFile(file, program, row.isShell === true, { command, judging });
  const open = before.find(
    (word) => !isTold(word) && !given.options.some(({ value }) => value === word) && word.certainty !== "glob",
  );
  if (open !== undefined)
    yield finding(
      "unknown-script",
      `What ${shownWord(open)} tells ${shown(program)} can't be known before the command runs.`,
    );
  const [module] = valuesOf(given, ...(row.last ?? []));
  if (module !== undefined) {
    if (!isTold(module))
      yield finding("unknown-script", `Which module ${shownWord(module)} is can't be known before the command runs.`);
    else if (row.codeModules?.test(module.value) === true) yield* inline(program, `-m ${module.value}`);
    return;
  }
  if (hasOption(given, ...(row.idle ?? []))) return;
  yield* judgeOperands(call, given);
}

/** Judges a call of a program that runs code. */
export function judgeInterpreter(row: Interpreter, command: ShellCommand, judging: Judging): Findings {
  const [program, ...words] = command.words;
  return program === undefined ? none : judgeWords({ row, program: program.value, command, judging }, words);
}
