import { cleanLine, fenceKind, isBlank } from "./clean-line.ts";
import { isDecoration } from "./delimiter.ts";
import type { Mark } from "./delimiter.ts";
import { fieldLine, inlinePieces } from "./field-line.ts";
import type { FieldLine } from "./field-line.ts";
import type { RepairCode } from "../findings.ts";
import { splitLines } from "./split-lines.ts";
import type { Line } from "./split-lines.ts";

/** The text of one block to be: from behind its start delimiter to its end delimiter, or as far as it may reach. */
export interface Region {
  readonly start: Mark;
  readonly end: Mark | undefined;
  readonly text: string;
  /** The number of the line on which the start delimiter stands. */
  readonly line: number;
}

/** One thing that stands in a block. */
export type Entry =
  | { readonly kind: "field"; readonly field: FieldLine; readonly line: number }
  | { readonly kind: "prose"; readonly text: string; readonly line: number };

/** A block cut into its entries, before any value is read. */
export interface RegionEntries {
  readonly entries: readonly Entry[];
  /** Each code once, with its first line. */
  readonly repairs: ReadonlyMap<RepairCode, number>;
  /** Where the block's last line ends in the region's text, and where what follows it begins. */
  readonly to: number;
  readonly rest: number;
  /** What ended the block; without its end delimiter a text behind the recommendation may. */
  readonly ended: "by-delimiter" | "by-text" | "by-the-end";
  readonly lastLine: number;
}

/** Cuts a region into fields and prose, and notes what had to be forgiven. */
export function readRegion(region: Region): RegionEntries {
  const notes = new Map<RepairCode, number>();
  const note = (line: number, codes: readonly RepairCode[]): void => {
    for (const code of codes) notes.set(code, Math.min(line, notes.get(code) ?? line));
  };
  const lines = splitLines(region.text, region.line, region.start.breaks);
  noteDelimiters(region, lines.at(-1)?.number ?? region.line, note);
  const entries: Entry[] = [];
  let rest = region.text.length;
  let to = 0;
  let ended: RegionEntries["ended"] = region.end === undefined ? "by-the-end" : "by-delimiter";
  let lastLine = region.line;
  let recommended = false;
  const [first] = lines;
  if (first !== undefined) note(first.number, breakRepairs(first));
  const body = bodyLines(region, lines);
  for (const line of body) {
    const found = readLine(line, line.from === 0 ? "start" : "inside");
    if (region.end === undefined && recommended && found.entries.every((entry) => entry.kind === "prose")) {
      ended = "by-text";
      rest = line.from;
      break;
    }
    note(line.number, [...found.repairs, ...breakRepairs(line)]);
    entries.push(...found.entries);
    recommended ||= found.entries.some((entry) => entry.kind === "field" && entry.field.name === "RECOMMENDATION");
    lastLine = line.number;
    to = line.to;
  }
  return { entries, repairs: notes, to, rest, ended, lastLine };
}

type Note = (line: number, codes: readonly RepairCode[]) => void;

function noteDelimiters(region: Region, endLine: number, note: Note): void {
  const { start, end } = region;
  note(region.line, start.repairs);
  note(region.line, leadRepairs(start.lead));
  if (isDecoration(start.tail)) note(region.line, decorationRepairs(start.tail));
  if (end === undefined) return;
  note(endLine, end.repairs);
  if (end.lineFrom > start.to) note(endLine, leadRepairs(end.lead));
  if (isDecoration(end.tail)) note(endLine, decorationRepairs(end.tail));
}

function leadRepairs(lead: string): readonly RepairCode[] {
  const { text, repairs } = cleanLine(`${lead}-`);
  if (text === "-") return repairs;
  return isDecoration(lead) ? [...repairs, "markup"] : ["one-line"];
}

function decorationRepairs(tail: string): readonly RepairCode[] {
  const { text, repairs } = cleanLine(tail);
  return text === "" ? repairs : [...repairs, "markup"];
}

// The lines between the delimiters' own: those hold nothing, unless fields were written beside a delimiter.
function bodyLines(region: Region, lines: readonly Line[]): readonly Line[] {
  const body = [...lines];
  if (region.end !== undefined && isDecoration(body.at(-1)?.text ?? "")) body.pop();
  if (region.end === undefined) while (body.length > 1 && isBlank(body.at(-1)?.text ?? "")) body.pop();
  const [first] = body;
  if (first !== undefined && first.from === 0 && isDecoration(first.text)) body.shift();
  return body;
}

function readLine(
  line: Line,
  place: "start" | "inside",
): { entries: readonly Entry[]; repairs: readonly RepairCode[] } {
  const { text, repairs } = cleanLine(line.text);
  if (text === "") return { entries: [], repairs: ["whitespace"] };
  if (fenceKind(text) !== "none") return { entries: [], repairs: ["code-fence"] };
  const bare = place === "start" ? text.replace(/^[*_`"'”’]+\s+/u, "") : text;
  const pieces = inlinePieces(bare, place === "start" ? "cut-at-tracker" : "never-cut");
  const entries = pieces.map((piece) => entryOf(piece, line.number));
  const fieldRepairs = entries.flatMap((entry) => (entry.kind === "field" ? entry.field.repairs : []));
  if (place === "start") return { entries, repairs: ["one-line", ...fieldRepairs] };
  return {
    entries,
    repairs: pieces.length > 1 ? [...repairs, "one-line", ...fieldRepairs] : [...repairs, ...fieldRepairs],
  };
}

function entryOf(text: string, line: number): Entry {
  const field = fieldLine(text);
  return field === undefined ? { kind: "prose", text, line } : { kind: "field", field, line };
}

function breakRepairs(line: Line): readonly RepairCode[] {
  if (line.break === "\r") return ["crlf"];
  return line.break === "escaped" ? ["escaped-newlines"] : [];
}

/** Where the JSON string that holds a block ends, if it ends inside the region. */
export function stringEnd(region: Region): number | undefined {
  if (region.start.breaks === "real") return undefined;
  for (const match of region.text.matchAll(/\\.|"\s*(?:[,}\]:]|$)/gu))
    if (!match[0].startsWith("\\")) return match.index;
  return undefined;
}
