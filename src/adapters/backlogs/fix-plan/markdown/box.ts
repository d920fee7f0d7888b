import { isSpace } from "./block-starts.ts";

/** Why something that looks like a task is none, or only in part. */
export type OddityCode =
  | "empty-box"
  | "odd-space"
  | "no-text"
  | "no-space-after-box"
  | "no-space-after-marker"
  | "escaped-box"
  | "box-in-heading"
  | "box-in-front-matter"
  | "box-in-html"
  | "unclosed-block";

/** A line that a person may have meant as a task. `line` counts from 1. */
export interface Oddity {
  readonly code: OddityCode;
  readonly line: number;
  readonly text: string;
}

/** The box at the start of a list item: the offset of its mark, the mark itself, and where the item's text begins. */
export interface Box {
  readonly mark: string;
  readonly at: number;
  readonly textStart: number;
}

/**
 * Reads the box that opens an item's content at `pos` (`[ ] text`). One character of any kind is a mark, but for a
 * digit, which makes a reference (`[1] source`), and white space other than space and tab. Null: no box.
 */
export function boxAt(text: string, pos: number, end: number): Box | null {
  if (text.charCodeAt(pos) !== 91) return null;
  const point = text.codePointAt(pos + 1);
  if (point === undefined) return null;
  const close = pos + (point > 0xffff ? 3 : 2);
  if (text.charCodeAt(close) !== 93 || close + 1 >= end || !isSpace(text.charCodeAt(close + 1))) return null;
  let textStart = close + 1;
  while (textStart < end && isSpace(text.charCodeAt(textStart))) textStart++;
  if (textStart >= end) return null;
  if (point === 32 || point === 120) return { mark: point === 32 ? " " : "x", at: pos + 1, textStart };
  const mark = text.slice(pos + 1, close);
  if (mark !== "\t" && /^[\s\d\]\\]$/u.test(mark)) return null;
  return { mark, at: pos + 1, textStart };
}

const oddForms: readonly { readonly code: OddityCode; readonly form: RegExp }[] = [
  { code: "no-text", form: /^\[[ \txX]\][ \t]*$/ },
  { code: "empty-box", form: /^\[\](?:[ \t]|$)/ },
  { code: "odd-space", form: /^\[(?![ \t]\])\s*[xX~!>-]?\s*\](?:[ \t]|$)/ },
  { code: "no-space-after-box", form: /^\[[ xX]\]\S/ },
  { code: "escaped-box", form: /^\\\[[ xX]\\?\]/ },
];

/** How the content of a list item misses being a task, though it looks much like one; null if it does not. */
export function oddFormOf(content: string): OddityCode | null {
  return oddForms.find(({ form }) => form.test(content))?.code ?? null;
}

const gluedBox = /^(?:[-*+]|\d{1,9}[.)])\[[ xX]\]/;

/** Whether a paragraph line is an item whose marker lacks its space (`-[ ] text`). */
export const isGluedBox = (line: string): boolean => gluedBox.test(line);

const boxLine = /^[ \t]*(?:>[ \t]*)*(?:#{1,6}[ \t]+)?(?:[-*+]|\d{1,9}[.)])[ \t]+\[[ xX]\][ \t]/;

/** Whether a line, wherever it stands, is written like a task. */
export const isBoxLine = (line: string): boolean => boxLine.test(line);
