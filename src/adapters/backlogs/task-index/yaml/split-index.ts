/** The lines of one entry, by offset; `line` is the number of its first (from 1). */
export interface EntryLines {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  /** Lines without their ends. */
  readonly source: readonly string[];
}

/** An index cut into entries that stand on lines of their own. */
export interface SplitIndex {
  readonly form: "list" | "map";
  /** The column of each entry's dash or key. */
  readonly column: number;
  /** True where the keys of the whole text are the tasks: then keys that are none stand among them. */
  readonly isWhole: boolean;
  readonly entries: readonly EntryLines[];
}

interface Line {
  readonly start: number;
  readonly next: number;
  readonly text: string;
  readonly indent: number;
  readonly isFilled: boolean;
}

const topKey = /^(?:([^\s#"'[\]{},&*!|>%@`?-][^\s:#]*|-[^\s:#]+)|"([^"\\]*)"|'([^']*)')[ \t]*:(?:[ \t]+(.*))?$/;

/**
 * Cuts a text into the entries of its tasks without understanding them: by what stands in which column. Null where that can't be
 * told that way (brackets around everything, several documents, tabs that indent), which the real parser then reads.
 */
export function splitIndex(text: string): SplitIndex | null {
  const lines = linesOf(text);
  if (lines === null) return null;
  const tops = topsOf(lines);
  const [first] = tops ?? [];
  if (tops === null || first === undefined) return null;
  const whole = { from: first.from, to: lines.length };
  if (first.key === null) return entriesFrom(lines, whole, { form: "list", column: 0, isWhole: false });
  const at = tops.findIndex((top) => top.key === "tasks");
  const tasks = tops[at];
  if (tasks === undefined) return entriesFrom(lines, whole, { form: "map", column: 0, isWhole: true });
  const part = { from: tasks.from + 1, to: tops[at + 1]?.from ?? lines.length };
  const head = lines.slice(part.from, part.to).find((line) => line.isFilled);
  if (tasks.rest !== "" || head === undefined) return null;
  const isList = dash.test(head.text.slice(head.indent));
  if (!isList && head.indent === 0) return null;
  return entriesFrom(lines, part, { form: isList ? "list" : "map", column: head.indent, isWhole: false });
}

const dash = /^-(?:[ \t]|$)/;

/** A key in the first column, with what stands behind it in its line; null for a list that begins there. */
interface Top {
  readonly key: string | null;
  readonly rest: string;
  /** The index of its line. */
  readonly from: number;
}

function topsOf(lines: readonly Line[]): readonly Top[] | null {
  const tops: Top[] = [];
  const seen = new Set<string>();
  for (const [i, line] of lines.entries()) {
    if (!line.isFilled || line.indent > 0) continue;
    if (dash.test(line.text)) {
      if (tops.length === 0) tops.push({ key: null, rest: "", from: i });
      continue;
    }
    const [, plain, double, single, rest = ""] = topKey.exec(line.text) ?? [];
    const key = plain ?? double ?? single;
    if (key === undefined || tops[0]?.key === null || seen.has(key)) return null;
    seen.add(key);
    tops.push({ key, rest: rest.startsWith("#") ? "" : rest, from: i });
  }
  return tops;
}

function entriesFrom(
  lines: readonly Line[],
  { from, to }: { readonly from: number; readonly to: number },
  shape: Omit<SplitIndex, "entries">,
): SplitIndex | null {
  const { form, column } = shape;
  const starts: number[] = [];
  for (let i = from; i < to; i++) {
    const line = lines[i];
    if (line === undefined || !line.isFilled) continue;
    if (line.indent < column || (line.indent > column && starts.length === 0)) return null;
    if (line.indent > column) continue;
    const content = line.text.slice(column);
    if (form === "list" ? !dash.test(content) : !topKey.test(content)) return null;
    starts.push(i);
  }
  const entries = starts.map((start, i): EntryLines => {
    let end = starts[i + 1] ?? to;
    // Blank lines and comments in the entry's own column belong to the one below.
    while (end > start + 1 && isBetween(lines[end - 1], column)) end--;
    const own = lines.slice(start, end);
    return {
      start: own[0]?.start ?? 0,
      end: own.at(-1)?.next ?? 0,
      line: start + 1,
      source: own.map((line) => line.text),
    };
  });
  return { ...shape, entries };
}

const isBetween = (line: Line | undefined, column: number): boolean =>
  line !== undefined && !line.isFilled && (line.indent <= column || line.text.trim() === "");

const otherDocument = /^(?:%|---|\.\.\.(?:\s|$))/;

function linesOf(text: string): readonly Line[] | null {
  const lines: Line[] = [];
  let start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (start < text.length) {
    let end = text.indexOf("\n", start);
    const next = end < 0 ? text.length : end + 1;
    if (end < 0) end = text.length;
    if (text.charCodeAt(end - 1) === 13 && end > start) end--;
    const content = text.slice(start, end);
    if (content.includes("\r")) return null;
    let indent = 0;
    while (content.charCodeAt(indent) === 32) indent++;
    const code = content.charCodeAt(indent);
    const isFilled = indent < content.length && code !== 35 && content.trim() !== "";
    if (isFilled && (code === 9 || (indent === 0 && otherDocument.test(content) && !isBareStart(content, lines))))
      return null;
    lines.push({ start, next, text: content, indent, isFilled: isFilled && content !== "---" });
    start = next;
  }
  return lines;
}

/* One `---` before anything else starts the document that is there anyway. */
const isBareStart = (content: string, before: readonly Line[]): boolean =>
  content === "---" && !before.some((line) => line.isFilled || line.text === "---");
