/** A place in a JSON text: offsets of a value, and of the members or elements in it. */
export interface JsonNode {
  readonly start: number;
  /** Behind the last character. */
  readonly end: number;
  /** Members of an object by key, in order. Of two with one key the last counts, as for JSON.parse. */
  readonly members: ReadonlyMap<string, JsonNode> | null;
  readonly elements: readonly JsonNode[] | null;
}

/** The places of all values of a text that JSON.parse accepts (a byte order mark in front is passed over). */
export function jsonNodes(text: string): JsonNode {
  return valueAt(text, skipBlank(text, text.startsWith("\uFEFF") ? 1 : 0));
}

function valueAt(text: string, start: number): JsonNode {
  const opening = text[start];
  if (opening === "{") return objectAt(text, start);
  if (opening === "[") return arrayAt(text, start);
  const end = opening === '"' ? stringEnd(text, start) : scalarEnd(text, start);
  return { start, end, members: null, elements: null };
}

function objectAt(text: string, start: number): JsonNode {
  const members = new Map<string, JsonNode>();
  let at = skipBlank(text, start + 1);
  while (text[at] !== "}") {
    const keyEnd = stringEnd(text, at);
    const key: unknown = JSON.parse(text.slice(at, keyEnd));
    const value = valueAt(text, skipBlank(text, skipBlank(text, keyEnd) + 1));
    members.set(String(key), value);
    at = skipBlank(text, value.end);
    if (text[at] === ",") at = skipBlank(text, at + 1);
  }
  return { start, end: at + 1, members, elements: null };
}

function arrayAt(text: string, start: number): JsonNode {
  const elements: JsonNode[] = [];
  let at = skipBlank(text, start + 1);
  while (text[at] !== "]") {
    const value = valueAt(text, at);
    elements.push(value);
    at = skipBlank(text, value.end);
    if (text[at] === ",") at = skipBlank(text, at + 1);
  }
  return { start, end: at + 1, members: null, elements };
}

function skipBlank(text: string, from: number): number {
  let at = from;
  while (text[at] === " " || text[at] === "\t" || text[at] === "\n" || text[at] === "\r") at += 1;
  return at;
}

function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

function scalarEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && !" \t\r\n,]}".includes(text[at] ?? "")) at += 1;
  return at;
}

/** How a JSON text is laid out: one step of indentation (null: all on one line), and its line break. */
interface Layout {
  readonly step: string | null;
  readonly eol: string;
}

const layoutOf = (text: string): Layout => {
  const first = /\n([ \t]+)\S/.exec(text)?.[1];
  const isFlat = !text.trim().includes("\n") && text.trim() !== "{}";
  return { step: isFlat ? null : (first ?? "  "), eol: text.includes("\r\n") ? "\r\n" : "\n" };
};

/** Puts a new member behind the last one of an object, or a new element behind the last one of an array; every other byte stays. */
export function insertInto(
  text: string,
  container: JsonNode,
  { key, value }: { readonly key: string | null; readonly value: unknown },
): string {
  const layout = layoutOf(text);
  const last = lastOf(container);
  const depth = depthOf(text, container, layout);
  const written = JSON.stringify(value, null, layout.step ?? undefined) ?? "null";
  const name = key === null ? "" : `${JSON.stringify(key)}: `;
  if (layout.step === null)
    return splice(text, last?.end ?? container.start + 1, `${last === null ? "" : ", "}${name}${written}`);
  const inner = layout.step.repeat(depth + 1);
  const set = `${layout.eol}${inner}${name}${written.replaceAll("\n", `${layout.eol}${inner}`)}`;
  if (last !== null) return splice(text, last.end, `,${set}`);
  return (
    text.slice(0, container.start + 1) + set + layout.eol + layout.step.repeat(depth) + text.slice(container.end - 1)
  );
}

const lastOf = ({ members, elements }: JsonNode): JsonNode | null =>
  [...(members?.values() ?? elements ?? [])].reduce<JsonNode | null>(
    (last, node) => (last === null || node.end > last.end ? node : last),
    null,
  );

/** How far the line on which a container begins is set in. */
function depthOf(text: string, { start }: JsonNode, { step }: Layout): number {
  const line = text.lastIndexOf("\n", start - 1) + 1;
  const blank = /^[ \t]*/.exec(text.slice(line, start))?.[0] ?? "";
  return step === null ? 0 : Math.round(blank.length / step.length);
}

/** Puts another value in the place of one. */
export const replaceValue = (text: string, { start, end }: JsonNode, value: unknown): string =>
  text.slice(0, start) + JSON.stringify(value) + text.slice(end);

const splice = (text: string, at: number, added: string): string => text.slice(0, at) + added + text.slice(at);
