/** True for the two characters that CommonMark counts as indentation. */
export const isSpace = (code: number): boolean => code === 32 || code === 9;

/** The first offset at or after `pos` that holds no space or tab; `end` if there is none. */
function skipSpaces(text: string, pos: number, end: number): number {
  let at = pos;
  while (at < end && isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** The offset behind the last character before `end` that is no space or tab. */
export function trimmedEnd(text: string, end: number): number {
  let at = end;
  while (isSpace(text.charCodeAt(at - 1))) at--;
  return at;
}

function runLength(text: string, pos: number, end: number, code: number): number {
  let at = pos;
  while (at < end && text.charCodeAt(at) === code) at++;
  return at - pos;
}

/** The length of the code fence that opens at `pos`, 0 if none does. */
export function fenceLength(text: string, pos: number, end: number): number {
  const code = text.charCodeAt(pos);
  if (code !== 96 && code !== 126) return 0;
  const length = runLength(text, pos, end, code);
  if (length < 3) return 0;
  const tick = code === 96 ? text.indexOf("`", pos + length) : -1;
  return tick >= 0 && tick < end ? 0 : length;
}

/** Whether the line closes a fence of `length` characters `code`. */
export function closesFence(text: string, pos: number, end: number, fence: Fence): boolean {
  const length = runLength(text, pos, end, fence.code);
  return length >= fence.length && skipSpaces(text, pos + length, end) >= end;
}

/** An open code fence: its character and how many of them opened it. */
export interface Fence {
  readonly code: number;
  readonly length: number;
}

/** Whether the line is a thematic break (`---`, `* * *`, `___`). */
export function isThematicBreak(text: string, pos: number, end: number): boolean {
  const code = text.charCodeAt(pos);
  if (code !== 45 && code !== 42 && code !== 95) return false;
  let count = 0;
  for (let at = pos; at < end; at++) {
    const next = text.charCodeAt(at);
    if (next === code) count++;
    else if (!isSpace(next)) return false;
  }
  return count >= 3;
}

/** The level that the line gives as underline of a heading: 1 for `=`, 2 for `-`, 0 if it is none. */
export function underlineLevel(text: string, pos: number, end: number): 0 | 1 | 2 {
  const code = text.charCodeAt(pos);
  if (code !== 61 && code !== 45) return 0;
  const length = runLength(text, pos, end, code);
  if (skipSpaces(text, pos + length, end) < end) return 0;
  return code === 61 ? 1 : 2;
}

/** The level of the `#` heading at `pos`, 0 if the line is none. */
export function headingLevel(text: string, pos: number, end: number): number {
  const level = runLength(text, pos, end, 35);
  if (level < 1 || level > 6) return 0;
  return pos + level >= end || isSpace(text.charCodeAt(pos + level)) ? level : 0;
}

/** The length of the list marker at `pos` (`-`, `*`, `+`, `1.`, `1)`), 0 if none stands there. */
export function listMarkerLength(text: string, pos: number, end: number): number {
  const code = text.charCodeAt(pos);
  let at = pos + 1;
  if (isDigit(code)) {
    while (at < end && isDigit(text.charCodeAt(at))) at++;
    const delimiter = text.charCodeAt(at);
    if (at >= end || at - pos > 9 || (delimiter !== 46 && delimiter !== 41)) return 0;
    at++;
  } else if (code !== 45 && code !== 42 && code !== 43) return 0;
  return at >= end || isSpace(text.charCodeAt(at)) ? at - pos : 0;
}

/** Whether the list item at `pos` may stand right below a paragraph line: it has content, and its number is 1 if any. */
export function mayInterrupt(text: string, pos: number, end: number): boolean {
  const marker = listMarkerLength(text, pos, end);
  if (skipSpaces(text, pos + marker, end) >= end) return false;
  return marker === 1 || Number(text.slice(pos, pos + marker - 1)) === 1;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** A kind of HTML block: what ends it (null: a blank line) and whether it may stand right below a paragraph line. */
export interface HtmlKind {
  readonly opens: RegExp;
  readonly closes: RegExp | null;
  readonly interrupts: boolean;
}

const blockNames =
  "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul";
const attribute = `\\s+[a-zA-Z_:][a-zA-Z0-9:._-]*(?:\\s*=\\s*(?:[^"'=<>\`\\s]+|'[^']*'|"[^"]*"))?`;
const tag = `(?:<[A-Za-z][A-Za-z0-9-]*(?:${attribute})*\\s*\\/?>|<\\/[A-Za-z][A-Za-z0-9-]*\\s*>)`;

const htmlKinds: readonly HtmlKind[] = [
  {
    opens: /^<(?:script|pre|style|textarea)(?=\s|>|$)/i,
    closes: /<\/(?:script|pre|style|textarea)>/i,
    interrupts: true,
  },
  { opens: /^<!--/, closes: /-->/, interrupts: true },
  { opens: /^<\?/, closes: /\?>/, interrupts: true },
  { opens: /^<![A-Za-z]/, closes: />/, interrupts: true },
  { opens: /^<!\[CDATA\[/, closes: /\]\]>/, interrupts: true },
  { opens: new RegExp(`^</?(?:${blockNames})(?=\\s|/?>|$)`, "i"), closes: null, interrupts: true },
  { opens: new RegExp(`^${tag}\\s*$`, "i"), closes: null, interrupts: false },
];

/** The kind of HTML block that the line (from its first character) opens; null if it opens none. */
export const htmlKindOf = (line: string): HtmlKind | null => htmlKinds.find((kind) => kind.opens.test(line)) ?? null;
