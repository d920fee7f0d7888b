import type { RepairCode } from "../findings.ts";

/** Characters that are not seen: zero-width, marks of direction, byte-order mark, soft hyphen. */
const invisible = "\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff";
const invisibles = new RegExp(`[${invisible}]`, "gu");
const leadingInvisibles = new RegExp(`^[\\s${invisible}]+`, "u");
const trailingInvisibles = new RegExp(`[\\s${invisible}]+$`, "u");

// Control sequences (CSI), operating-system commands (OSC) and two-byte escapes.
// oxlint-disable-next-line no-control-regex
const ansi = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\^_])|\u009b[0-?]*[ -/]*[@-~]/gu;
const bullet = /^(?:[-*+•◦‣–—]|\d{1,3}[.)])(?=\s)\s?/u;
const fence = /^(?:`{3,}(?<ticks>[^`]*)|~{3,}(?<tildes>.*))$/u;

/** Text with the terminal's control sequences taken out. */
export const withoutAnsi = (text: string): string =>
  text.includes("\u001b") || text.includes("\u009b") ? text.replaceAll(ansi, "") : text;

/** Text with all zero-width characters taken out. */
export const withoutInvisibles = (text: string): string => text.replaceAll(invisibles, "");

/** A line after its decorations were taken off, and what was forgiven. */
export interface CleanLine {
  readonly text: string;
  readonly repairs: readonly RepairCode[];
}

/** Takes the line's break, colours, quote marks, bullets and outer space off; the inside stays as it is. */
export function cleanLine(raw: string): CleanLine {
  const repairs: RepairCode[] = [];
  let text = withoutAnsi(raw);
  if (text !== raw) repairs.push("ansi");
  const end = trimmedEnd(text);
  repairs.push(...end.repairs);
  text = end.text;
  for (;;) {
    const start = trimmedStart(text);
    repairs.push(...start.repairs);
    text = start.text;
    if (text.startsWith(">")) {
      repairs.push("quote-prefix");
      text = text.slice(text.startsWith("> ") ? 2 : 1);
      continue;
    }
    const withoutBullet = text.replace(bullet, "");
    if (withoutBullet === text) return { text, repairs };
    repairs.push("list-bullet");
    text = withoutBullet;
  }
}

/** Takes white space and zero-width characters off both ends. */
export function trimmed(text: string): CleanLine {
  const start = trimmedStart(text);
  const end = trimmedEnd(start.text);
  return { text: end.text, repairs: [...start.repairs, ...end.repairs] };
}

/** Whether a line (cleaned) opens or closes a code fence; one with an info string can only open. */
export function fenceKind(text: string): "none" | "bare" | "with-info" {
  const groups = fence.exec(text)?.groups;
  if (groups === undefined) return "none";
  return (groups["ticks"] ?? groups["tildes"] ?? "").trim() === "" ? "bare" : "with-info";
}

/** The fence that stands right above the end of a text, blank lines aside. */
export function fenceAbove(text: string): ReturnType<typeof fenceKind> {
  const line = text.split("\n").findLast((each) => !isBlank(each));
  return line === undefined ? "none" : fenceKind(cleanLine(line).text);
}

/** Whether nothing but space, zero-width characters, colours, quote marks or bullets stands in the line. */
export const isBlank = (raw: string): boolean => cleanLine(raw).text === "";

function trimmedStart(text: string): CleanLine {
  const cut = leadingInvisibles.exec(text)?.[0] ?? "";
  return { text: text.slice(cut.length), repairs: kindsOf(cut) };
}

function trimmedEnd(text: string): CleanLine {
  // Found from the end by hand: a regular expression would try each run of spaces anew.
  let end = text.length;
  while (end > 0 && trailingInvisibles.test(text.charAt(end - 1))) end -= 1;
  return { text: text.slice(0, end), repairs: kindsOf(text.slice(end)) };
}

function kindsOf(cut: string): readonly RepairCode[] {
  if (cut === "") return [];
  const seen = withoutInvisibles(cut);
  const kinds: RepairCode[] = [];
  if (seen !== cut) kinds.push("invisible-chars");
  if (seen !== "") kinds.push("whitespace");
  return kinds;
}
