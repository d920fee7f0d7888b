import type { Command, Redirect, SyntaxNode, Word } from "unbash";
import { forEachChild, parse } from "unbash";

/** One word of a command: what the shell would make of it, as far as that can be known without running anything. */
export interface ShellWord {
  readonly value: string;
  /** `known`: the value is what the command gets. `glob`: a pattern over names. `unknown`: decided only at run time. */
  readonly certainty: "known" | "glob" | "unknown";
}

/** One simple command, wherever in the line it stands: list, pipe, subshell, loop, function or substitution. */
export interface ShellCommand {
  readonly words: readonly ShellWord[];
  /** Targets of redirections that write. */
  readonly writes: readonly ShellWord[];
}

/** Every command of a line in the order of the text, or why the line can't be read. */
export type ShellReading =
  | { readonly ok: true; readonly commands: readonly ShellCommand[] }
  | { readonly ok: false; readonly why: string };

const longest = 1024 * 1024;
const writing: ReadonlySet<string> = new Set<Redirect["operator"]>([">", ">>", ">|", "&>", "&>>", "<>", ">&"]);

const isPwd = (text: string): boolean => text === "$PWD" || text === "${PWD}";

const globs: ReadonlySet<SyntaxNode["type"]> = new Set(["Glob", "ExtendedGlob"]);
const expansions: ReadonlySet<SyntaxNode["type"]> = new Set([
  "CommandExpansion",
  "ArithmeticExpansion",
  "ProcessSubstitution",
  "BraceExpansion",
]);

const certaintyOf = (node: SyntaxNode): ShellWord["certainty"] => {
  if (node.type === "DoubleQuoted" || node.type === "LocaleString") return worst(node.parts);
  if (node.type === "SimpleExpansion" || node.type === "ParameterExpansion")
    return isPwd(node.text) ? "known" : "unknown";
  return expansions.has(node.type) ? "unknown" : globs.has(node.type) ? "glob" : "known";
};

const worst = (parts: readonly SyntaxNode[]): ShellWord["certainty"] => {
  const found = new Set(parts.map(certaintyOf));
  return found.has("unknown") ? "unknown" : found.has("glob") ? "glob" : "known";
};

const wordOf = (word: Word, cwd: string): ShellWord => {
  const certainty = worst(word.parts ?? []);
  const value = word.value.replace(/\$PWD\b|\$\{PWD\}/g, cwd);
  return { value, certainty: certainty === "known" && word.text.startsWith("~") ? "unknown" : certainty };
};

const commandOf = (command: Command, cwd: string): ShellCommand => ({
  words: [command.name, ...command.args].flatMap((word) =>
    word === undefined
      ? []
      : [word.type === "Word" ? wordOf(word, cwd) : ({ value: word.text, certainty: "known" } as const)],
  ),
  writes: writesOf(command.redirects, cwd),
});

const writesOf = (redirects: readonly SyntaxNode[], cwd: string): readonly ShellWord[] =>
  redirects.flatMap((redirect) => {
    if (redirect.type !== "Redirect" || redirect.target === undefined || !writing.has(redirect.operator)) return [];
    const target = wordOf(redirect.target, cwd);
    return redirect.operator === ">&" && /^(?:\d+-?|-)$/.test(target.value) ? [] : [target];
  });

/** Reads a command line with a real shell parser, substitutions included. Fails closed: what it can't parse is no reading. */
export function readShell(source: string, cwd: string): ShellReading {
  if (source.includes("\0")) return { ok: false, why: "it holds a NUL character" };
  if (source.length > longest) return { ok: false, why: "it is longer than 1 MB" };
  const commands: ShellCommand[] = [];
  let why: string | null = null;
  const visit = (node: SyntaxNode): void => {
    if (node.type === "Script" && node.errors?.[0] !== undefined) why ??= node.errors[0].message;
    if (node.type === "Command") commands.push(commandOf(node, cwd));
    if (node.type === "Redirected") commands.push({ words: [], writes: writesOf(node.redirects, cwd) });
    forEachChild(node, visit);
  };
  visit(parse(source));
  return why === null ? { ok: true, commands } : { ok: false, why };
}
