import { trimmed, withoutInvisibles } from "./clean-line.ts";
import type { RepairCode } from "../findings.ts";
import { coreFields, fieldNamed, trackerFields } from "../profile.ts";
import type { FieldName } from "../profile.ts";

/** One `KEY: value`, with the key as the form has it and the value still raw. */
export interface FieldLine {
  /** null for a key in capitals that no profile has; it is then in `key` only. */
  readonly name: FieldName | null;
  readonly key: string;
  readonly value: string;
  readonly repairs: readonly RepairCode[];
}

const separator = /[:=：]/u;
const opening = /^[*_`"'“‘]+/u;
const closing = /[*_`"'”’]+$/u;
const mirror: Readonly<Record<string, string>> = { "“": "”", "‘": "’" };
const pairs = /^(?<open>\*{1,3}|_{1,3}|`{1,3}|["'“‘])(?=.)/u;

/** Reads a cleaned line as a field; undefined if it is prose. */
export function fieldLine(text: string): FieldLine | undefined {
  const at = text.search(separator);
  if (at < 0) return bareKey(text);
  const rawKey = text.slice(0, at);
  const repairs: RepairCode[] = [];
  const seen = withoutInvisibles(rawKey);
  if (seen !== rawKey) repairs.push("invisible-chars");
  const outer = seen.trim();
  if (outer !== seen) repairs.push("whitespace");
  const { key, left } = unwrappedKey(outer);
  const name = /^[A-Za-z_]+$/u.test(key) ? fieldNamed(key) : undefined;
  if (name === undefined && !/^[A-Z][A-Z_]*$/u.test(key)) return undefined;
  if (key !== outer) repairs.push("markup");
  if (name !== undefined && key !== name) repairs.push("key-case");
  if (text[at] !== ":") repairs.push("separator");
  return { name: name ?? null, key, value: withoutCloser(text.slice(at + 1), left), repairs };
}

/** Takes emphasis, backticks or quotes off a whole value, as long as they come in pairs. */
export function unwrapped(value: string): { readonly text: string; readonly changed: boolean } {
  let text = value;
  for (;;) {
    const open = pairs.exec(text)?.groups?.["open"];
    if (open === undefined) break;
    const close = mirrored(open);
    if (text.length < open.length + close.length || !text.endsWith(close)) break;
    text = text.slice(open.length, text.length - close.length).trim();
  }
  return { text, changed: text !== value };
}

const inlineKey = (names: readonly string[]): RegExp =>
  new RegExp(`(?<=^|\\s)[*_\`"'“‘]{0,4}(?:${names.join("|")})[*_\`"'”’]{0,4}\\s{0,8}[:=：]`, "giu");
const anyKey = inlineKey([...coreFields, ...trackerFields]);
const trackerKey = inlineKey(trackerFields);
const recommendationKey = /^[*_`"'“‘]{0,4}RECOMMENDATION[*_`"'”’]{0,4}\s{0,8}[:=：]/iu;

/** Whether the text starts with a field that some profile knows. */
export const startsWithField = (text: string): boolean => text.search(anyKey) === 0;

/**
 * Cuts a line that holds several fields into one piece a field. Free text is never cut: behind RECOMMENDATION only
 * tracker fields start a new piece, and only if `after` allows it.
 */
export function inlinePieces(text: string, after: "cut-at-tracker" | "never-cut"): readonly string[] {
  const starts = [...text.matchAll(anyKey)].map((match) => match.index);
  if (starts[0] !== 0) return [text];
  const free = starts.find((start) => recommendationKey.test(text.slice(start, start + 40)));
  const cuts = free === undefined ? starts : starts.filter((start) => start <= free);
  if (free !== undefined && after === "cut-at-tracker") {
    cuts.push(...[...text.matchAll(trackerKey)].map((match) => match.index).filter((start) => start > free));
  }
  return cuts.map((start, n) => text.slice(start, cuts[n + 1]).trim());
}

function bareKey(text: string): FieldLine | undefined {
  const seen = trimmed(withoutInvisibles(text)).text;
  const { key } = unwrappedKey(seen);
  const name = fieldNamed(key);
  if (name === undefined) return undefined;
  const repairs: RepairCode[] = ["separator"];
  if (key !== name) repairs.push("key-case");
  if (key !== seen) repairs.push("markup");
  return { name, key, value: "", repairs };
}

// `left` is what the key's opening marks still wait for: `**` in `**STATUS:** x` and `**STATUS: x**`.
function unwrappedKey(text: string): { readonly key: string; readonly left: string } {
  const open = opening.exec(text)?.[0] ?? "";
  const inner = text.slice(open.length);
  const close = closing.exec(inner)?.[0] ?? "";
  const wanted = mirrored(open);
  return {
    key: close === "" ? inner : inner.slice(0, -close.length).trim(),
    left: wanted.startsWith(close) ? wanted.slice(close.length) : "",
  };
}

function withoutCloser(value: string, closer: string): string {
  if (closer === "") return value;
  const start = value.trimStart();
  if (start.startsWith(closer)) return start.slice(closer.length);
  const end = value.trimEnd();
  return end.endsWith(closer) ? end.slice(0, -closer.length) : value;
}

const mirrored = (open: string): string =>
  open
    .split("")
    .toReversed()
    .map((mark) => mirror[mark] ?? mark)
    .join("");
