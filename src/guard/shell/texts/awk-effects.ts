import { endOfRegex, type TextEffect, writtenFile } from "./text-effect.ts";

const token = /"(?:[^"\\]|\\[\s\S])*"|#[^\n]*|\|\||\|&|&&|>>|>=|[A-Za-z_@]\w*|\d[\w.]*|[ \t]+|\s+|[\s\S]/y;
/** What a `/` may stand behind where it begins a regular expression, and divides nothing. */
const beforeRegex = /^(?:[(,{;!~&|}\n=?:]|&&|\|\||in|return|print|printf|case)?$/;

/** The tokens of an awk program; blanks and comments are left out, line breaks are `\n`, a regular expression is `//`. */
function* tokensOf(text: string): Iterable<string> {
  let before = "";
  for (let at = 0; at < text.length;) {
    token.lastIndex = at;
    const found = token.exec(text)?.[0] ?? text.slice(at, at + 1);
    at += found.length;
    if (/^[ \t]+$/.test(found) || found.startsWith("#")) continue;
    if (found === "/" && beforeRegex.test(before)) {
      const end = endOfRegex(text, at, "/");
      at = end < 0 ? text.length : end + 1;
      before = "//";
    } else before = /^\s/.test(found) ? "\n" : found;
    yield before;
  }
}

const runs = new Set(["system", "|", "|&"]);

/** What an awk program does besides reading and printing. */
export function awkEffects(text: string): readonly TextEffect[] {
  const effects: TextEffect[] = [];
  let depth = 0;
  // How deep in brackets the `print` is that has begun, if one has.
  let printing: number | null = null;
  let isTarget = false;
  for (const found of tokensOf(text)) {
    if (isTarget)
      effects.push(
        ...(found.startsWith('"') ? writtenFile(found.slice(1, -1)) : [{ kind: "writes", file: null } as const]),
      );
    isTarget = printing === depth && (found === ">" || found === ">>");
    if (found === "(") depth++;
    if (found === ")") depth--;
    if (found === "print" || found === "printf") printing = depth;
    if (found === ";" || found === "}" || found === "\n") printing = null;
    if (runs.has(found) || found.startsWith("@")) effects.push({ kind: "runs" });
  }
  return effects;
}
