import { type Line, lineWidth, paint } from "./line.ts";
import type { Size } from "./scene.ts";

/** A frame as it stands on a terminal, the cursor at the beginning of its last line. */
export interface Drawn {
  readonly lines: readonly Line[];
  readonly size: Size;
}

const escape = "\u001b[";
/** Shows the cursor again, and lets lines wrap as they did. */
export const cursorBack = `${escape}?7h${escape}?25h`;
const hideCursor = `${escape}?25l`;
// Drawn in one go where the terminal knows how (2026), and no line spills over, whatever it takes a character to be wide (7).
// Keys that were pressed have moved the cursor along its line.
const begin = `${escape}?2026h${escape}?7l\r`;
const end = `${escape}?7h${escape}?2026l`;
const clearBelow = `${escape}J`;

/** What to write so that `after` stands where `before` stood: only lines that differ, and the last, where keys are echoed. */
export function redraw(before: Drawn | null, after: Drawn): string {
  if (before === null) return begin + hideCursor + whole(after) + end;
  if (before.size.columns !== after.size.columns || before.size.rows !== after.size.rows)
    return begin + toTop(before, after.size) + clearBelow + whole(after) + end;
  return begin + changed(before, after) + end;
}

/** What to write to take a frame off the screen, the cursor where it began. */
export const erase = (drawn: Drawn): string => `${toTop(drawn, drawn.size)}${clearBelow}`;

const whole = ({ lines, size }: Drawn): string => `${lines.map((line) => written(line, size)).join("\r\n")}\r`;

function changed(before: Drawn, after: Drawn): string {
  const last = after.lines.length - 1;
  const painted = before.lines.map(paint);
  let at = before.lines.length - 1;
  let out = "";
  for (const [index, line] of after.lines.entries()) {
    if (index !== last && paint(line) === painted[index]) continue;
    out += `${moved(at, index, before.lines.length - 1)}${written(line, after.size)}\r`;
    at = index;
  }
  if (last >= before.lines.length - 1) return out;
  return `${out}${down(1)}${clearBelow}${up(1)}`;
}

/** Moves from line to line; below the lines that are there yet, new ones have to be made. */
const moved = (from: number, to: number, lastThere: number): string => {
  if (to <= from) return up(from - to);
  const there = Math.max(0, Math.min(to, Math.max(lastThere, from)) - from);
  return down(there) + "\r\n".repeat(to - from - there);
};

const up = (lines: number): string => (lines === 0 ? "" : `${escape}${lines}A`);
const down = (lines: number): string => (lines === 0 ? "" : `${escape}${lines}B`);

// A full line is not cleared behind: the cursor still stands on its last character.
const written = (line: Line, { columns }: Size): string =>
  paint(line) + (lineWidth(line) < columns ? `${escape}K` : "");

/** A terminal that was made narrower has wrapped the lines that stood on it, so that the frame takes more rows. */
function toTop({ lines }: Drawn, { columns, rows }: Size): string {
  const above = lines.slice(0, -1).reduce((sum, line) => sum + Math.max(1, Math.ceil(lineWidth(line) / columns)), 0);
  return `\r${up(Math.min(above, rows - 1))}`;
}
