import { displayWidth, fit } from "../text/display-width.ts";

/** What a piece of a line means, from which its colour follows. */
export type Tone = "plain" | "faint" | "strong" | "busy" | "good" | "warn" | "bad";

/** A piece of a line in one tone. The text is fit for a terminal already. */
export interface Span {
  readonly text: string;
  readonly tone: Tone;
}

/** One line of a screen, without its end. */
export type Line = readonly Span[];

/** A piece of a line in one tone. */
export const span = (text: string, tone: Tone = "plain"): Span => ({ text, tone });

/** How many columns a line takes. */
export const lineWidth = (line: Line): number => line.reduce((sum, piece) => sum + displayWidth(piece.text), 0);

/** The line cut to so many columns, with `…` where something was cut off (F221). */
export function fitLine(line: Line, columns: number): Line {
  if (lineWidth(line) <= columns) return line;
  const kept: Span[] = [];
  let left = columns;
  for (const [at, piece] of line.entries()) {
    const width = displayWidth(piece.text);
    const isLast = at === line.length - 1;
    if (width > left || (width === left && !isLast))
      return [...kept, { ...piece, text: fit(`${piece.text}${isLast ? "" : "  "}`, left) }];
    kept.push(piece);
    left -= width;
  }
  return kept;
}

const codes: Record<Tone, string> = {
  plain: "",
  faint: "2",
  strong: "1",
  busy: "36",
  good: "32",
  warn: "33",
  bad: "31",
};

/** The line as a terminal takes it, each tone in its colour, and none left on behind it. */
export const paint = (line: Line): string =>
  line
    .map(({ text, tone }) => (codes[tone] === "" || text === "" ? text : `\u001b[${codes[tone]}m${text}\u001b[0m`))
    .join("");

/** The line without its tones. */
export const plainLine = (line: Line): string => line.map((piece) => piece.text).join("");
