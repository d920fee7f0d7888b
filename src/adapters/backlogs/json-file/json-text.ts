import { insertRaw, jsonNodes, type JsonNode, withoutNode } from "../../../core/json-splice.ts";
import type { Splice } from "../splice.ts";

/** A JSON object as it was understood. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A text that is no JSON: why, and the line of it. */
export interface JsonProblem {
  readonly message: string;
  readonly line: number;
}

/** A JSON text, understood and with the places of its values. */
export interface JsonText {
  readonly text: string;
  readonly value: unknown;
  readonly root: JsonNode;
}

/** True for an object that is no list. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A field's text without the space around it; null where it is none or empty. */
export const textIn = (from: JsonObject, key: string): string | null => {
  const value = from[key];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
};

/** The texts and numbers of a list, as texts; of anything else none. */
export const listIn = (from: JsonObject, key: string): readonly string[] => {
  const value = from[key];
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: unknown) =>
    typeof each === "string" || typeof each === "number" ? [String(each).trim()] : [],
  );
};

/** Understands a text, a byte order mark in front or not. */
export function parseJson(text: string): JsonText | JsonProblem {
  const bare = text.startsWith("\uFEFF") ? text.slice(1) : text;
  try {
    const value: unknown = JSON.parse(bare);
    return { text, value, root: jsonNodes(text) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const position = /at position (\d+)/.exec(message)?.[1];
    const at = position === undefined ? bare.trimEnd().length : Number(position);
    return { message: message.replace(/ at position .*| in JSON.*$/s, ""), line: lineAt(bare, at) };
  }
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split(/\r\n|\r|\n/).length;

/** Tells the line of an offset; asked in rising order, the text is gone over once. */
export function lineCounter(text: string): (offset: number) => number {
  let [line, at] = [1, 0];
  return (offset) => {
    if (offset < at) [line, at] = [1, 0];
    for (let next = text.indexOf("\n", at); next !== -1 && next < offset; next = text.indexOf("\n", at)) {
      line += 1;
      at = next + 1;
    }
    return line;
  };
}

/** A value as a text that is the same for equal values, in whatever order their keys stand. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) =>
    isObject(each) ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1))) : each,
  ) ?? "null";

/** The text of a member as it is written, escapes and all; null where the object has none of that name. */
export function rawOf(text: string, node: JsonNode, key: string): string | null {
  const member = node.members?.get(key);
  return member === undefined ? null : text.slice(member.start, member.end);
}

/** The edit that writes one member of an object so, puts it in behind the others, or (null) takes it out; null: it stands so already. */
export function memberSplice(
  text: string,
  node: JsonNode,
  { key, raw }: { readonly key: string; readonly raw: string | null },
): Splice | null {
  const member = node.members?.get(key);
  if (member === undefined) return raw === null ? null : difference(text, insertRaw(text, node, { key, raw }));
  if (raw === null) return difference(text, withoutNode(text, node, member));
  return text.slice(member.start, member.end) === raw ? null : { start: member.start, end: member.end, text: raw };
}

/* The one edit that makes a text of another, as small as can be. */
function difference(text: string, wanted: string): Splice {
  const most = Math.min(text.length, wanted.length);
  let start = 0;
  while (start < most && text[start] === wanted[start]) start += 1;
  let back = 0;
  while (back < most - start && text.at(-1 - back) === wanted.at(-1 - back)) back += 1;
  return { start, end: text.length - back, text: wanted.slice(start, wanted.length - back) };
}
