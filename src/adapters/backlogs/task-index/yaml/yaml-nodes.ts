import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
} from "yaml";
import type { EntryProblem, FieldValue } from "./index-entry.ts";

/** A text read by the real parser, every word as it is written: `no`, `007` and `1e3` are texts. */
export interface YamlText {
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

/** Parses a text; what is wrong with it is in the document's errors. */
export function parseYaml(text: string): YamlText {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    schema: "failsafe",
    merge: true,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "silent",
    lineCounter: lines,
  });
  return { document, lines };
}

/** What the parser complains of, in our words where the message is known; `offset` lines are added. */
export const problemsOf = ({ document, lines }: YamlText, offset = 0): readonly EntryProblem[] =>
  document.errors.map(({ code, message, pos }) => ({
    line: lines.linePos(pos[0]).line + offset,
    code: "malformed-yaml",
    message: words[code] ?? `This is not YAML: ${message}.`,
  }));

const words: Readonly<Record<string, string>> = {
  BAD_SCALAR_START: "A value can't begin with this character unless it is in quotes.",
  BLOCK_AS_IMPLICIT_KEY: "A value with a colon and a space in it has to be in quotes.",
  BAD_ALIAS: "This alias has no anchor.",
  TAB_AS_INDENT: "YAML can't be indented with tabs.",
};

const isMergeKey = (key: unknown): boolean => isScalar(key) && (key.value === "<<" || typeof key.value === "symbol");

/** The text of a key. */
export const keyText = (key: unknown): string | null =>
  isScalar(key) && typeof key.value === "string" ? key.value : null;

/** The map that a node is, or an alias stands for. */
export function mapOf(node: unknown, document: Document.Parsed): YAMLMap | null {
  const found = isAlias(node) ? node.resolve(document) : node;
  return isMap(found) ? found : null;
}

const deepestMerge = 20;

/** The fields of a map, those it merges in among them: its own come first, then the merged ones in their order. */
export function fieldsOf(map: YAMLMap, document: Document.Parsed, depth = 0): Map<string, FieldValue> {
  const fields = new Map<string, FieldValue>();
  const merged: Map<string, FieldValue>[] = [];
  for (const pair of map.items) {
    if (!isPair(pair)) continue;
    const key = keyText(pair.key);
    if (isMergeKey(pair.key)) {
      if (depth < deepestMerge) merged.push(...mergedFields(pair.value, document, depth + 1));
    } else if (key !== null) fields.set(key, valueOf(pair.value, document));
  }
  for (const each of merged) for (const [key, value] of each) if (!fields.has(key)) fields.set(key, value);
  return fields;
}

function mergedFields(node: unknown, document: Document.Parsed, depth: number): readonly Map<string, FieldValue>[] {
  const found = isAlias(node) ? node.resolve(document) : node;
  if (isMap(found)) return [fieldsOf(found, document, depth)];
  return isSeq(found) ? found.items.flatMap((item) => mergedFields(item, document, depth + 1)) : [];
}

function valueOf(node: unknown, document: Document.Parsed): FieldValue {
  const found = isAlias(node) ? node.resolve(document) : node;
  if (found === undefined || found === null) return { kind: "text", text: "" };
  if (isScalar(found)) return typeof found.value === "string" ? { kind: "text", text: found.value } : { kind: "other" };
  if (!isSeq(found)) return { kind: "other" };
  const items = found.items.map((item) => valueOf(item, document));
  const texts = items.flatMap((item) => (item.kind === "text" ? [item.text] : []));
  return texts.length === items.length ? { kind: "list", items: texts } : { kind: "other" };
}

/** The key of a map that says the same thing twice; null where each is said once. */
export function repeatedKey(map: YAMLMap): Pair | null {
  const seen = new Set<string>();
  for (const pair of map.items) {
    const key = keyText(pair.key);
    if (key === null) continue;
    if (seen.has(key)) return pair;
    seen.add(key);
  }
  return null;
}

/** Where a node begins, its value ends, and all of it with what follows ends; null for a node that was not parsed. */
export const rangeOf = (node: unknown): readonly [number, number, number] | null => {
  const range = isNode(node) ? node.range : null;
  return range ?? null;
};

const isNode = (value: unknown): value is Node => isScalar(value) || isMap(value) || isSeq(value) || isAlias(value);
