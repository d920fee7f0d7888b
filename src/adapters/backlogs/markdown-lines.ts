import { closesFence, fenceLength, type Fence } from "./fix-plan/markdown/block-starts.ts";
import { frontMatterOf } from "./fix-plan/markdown/front-matter.ts";

/** One line of a Markdown text. `start` and `end` are its offsets without the line end, `next` that of the line behind it. */
export interface MarkdownLine {
  readonly text: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly next: number;
  /** Within a fenced code block, the fences themselves, or none of it: `aside` is front matter or a comment. */
  readonly place: "text" | "fence" | "code" | "aside";
}

const lineEnd = /\r\n|\r|\n|$/g;

/** Gives the end of the line that begins at an offset, and where the next one begins. */
function lineEnds(text: string): (start: number) => readonly [number, number] {
  if (text.includes("\r"))
    return (start) => {
      lineEnd.lastIndex = start;
      const found = lineEnd.exec(text);
      const end = found?.index ?? text.length;
      return [end, end + (found?.[0].length ?? 0)];
    };
  return (start) => {
    const end = text.indexOf("\n", start);
    return end < 0 ? [text.length, text.length] : [end, end + 1];
  };
}

/** The lines of a text, each told apart by whether it is text, code, or put aside. LF, CRLF and a lone CR end one; a BOM is none of it. */
export function markdownLines(text: string): readonly MarkdownLine[] {
  const lines: MarkdownLine[] = [];
  const bom = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const front = frontMatterOf(text, bom).end;
  const endOf = lineEnds(text);
  let fence: Fence | null = null;
  let isComment = false;
  for (let start = bom, line = 1; start < text.length; line++) {
    const [end, next] = endOf(start);
    const content = text.slice(start, end);
    let place: MarkdownLine["place"] = "text";
    const first = start + content.length - content.trimStart().length;
    if (start < front) place = "aside";
    else if (fence !== null) {
      const closes: boolean = closesFence(text, first, end, fence);
      place = closes ? "fence" : "code";
      if (closes) fence = null;
    } else if (isComment || /^ {0,3}<!--/.test(content)) {
      place = "aside";
      isComment = !content.includes("-->");
    } else {
      const length = fenceLength(text, first, end);
      if (length > 0) {
        fence = { code: text.charCodeAt(first), length };
        place = "fence";
      }
    }
    lines.push({ text: content, line, start, end, next, place });
    start = next;
  }
  return lines;
}

/** A `#` heading. */
export interface MarkdownHeading {
  readonly level: number;
  readonly title: string;
}

/** The heading that a line is; null for any other line. */
export function headingOf({ text, place }: MarkdownLine): MarkdownHeading | null {
  if (place !== "text" || !/^ {0,3}#/.test(text)) return null;
  const [, marks, title] = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/.exec(text) ?? [];
  return marks === undefined ? null : { level: marks.length, title: title ?? "" };
}

/** A value that stands behind a bold label (`**Status:** done`), with its offsets in the text. */
export interface LabelledValue {
  readonly value: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/** Gives the value behind a label on a line; null where the line does not begin with it. `**Label:**` and `**Label**:` are read. */
export function labelReader(label: string): (line: MarkdownLine) => LabelledValue | null {
  const form = new RegExp(
    String.raw`^(\s{0,3}(?:[-*+][ \t]+)?\*\*${label}(?::\*\*|\*\*[ \t]*:)[ \t]*)(.*?)[ \t]*$`,
    "i",
  );
  return ({ text, start, line, place }) => {
    if (place !== "text" || !text.includes("**")) return null;
    const [, before, value] = form.exec(text) ?? [];
    if (before === undefined || value === undefined) return null;
    return { value, start: start + before.length, end: start + before.length + value.length, line };
  };
}

/** A checkbox line: its mark, where the mark is, and the text behind it. */
export interface BoxLine {
  readonly mark: string;
  readonly at: number;
  readonly text: string;
  readonly line: number;
}

/** The checkbox that a line is; null for any other line. */
export function boxOf({ text, start, line, place }: MarkdownLine): BoxLine | null {
  if (place !== "text" || !text.includes("[")) return null;
  const [, before, mark, words] =
    /^(\s*(?:[-*+]|\d{1,9}[.)])[ \t]+\[)([ xX\t])\](?:[ \t]+(.*?))?[ \t]*$/.exec(text) ?? [];
  if (before === undefined || mark === undefined) return null;
  return { mark, at: start + before.length, text: words ?? "", line };
}

/** A row of a table: its cells without the space around them, with their offsets. */
export interface TableRow {
  readonly line: number;
  readonly cells: readonly { readonly text: string; readonly start: number; readonly end: number }[];
}

/** A table: its header and the rows below, and the offset behind its last row. */
export interface Table {
  readonly header: TableRow;
  readonly rows: readonly TableRow[];
  readonly end: number;
}

/** All tables of a text: a row, a row of dashes, and the rows below it. */
export function tablesIn(lines: readonly MarkdownLine[]): readonly Table[] {
  const tables: Table[] = [];
  for (let i = 0; i + 1 < lines.length; i++) {
    const head = lines[i];
    const under = lines[i + 1];
    if (head === undefined || under === undefined || head.place !== "text" || under.place !== "text") continue;
    if (!head.text.includes("|") || !/^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/.test(under.text)) continue;
    const rows: TableRow[] = [];
    let end = under.next;
    for (i += 2; i < lines.length; i++) {
      const line = lines[i];
      if (line === undefined || line.place !== "text" || !line.text.includes("|")) break;
      rows.push(rowOf(line));
      end = line.next;
    }
    i--;
    tables.push({ header: rowOf(head), rows, end });
  }
  return tables;
}

function rowOf({ text, start, line }: MarkdownLine): TableRow {
  const cells: { text: string; start: number; end: number }[] = [];
  const bare = text.trimEnd();
  let from = bare.length - bare.trimStart().length;
  if (bare.charAt(from) === "|") from++;
  while (from <= bare.length) {
    let to = from;
    while (to < bare.length && !(bare.charAt(to) === "|" && bare.charAt(to - 1) !== "\\")) to++;
    if (to === bare.length && bare.slice(from).trim() === "" && cells.length > 0) break;
    const raw = bare.slice(from, to);
    const inner = raw.trim();
    const at = start + from + (raw.length - raw.trimStart().length);
    cells.push({ text: inner, start: at, end: at + inner.length });
    from = to + 1;
  }
  return { line, cells };
}

/** A text without the marks of bold, italics, code and links around it: what a cell or a title says. */
export const plainText = (text: string): string =>
  text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[*`~]+(?=\S)|(?<=\S)[*`~]+/g, "")
    .replaceAll(/(?<![\p{L}\p{N}])_+(?=\S)|(?<=\S)_+(?![\p{L}\p{N}])/gu, "")
    .trim();
