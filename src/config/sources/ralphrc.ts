import type { ConfigProblem } from "../problem.ts";
import { shellWords } from "./shell-words.ts";

/** One assignment of `.ralphrc`. `refused` says why its value is not known without running code. Lines count from 1. */
export type RcEntry =
  | { readonly key: string; readonly line: number; readonly value: string }
  | { readonly key: string; readonly line: number; readonly refused: string };

/** What `.ralphrc` says, in order, and what in it is not read. */
export interface RcReading {
  readonly entries: readonly RcEntry[];
  readonly problems: readonly ConfigProblem[];
}

const maxLength = 1_048_576;
const idle = /[ \t]*(?:#[^\n]*)?(?:\n|$)/y;
const bareCharacter = String.raw`[^ \t\n'"\\$\x60;&|<>(){}~]`;
const quotedText = String.raw`"(?:[^"\\$\x60]|\\[\s\S])*"`;
const assignment = new RegExp(
  String.raw`[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)=((?:'[^']*'|${quotedText}|\\[^\n]|${bareCharacter})*)(?:[ \t]+#[^\n]*|[ \t]*)(?:\n|$)`,
  "y",
);

/**
 * Reads a file of nothing but plain assignments, blank lines and comments, which is nearly every one there is.
 * Null: there is more in it than that, and a real shell parser has to look.
 */
export function readPlain(text: string): readonly RcEntry[] | null {
  const entries: RcEntry[] = [];
  let line = 1;
  for (let at = 0; at < text.length;) {
    idle.lastIndex = assignment.lastIndex = at;
    const found = idle.exec(text) ?? assignment.exec(text);
    if (found === null) return null;
    const [whole, key, raw = ""] = found;
    if (key !== undefined) entries.push({ key, line, value: shellWords(raw)?.[0] ?? "" });
    line += whole.split("\n").length - 1;
    at += whole.length;
  }
  return entries;
}

/** Reads `.ralphrc` as a shell would, but runs nothing: what only a running shell could know is refused by name. Never throws. */
export async function readRalphrc(source: string, file: string): Promise<RcReading> {
  const text = source.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  if (text.length > maxLength) return { entries: [], problems: [tooLong(file)] };
  const entries = readPlain(text);
  if (entries !== null) return { entries, problems: [] };
  const { readShell } = await import("./ralphrc-shell.ts");
  return readShell(text, file);
}

const tooLong = (file: string): ConfigProblem => ({
  severity: "error",
  code: "unreadable",
  key: null,
  file,
  line: null,
  message: "The file is larger than 1 MB and was not read.",
  hint: "Keep only settings in it.",
  near: null,
});
