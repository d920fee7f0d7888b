import { cleanLine, trimmed, withoutAnsi, withoutInvisibles } from "./clean-line.ts";
import { fieldLine, startsWithField } from "./field-line.ts";
import type { RepairCode } from "../findings.ts";

/** The delimiters as they are rendered. */
export const startDelimiter = "---RALPH_STATUS---";
export const endDelimiter = "---END_RALPH_STATUS---";

/** The word that both delimiters hold; all else of a text can be passed over without a look. */
export const sentinel = /RALPH_STATUS/giu;
export const sentinelLength = "RALPH_STATUS".length;

/** The longest run of dashes that still makes a delimiter. */
export const longestRun = 120;

/** How much text on either side of the word is looked at; a line longer than this is judged by its near part. */
export const reach = { before: 1024, after: 256 } as const;

const dashes = /[-\u2010-\u2015\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d\u2500\u2501]/u;
const between = /[\s*`\u00ad\u200b-\u200f\u2060\ufeff]/u;
const decoration = /^[\s*_`"'“”‘’]*$/u;

/** A delimiter found in a text: where it stands, and what stands before and behind it on its line. */
export interface Mark {
  readonly kind: "start" | "end";
  /** From its first dash to behind its last; places are in the whole input. */
  readonly from: number;
  readonly to: number;
  /** The start of its line: of the logical line, where line breaks are escaped. */
  readonly lineFrom: number;
  readonly lead: string;
  readonly tail: string;
  /** What stands before it on its real line: more than `lead` where line breaks are escaped. */
  readonly realLead: string;
  readonly breaks: "real" | "escaped";
  readonly repairs: readonly RepairCode[];
}

/**
 * Looks at one occurrence of the word: the delimiter it is part of, or undefined if it is only mentioned. `at` is a
 * place in `text`, which itself starts at `base` of the whole input.
 */
export function markAt(text: string, at: number, base: number): Mark | undefined {
  const isEnd = /END_$/iu.test(text.slice(Math.max(0, at - 4), at));
  const from = dashesBefore(text, isEnd ? at - 4 : at);
  const to = dashesAfter(text, at + sentinelLength);
  if (from === undefined || to === undefined) return undefined;
  const physical = lineStart(text, from);
  const tail = text.slice(to, lineEnd(text, to));
  const lead = text.slice(physical, from);
  const escapedFrom = lastEscapedBreak(lead);
  const breaks =
    (escapedFrom > 0 && escapedFrom === lead.length) || /^[\s*_`]*\\(?:r\\)?n/u.test(tail) ? "escaped" : "real";
  const cut = breaks === "escaped" ? Math.max(escapedFrom, lastOpenQuote(lead)) : 0;
  return {
    kind: isEnd ? "end" : "start",
    from: base + from,
    to: base + to,
    lineFrom: base + physical + cut,
    lead: lead.slice(cut),
    realLead: lead,
    tail: breaks === "escaped" ? logicalTail(tail) : tail,
    breaks,
    repairs: spelling(text.slice(from, to), isEnd ? endDelimiter : startDelimiter),
  };
}

/** Whether nothing but decoration stands in a piece of a delimiter's line. */
export const isDecoration = (text: string): boolean => decoration.test(cleanLine(`${text}|`).text.slice(0, -1));

/**
 * Whether a start delimiter may open a block: fields or a line's end come behind it, and before it stands nothing,
 * or prose that is not itself a field's value.
 */
export function opens(mark: Mark): boolean {
  const tail = trimmed(withoutAnsi(mark.tail)).text.replace(/^[*_`"'”’]+/u, "");
  if (tail !== "" && !startsWithField(tail.trimStart())) return false;
  return isDecoration(mark.lead) || (/\s[*_`"'“‘]*$/u.test(mark.lead) && !isFieldsValue(mark.lead));
}

/** Whether what stands before a delimiter is a field, so that the delimiter is only mentioned in its value. */
export const isFieldsValue = (lead: string): boolean => (fieldLine(cleanLine(lead).text)?.name ?? null) !== null;

// Offsets are into the raw text, so the run is walked by hand over colours and zero-width characters.
function dashesBefore(text: string, end: number): number | undefined {
  let from: number | undefined;
  for (let at = end - 1; at >= 0 && end - at < longestRun; at -= 1) {
    const char = text.charAt(at);
    if (dashes.test(char)) from = at;
    // oxlint-disable-next-line no-control-regex
    else if (/[A-Za-z]/u.test(char) && /\u001b\[[\d;]{0,16}$/u.test(text.slice(Math.max(0, at - 20), at))) {
      at = text.lastIndexOf("\u001b", at);
    } else if (!between.test(char) || (from !== undefined && /[\s*`]/u.test(char)) || char === "\n") break;
  }
  return from;
}

function dashesAfter(text: string, start: number): number | undefined {
  let to: number | undefined;
  for (let at = start; at < text.length && at - start < longestRun; at += 1) {
    const char = text.charAt(at);
    if (dashes.test(char)) to = at + 1;
    else if (char === "\u001b") {
      // oxlint-disable-next-line no-control-regex
      const code = /^\u001b\[[\d;]{0,16}[A-Za-z]/u.exec(text.slice(at, at + 24))?.[0];
      if (code === undefined || to !== undefined) break;
      at += code.length - 1;
    } else if (!between.test(char) || (to !== undefined && /[\s*`]/u.test(char)) || char === "\n") break;
  }
  return to;
}

function spelling(raw: string, wanted: string): readonly RepairCode[] {
  if (raw === wanted) return [];
  const repairs: RepairCode[] = [];
  const plain = withoutAnsi(raw);
  if (plain !== raw) repairs.push("ansi");
  const seen = withoutInvisibles(plain);
  if (seen !== plain) repairs.push("invisible-chars");
  const bare = seen.replaceAll(/[*`]/gu, "");
  if (bare !== seen) repairs.push("markup");
  const tight = bare.replaceAll(/\s/gu, "");
  if (tight !== bare) repairs.push("whitespace");
  if (tight !== wanted) repairs.push("delimiter");
  return repairs;
}

function lineStart(text: string, from: number): number {
  const floor = Math.max(0, from - reach.before);
  const near = text.slice(floor, from);
  return floor + Math.max(near.lastIndexOf("\n"), near.lastIndexOf("\r")) + 1;
}

function lineEnd(text: string, to: number): number {
  const near = text.slice(to, to + reach.after);
  const end = near.search(/[\r\n]/u);
  return to + (end < 0 ? near.length : end);
}

// Behind the last `\n` of a JSON string; one after an escaped backslash is the letter n.
function lastEscapedBreak(lead: string): number {
  let end = 0;
  if (!lead.includes("\\")) return end;
  for (const match of lead.matchAll(/\\(?:\\|n|.)/gu)) if (match[0] === "\\n") end = match.index + 2;
  return end;
}

function lastOpenQuote(lead: string): number {
  let end = 0;
  for (const match of lead.matchAll(/\\.|"/gu)) if (match[0] === '"') end = match.index + 1;
  return end;
}

function logicalTail(tail: string): string {
  const end = /\\(?:r\\)?n|"/u.exec(tail);
  return end === null ? tail : tail.slice(0, end.index);
}
