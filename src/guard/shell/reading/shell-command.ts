import type { ShellWord } from "./shell-word.ts";

/** The branch that is checked out where a command runs: the one of before, or one that this same line has changed to (null: unknown). */
export type BranchThere = { readonly kind: "before" } | { readonly kind: "changed"; readonly to: string | null };

/** Where a command may run. */
export interface Place {
  /** Absolute; null where it can't be known. */
  readonly folder: string | null;
  readonly branch: BranchThere;
}

/** Where a command's standard input comes from, as far as it is looked at. */
export type ShellInput =
  /** Whatever the whole line is given. */
  | { readonly kind: "own" }
  /** From the line itself: a pipe, a file, a here-document. `body` is the text where it stands in the line. */
  | { readonly kind: "given"; readonly body: ShellWord | null; readonly from: readonly ShellCommand[] };

/** Something is read that does not stand in the line. */
export const unseenInput: ShellInput = { kind: "given", body: null, from: [] };

/** Where a redirection writes. */
export interface ShellWrite {
  readonly word: ShellWord;
  readonly mode: "replaces" | "appends";
}

/** `NAME=value`, before a program or alone. */
export interface ShellSetting {
  readonly name: string;
  readonly value: ShellWord;
}

/** One simple command, wherever in the line it stands: list, pipe, subshell, loop, function or substitution. */
export interface ShellCommand {
  /** The program first; empty for redirections and settings alone. */
  readonly words: readonly ShellWord[];
  readonly settings: readonly ShellSetting[];
  readonly writes: readonly ShellWrite[];
  readonly reads: readonly ShellWord[];
  readonly input: ShellInput;
  readonly place: Place;
}
