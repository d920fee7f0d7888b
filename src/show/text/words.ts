/** A number with its noun: `1 file`, `2 files`. */
export const count = (n: number, noun: string, nouns = `${noun}s`): string => `${n} ${n === 1 ? noun : nouns}`;

/** Text on one line: line breaks and control characters are blanks. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ");

/** A moment as people read it: ISO 8601 in UTC, to the second. */
export const moment = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** A moment as programs read it: ISO 8601 in UTC, to the millisecond. */
export const isoTime = (ms: number): string => new Date(ms).toISOString();

/** Rows of `name  value`, names padded to one width; rows without a value are left out. */
export function rowsOf(rows: readonly (readonly [string, string | null])[], indent = "  "): readonly string[] {
  const shown = rows.filter((row): row is readonly [string, string] => row[1] !== null && row[1] !== "");
  const width = Math.max(0, ...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `${indent}${name.padEnd(width)}  ${value}`);
}

/** What half-open means of a breaker, where the word is shown. */
export const halfOpen = "it opens, and ends the run, unless progress closes it";
