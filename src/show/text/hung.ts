import { displayWidth, padded, wrapped } from "./display-width.ts";
import { oneLine } from "./words.ts";

/** What texts for people are set for. */
export const columns = 80;

/** The text in lines of 80 columns: the first behind one indent, those that follow behind another. */
export function hung(text: string, first: string, further: string): readonly string[] {
  const width = columns - Math.max(displayWidth(first), displayWidth(further));
  return wrapped(oneLine(text), width).map((line, at) => `${at === 0 ? first : further}${line}`);
}

/** Rows of `name  value` in 80 columns, names padded to one width, long values going on below their beginning; empty ones are left out. */
export function hungRows(rows: readonly (readonly [string, string | null])[], indent = "  "): readonly string[] {
  const shown = rows.filter((row): row is readonly [string, string] => row[1] !== null && row[1] !== "");
  const width = Math.max(0, ...shown.map(([name]) => displayWidth(name)));
  const further = " ".repeat(indent.length + width + 2);
  return shown.flatMap(([name, value]) => hung(value, `${indent}${padded(name, width)}  `, further));
}
