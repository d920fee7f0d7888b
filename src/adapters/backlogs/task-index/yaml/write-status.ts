import { isAlias, isMap, isPair, isScalar, isSeq, type Pair, type YAMLMap } from "yaml";
import { spliced, type Splice } from "../../splice.ts";
import { idOf, type IndexReading, textOf } from "./index-entry.ts";
import { entryWith, readIndex, taskNodes } from "./read-index.ts";
import { keyText, mapOf, parseYaml, rangeOf } from "./yaml-nodes.ts";

const mostRounds = 200;

/**
 * The index with another status for one task: the bytes of the value alone, or a key of the task's own where the status came from
 * an alias or a merge. Tasks that took theirs from this one get it as their own first. Null where the status can't be told
 * apart from other things. `known` spares a reading.
 */
export function withStatus(text: string, id: string, status: string, known = readIndex(text)): string | null {
  let base = text;
  for (let round = 0; round < mostRounds; round++) {
    const reading = round === 0 ? known : readIndex(base);
    const entry = entryWith(reading, id);
    if (typeof entry === "number") return null;
    const next = textOf(entry, "status") === status ? base : ownStatus(reading, id, status);
    if (next === null || next === base) return next;
    const other = reading.read === "entries" ? null : affected(reading, readIndex(next), id);
    if (other === null) return next;
    const copied = ownStatus(reading, other.id, other.status);
    if (copied === null || copied === base) return null;
    base = copied;
  }
  return null;
}

/* A task that a change of another one's status would change as well. */
function affected(
  before: IndexReading,
  after: IndexReading,
  id: string,
): { readonly id: string; readonly status: string } | null {
  const now = new Map(after.entries.map((entry) => [idOf(entry), textOf(entry, "status")]));
  for (const entry of before.entries) {
    const own = idOf(entry);
    const status = textOf(entry, "status");
    if (own !== null && own !== id && status !== null && now.get(own) !== status) return { id: own, status };
  }
  return null;
}

function ownStatus(reading: IndexReading, id: string, status: string): string | null {
  const entry = entryWith(reading, id);
  if (typeof entry === "number") return null;
  const { text } = reading;
  const offset = reading.read === "entries" ? entry.start : 0;
  const part = reading.read === "entries" ? text.slice(entry.start, entry.end) : text;
  const map = mapIn(part, reading, entry.start);
  if (map === null) return null;
  const splice = statusSplice(map, part, status);
  if (splice === null) return null;
  const { start, end, text: words } = splice;
  return spliced(text, [{ start: start + offset, end: end + offset, text: words }]);
}

function mapIn(part: string, { read, form }: IndexReading, start: number): YAMLMap | null {
  const yaml = parseYaml(part);
  const { contents } = yaml.document;
  if (read === "document") {
    const node = taskNodes(yaml)?.items.find((item) => rangeOf(item.node)?.[0] === start)?.node;
    return isMap(node) ? node : null;
  }
  const [item] = isSeq(contents) || isMap(contents) ? contents.items : [];
  return mapOf(form === "map" && isPair(item) ? item.value : item, yaml.document);
}

function statusSplice(map: YAMLMap, text: string, status: string): Splice | null {
  const pair = map.items.findLast((each) => keyText(each.key) === "status");
  if (pair === undefined) return newStatus(map, text, status);
  const { value } = pair;
  const range = rangeOf(value);
  if (range === null) {
    const key = rangeOf(pair.key);
    const colon = key === null ? -1 : text.indexOf(":", key[1]);
    return colon < 0 ? null : { start: colon + 1, end: colon + 1, text: ` ${status}` };
  }
  const [start, end] = range;
  if (isAlias(value)) return { start, end, text: status };
  if (!isScalar(value)) return null;
  if (value.type === "QUOTE_SINGLE") return { start, end, text: `'${status}'` };
  if (value.type === "QUOTE_DOUBLE") return { start, end, text: `"${status}"` };
  // A block of lines takes its last line end with it.
  const tail = value.type === "PLAIN" ? "" : (/\r?\n$/.exec(text.slice(start, end))?.[0] ?? "");
  const lead = start === end && !/[ \t]/.test(text.charAt(start - 1)) ? " " : "";
  const gap = start === end && text.charAt(end) === "#" ? " " : "";
  return { start, end, text: lead + status + tail + gap };
}

/* A key of the task's own: behind the last one in brackets, else on a line of its own below one that ends with its line. */
function newStatus(map: YAMLMap, text: string, status: string): Splice | null {
  if (map.flow === true) {
    const last = map.items.at(-1);
    const end = last === undefined ? null : endOf(last);
    if (end !== null) return { start: end, end, text: `, status: ${status}` };
    const open = rangeOf(map)?.[0] ?? -1;
    return open < 0 ? null : { start: open + 1, end: open + 1, text: `status: ${status}` };
  }
  for (const pair of map.items) {
    const key = rangeOf(pair.key);
    const end = endOf(pair);
    const isShort = isScalar(pair.value)
      ? pair.value.type?.startsWith("BLOCK") !== true
      : isAlias(pair.value) || isFlow(pair.value);
    if (key === null || end === null || !isShort) continue;
    const lineStart = Math.max(text.lastIndexOf("\n", key[0] - 1) + 1, 0);
    const eol = /\r?\n/.exec(text.slice(end));
    const column = key[0] - lineStart;
    const at = eol === null ? text.length : end + eol.index + eol[0].length;
    const indent = " ".repeat(column);
    const mark = eol?.[0] ?? "\n";
    return {
      start: at,
      end: at,
      text: eol === null ? `${mark}${indent}status: ${status}` : `${indent}status: ${status}${mark}`,
    };
  }
  return null;
}

const isFlow = (node: unknown): boolean => (isMap(node) || isSeq(node)) && node.flow === true;

function endOf(pair: Pair): number | null {
  const value = rangeOf(pair.value);
  return value?.[1] ?? rangeOf(pair.key)?.[1] ?? null;
}
