import { type CommandJudge, finding, type Findings, type Judging, shown, shownWord } from "./finding.ts";
import { judgeSettings } from "./judge-settings.ts";
import { judgeScriptFile } from "./programs/judge-interpreter.ts";
import type { ShellCommand, ShellSetting } from "./reading/shell-command.ts";
import { isTold, type ShellWord } from "./reading/shell-word.ts";

const settingIn = (word: ShellWord): readonly ShellSetting[] => {
  const name = /^[A-Za-z_]\w*(?==)/.exec(word.value)?.[0];
  return name === undefined ? [] : [{ name, value: { ...word, value: word.value.slice(name.length + 1) } }];
};

function* declares(command: ShellCommand, judging: Judging): Findings {
  yield* judgeSettings(command.words.slice(1).flatMap(settingIn), command, judging);
  yield* subscripts(command);
}

/** Builtins that work out subscripts of names run what stands in them. */
function* subscripts({ words }: ShellCommand): Findings {
  const word = words.slice(1).find((one) => isTold(one) && /\[[^\]]*(?:\$\(|`)/.test(one.value));
  if (word !== undefined) yield finding("inline-code", `${shownWord(word)} holds a command in its subscript.`);
}

const sources: CommandJudge = function* (command, judging) {
  const [program, ...rest] = command.words;
  const file = rest[0]?.value === "--" ? rest[1] : rest[0];
  if (file !== undefined) yield* judgeScriptFile(file, program?.value ?? "source", true, { command, judging });
};

const aliases: CommandJudge = function* ({ words }) {
  const word = words.slice(1).find(({ value }) => value.includes("=") || value.startsWith("-g"));
  if (word !== undefined)
    yield finding("unknown-command", `The alias ${shownWord(word)} changes what later words mean.`);
};

const patterns: CommandJudge = function* ({ words }) {
  const text = words.map(({ value }) => value).join(" ");
  if (/dotglob|glob_?dots/i.test(text))
    yield finding("unknown-target", `${shown(text)} changes what patterns stand for.`);
};

const replaces = (flag: RegExp): CommandJudge =>
  function* ({ words }) {
    const text = words.map(({ value }) => value).join(" ");
    if (words.slice(1).some(({ value }) => flag.test(value)))
      yield finding("unknown-command", `${shown(text)} puts something else in the place of a command.`);
  };

/** Builtins of shells that can do harm by themselves. */
export const builtins: Readonly<Record<string, CommandJudge>> = {
  *eval() {
    yield finding("unknown-command", "`eval` runs what it puts together only then.");
  },
  source: sources,
  ".": sources,
  alias: aliases,
  shopt: patterns,
  setopt: patterns,
  unsetopt: patterns,
  hash: replaces(/^-[a-z]*p/),
  enable: replaces(/^-[a-z]*f/),
  export: declares,
  declare: declares,
  typeset: declares,
  local: declares,
  readonly: declares,
  let: subscripts,
  unset: subscripts,
  read: subscripts,
  *printf(command) {
    if (command.words[1]?.value.startsWith("-v") === true) yield* subscripts(command);
  },
  test: subscripts,
  "[": subscripts,
};
