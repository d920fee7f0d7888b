/** One line of a text: its content without the break, its place in that text, and its number. */
export interface Line {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly number: number;
  readonly break: "none" | "\n" | "\r" | "escaped";
}

const realBreak = /\r\n|\n|\r/gu;
const anyBreak = /\\r\\n|\\.|\r\n|\n|\r/gu;

/**
 * Cuts a text into lines. With escaped breaks `\n` and `\r\n` of a JSON string cut as well, and each line is unescaped;
 * numbers follow the real line feeds, so that they lead to the place in a file.
 */
export function splitLines(text: string, first: number, breaks: "real" | "escaped"): readonly Line[] {
  const lines: Line[] = [];
  const content = breaks === "real" ? (raw: string) => raw : unescaped;
  let from = 0;
  let number = first;
  for (const match of text.matchAll(breaks === "real" ? realBreak : anyBreak)) {
    const kind = breakKind(match[0]);
    if (kind === "none") continue;
    lines.push({ text: content(text.slice(from, match.index)), from, to: match.index, number, break: kind });
    from = match.index + match[0].length;
    if (match[0].endsWith("\n")) number += 1;
  }
  lines.push({ text: content(text.slice(from)), from, to: text.length, number, break: "none" });
  return lines;
}

/** How many line feeds stand in a part of a text. */
export function lineFeeds(text: string, from = 0, to = text.length): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

function breakKind(text: string): Line["break"] {
  if (text === "\n") return "\n";
  if (text.startsWith("\r")) return "\r";
  return text === "\\n" || text === "\\r\\n" ? "escaped" : "none";
}

const escapes: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

const unescaped = (text: string): string =>
  text.replaceAll(/\\(?:u([\da-f]{4})|(.))/giu, (_all, hex: string | undefined, char: string | undefined) =>
    hex === undefined ? (escapes[char ?? ""] ?? char ?? "") : String.fromCharCode(Number.parseInt(hex, 16)),
  );
