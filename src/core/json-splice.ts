/** A place in a JSON text: offsets of a value, and of the members or elements in it. */
export interface JsonNode {
  readonly start: number;
  /** Where its key begins, for a member; else as `start`. */
  readonly keyStart: number;
  /** Behind the last character. */
  readonly end: number;
  /** Members of an object by key, in order. Of two with one key the last counts, as for JSON.parse. */
  readonly members: ReadonlyMap<string, JsonNode> | null;
  readonly elements: readonly JsonNode[] | null;
}

/**
 * The places of all values of a text that JSON.parse accepts (a byte order mark in front is passed over). What is within a value is
 * looked at when it is asked for: of a long list only the elements that somebody wants cost anything.
 */
export function jsonNodes(text: string): JsonNode {
  return nodeAt(text, skipBlank(text, text.startsWith("\uFEFF") ? 1 : 0));
}

function nodeAt(text: string, start: number, keyStart = start): JsonNode {
  const end = valueEnd(text, start);
  let members: JsonNode["members"] | undefined;
  let elements: JsonNode["elements"] | undefined;
  return {
    start,
    keyStart,
    end,
    get members() {
      return (members ??= text[start] === "{" ? membersOf(text, start) : null);
    },
    get elements() {
      return (elements ??= text[start] === "[" ? elementsOf(text, start) : null);
    },
  };
}

function membersOf(text: string, start: number): ReadonlyMap<string, JsonNode> {
  const members = new Map<string, JsonNode>();
  let at = skipBlank(text, start + 1);
  while (text[at] !== "}") {
    const keyEnd = stringEnd(text, at);
    const key: unknown = JSON.parse(text.slice(at, keyEnd));
    const value = nodeAt(text, skipBlank(text, skipBlank(text, keyEnd) + 1), at);
    members.set(String(key), value);
    at = skipBlank(text, value.end);
    if (text[at] === ",") at = skipBlank(text, at + 1);
  }
  return members;
}

function elementsOf(text: string, start: number): readonly JsonNode[] {
  const elements: JsonNode[] = [];
  let at = skipBlank(text, start + 1);
  while (text[at] !== "]") {
    const value = nodeAt(text, at);
    elements.push(value);
    at = skipBlank(text, value.end);
    if (text[at] === ",") at = skipBlank(text, at + 1);
  }
  return elements;
}

/* Behind the value, without a look at what is in it. */
function valueEnd(text: string, start: number): number {
  const opening = text[start];
  if (opening === '"') return stringEnd(text, start);
  if (opening !== "{" && opening !== "[") return scalarEnd(text, start);
  const marks = /["{}[\]]/g;
  let depth = 0;
  for (let at = start; ;) {
    marks.lastIndex = at;
    const mark = marks.exec(text);
    if (mark === null) return text.length;
    at = mark.index + 1;
    if (mark[0] === '"') at = stringEnd(text, mark.index);
    else if (mark[0] === "{" || mark[0] === "[") depth += 1;
    else if (--depth === 0) return at;
  }
}

function skipBlank(text: string, from: number): number {
  let at = from;
  while (text[at] === " " || text[at] === "\t" || text[at] === "\n" || text[at] === "\r") at += 1;
  return at;
}

function stringEnd(text: string, start: number): number {
  for (let at = start + 1; ;) {
    const end = text.indexOf('"', at);
    const escape = text.slice(at, end).indexOf("\\");
    if (escape === -1) return end + 1;
    at += escape + 2;
  }
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
  return insertRaw(text, container, { key, raw: JSON.stringify(value, null, layout.step ?? undefined) ?? "null" });
}

/** The same for many elements at once. */
export const insertElements = (text: string, list: JsonNode, values: readonly unknown[]): string =>
  values.length === 0 ? text : insertRaw(text, list, { key: null, raw: elementsText(text, values) });

/* As one text: with what stands between elements, so that it goes in as one. */
function elementsText(text: string, values: readonly unknown[]): string {
  const layout = layoutOf(text);
  const separator = layout.step === null ? ", " : `,\n`;
  return values.map((value) => JSON.stringify(value, null, layout.step ?? undefined) ?? "null").join(separator);
}

/** The same with a value that is JSON text already: its own escapes and numbers stay as they are written. */
export function insertRaw(
  text: string,
  container: JsonNode,
  { key, raw: written }: { readonly key: string | null; readonly raw: string },
): string {
  const layout = layoutOf(text);
  const last = lastOf(container);
  const depth = depthOf(text, container, layout);
  const name = key === null ? "" : `${JSON.stringify(key)}: `;
  if (layout.step === null)
    return splice(text, last?.end ?? container.start + 1, `${last === null ? "" : ", "}${name}${written}`);
  // An object that stands on one line stays there.
  const isShort = key !== null && last !== null && !/[\r\n]/.test(text.slice(container.start, container.end) + written);
  if (isShort) return splice(text, last.end, `, ${name}${written}`);
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

/** Takes a member or an element out, with the comma that goes with it: what `insertInto` has put in is gone without a trace. */
export function withoutNode(text: string, container: JsonNode, node: JsonNode): string {
  const all = [...(container.members?.values() ?? container.elements ?? [])].toSorted((a, b) => a.start - b.start);
  const at = all.indexOf(node);
  const [previous, next] = [all[at - 1], all[at + 1]];
  if (previous !== undefined) return text.slice(0, previous.end) + text.slice(node.end);
  if (next !== undefined) return text.slice(0, node.keyStart) + text.slice(next.keyStart);
  return text.slice(0, container.start + 1) + text.slice(container.end - 1);
}

/** Puts another value in the place of one. */
export const replaceValue = (text: string, { start, end }: JsonNode, value: unknown): string =>
  text.slice(0, start) + JSON.stringify(value) + text.slice(end);

const splice = (text: string, at: number, added: string): string => text.slice(0, at) + added + text.slice(at);
