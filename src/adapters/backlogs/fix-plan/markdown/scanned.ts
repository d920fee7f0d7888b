import type { Oddity } from "./box.ts";

/** One checkbox item. Numbers but `line` (from 1), `parent` and `section` are offsets into the text. */
export interface ScannedItem {
  readonly line: number;
  /** Where its first line starts, and ends (without line end). */
  readonly start: number;
  readonly lineEnd: number;
  /** The character between the brackets, and where. */
  readonly mark: string;
  readonly box: number;
  readonly textStart: number;
  /** The last line of the item's first paragraph, from its first character to its last. */
  tailStart: number;
  tailEnd: number;
  /** Behind the last line that belongs to the item, nested blocks and line end included. */
  end: number;
  /** Index of the item that it is nested under, -1 for none. */
  readonly parent: number;
  /** Index of the heading that it stands under, -1 for none. */
  readonly section: number;
}

/** One heading outside lists and quotes. `start` is the offset of its first line, `end` that behind its last. */
export interface ScannedHeading {
  readonly level: number;
  readonly text: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** What a Markdown text holds of tasks, in document order. */
export interface Scan {
  readonly items: readonly ScannedItem[];
  readonly headings: readonly ScannedHeading[];
  readonly oddities: readonly Oddity[];
}
