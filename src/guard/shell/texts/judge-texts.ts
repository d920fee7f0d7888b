import { finding, type Findings, type Judging, shown, shownWord } from "../finding.ts";
import { hasOption, type OptionTable, readOptions, valuesOf } from "../options.ts";
import type { ShellCommand } from "../reading/shell-command.ts";
import { isTold, knownWord, type ShellWord } from "../reading/shell-word.ts";
import { judgeTarget } from "../targets.ts";
import { isInputPath } from "../programs/judge-interpreter.ts";
import { awkEffects } from "./awk-effects.ts";
import { sedEffects } from "./sed-effects.ts";
import type { TextEffect } from "./text-effect.ts";

/** A program that works by a small program text of its own language. */
interface TextProgram extends OptionTable {
  /** Options that carry program text. */
  readonly texts: readonly string[];
  /** Options that name a file of program text; a first operand is then none. */
  readonly files: readonly string[];
  /** With one of these it writes its operands. */
  readonly inPlace: readonly string[];
  readonly effects: (text: string) => readonly TextEffect[];
}

const sed: TextProgram = {
  anywhere: true,
  values: "efl",
  attached: "iI",
  longValues: ["--expression", "--file", "--line-length"],
  texts: ["-e", "--expression"],
  files: ["-f", "--file"],
  inPlace: ["-i", "-I", "--in-place"],
  effects: sedEffects,
};

const awk: TextProgram = {
  values: "FvfeEiloL",
  longValues: ["--field-separator", "--assign", "--file", "--source", "--exec", "--include", "--load"],
  texts: ["-e", "--source"],
  files: ["-f", "-E", "--file", "--exec"],
  inPlace: [],
  effects: awkEffects,
};

/** The programs, by name. */
export const textPrograms: Readonly<Record<string, TextProgram>> = {
  sed,
  gsed: sed,
  ssed: sed,
  awk,
  gawk: awk,
  mawk: awk,
  nawk: awk,
  "original-awk": awk,
};

function* judgeEffect(effect: TextEffect, program: string, command: ShellCommand, judging: Judging): Findings {
  switch (effect.kind) {
    case "runs":
      yield finding("program-text", `The program text given to ${shown(program)} runs commands.`);
      return;
    case "writes":
      yield finding("program-text", `The program text given to ${shown(program)} writes a file.`);
      if (effect.file !== null) yield* judgeTarget(knownWord(effect.file), "edits", command, judging);
      return;
    case "unreadable":
      yield finding("program-text", `The program text given to ${shown(program)} can't be read.`);
  }
}

function* judgeText(word: ShellWord, row: TextProgram, command: ShellCommand, judging: Judging): Findings {
  const program = command.words[0]?.value ?? "";
  if (word.certainty === "unknown" || (word.certainty === "inherited" && /^"?\$\{?\w+\}?"?$/.test(word.text)))
    yield finding("unknown-script", `The program text ${shownWord(word)} can't be known before the command runs.`);
  else for (const effect of row.effects(word.value)) yield* judgeEffect(effect, program, command, judging);
}

/** Judges a call of sed, awk or their like. */
export function* judgeTextProgram(row: TextProgram, command: ShellCommand, judging: Judging): Findings {
  const given = readOptions(command.words.slice(1), row);
  const files = valuesOf(given, ...row.files);
  const texts = valuesOf(given, ...row.texts);
  const hasText = files.length > 0 || texts.length > 0;
  const [first, ...rest] = given.operands;
  for (const file of files) {
    if (isInputPath(file))
      yield finding(
        "code-from-stdin",
        `${shown(command.words[0]?.value ?? "")} would run what it reads from its standard input.`,
      );
    else if (!isTold(file))
      yield finding("unknown-script", `Which script ${shownWord(file)} is can't be known before the command runs.`);
  }
  for (const text of [...texts, ...(hasText || first === undefined ? [] : [first])])
    yield* judgeText(text, row, command, judging);
  const isInPlace =
    hasOption(given, ...row.inPlace) ||
    valuesOf(given, "-i", "--include").some(({ value }) => value.startsWith("inplace"));
  if (!isInPlace) return;
  for (const file of hasText ? given.operands : rest) yield* judgeTarget(file, "edits", command, judging);
}
