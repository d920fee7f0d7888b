import { type GivenOptions, type OptionTable, readOptions } from "../options.ts";
import type { ShellWord } from "../reading/shell-word.ts";

/** A call of git, taken apart: its own options, the command, and the words behind that. */
export interface GitCall {
  readonly own: GivenOptions;
  /** The command's name; null where none is given. */
  readonly command: ShellWord | null;
  readonly args: readonly ShellWord[];
}

/** `--exec-path` has its value in the same word, or none. */
const ownOptions: OptionTable = {
  values: "Cc",
  longValues: ["--git-dir", "--work-tree", "--namespace", "--super-prefix", "--config-env", "--attr-source"],
};

/** Takes the words behind `git` apart. */
export function readGitCall(words: readonly ShellWord[]): GitCall {
  const own = readOptions(words, ownOptions);
  const [command, ...args] = own.operands;
  return { own, command: command ?? null, args };
}
