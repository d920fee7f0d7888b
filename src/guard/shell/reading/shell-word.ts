/**
 * How sure it is what a word will be when the command runs. `known`: it is this text. `glob`: a pattern over names.
 * `told`: a variable that this same command has set to a known text. `inherited`: a variable of the environment.
 * `unknown`: decided only at run time.
 */
export type Certainty = "known" | "glob" | "told" | "inherited" | "unknown";

/** One word of a command: what the shell would make of it, as far as that can be known without running anything. */
export interface ShellWord {
  /** Without quotes; what isn't known stands in it as it was written. */
  readonly value: string;
  /** As it was written. */
  readonly text: string;
  readonly certainty: Certainty;
}

const order: readonly Certainty[] = ["known", "glob", "told", "inherited", "unknown"];

/** The less sure of two. */
export const lessSure = (one: Certainty, other: Certainty): Certainty =>
  order.indexOf(one) >= order.indexOf(other) ? one : other;

/** A word that is exactly this text. */
export const knownWord = (value: string): ShellWord => ({ value, text: value, certainty: "known" });

/** True when the word's text is what the program gets, whoever set it. */
export const isTold = ({ certainty }: ShellWord): boolean => certainty === "known" || certainty === "told";

/** True when the word may become anything at all. */
export const isOpen = ({ certainty }: ShellWord): boolean => certainty === "inherited" || certainty === "unknown";

/** The name under which a program is looked up: without its folder, ending, package version and capital letters. */
export const programName = (path: string): string =>
  path
    .slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1)
    .toLowerCase()
    .replace(/^=/, "")
    .replace(/\.(?:exe|cmd|bat|com)$/, "")
    .replace(/(?<=.)@.*$/, "");
