import type { FieldValue } from "./index-entry.ts";

interface Line {
  readonly indent: number;
  readonly text: string;
}

const keyForm = /^(?:([A-Za-z_][\w-]*)|"([^"\\]*)"|'([^']*)')[ \t]*:(?:[ \t]+(.*))?$/;
const comment = String.raw`(?:[ \t]+#.*)?`;
const doubleQuoted = new RegExp(String.raw`^"([^"\\]*)"[ \t]*${comment}$`);
const singleQuoted = new RegExp(String.raw`^'((?:[^']|'')*)'[ \t]*${comment}$`);
const flowList = new RegExp(String.raw`^\[([^[\]{}#]*)\][ \t]*${comment}$`);
const flowItem = /\s*(?:"([^"\\]*)"|'([^']*)'|([^\s"',][^"',]*?))\s*(,|$)/y;
const notPlain = /^[-?:][ \t]|^[-?:]$|^[[\]{}&*!|>%@`"'#,]/;

/**
 * The fields of an entry in the plain style that nearly every entry is written in: one key a line, with a word, a quoted text, a
 * list in brackets or a list of words below it. Null for everything else, which the real parser then reads. `first` is the column
 * of the keys.
 */
export function quickFields(source: readonly string[], first: number): ReadonlyMap<string, FieldValue> | null {
  const lines: Line[] = [];
  for (const text of source) {
    const indent = indentOf(text);
    if (text.charCodeAt(indent) === 9) return null;
    const content = text.slice(indent);
    if (content.trim() !== "" && !content.startsWith("#")) lines.push({ indent, text: content });
  }
  const fields = new Map<string, FieldValue>();
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    if (line === undefined || line.indent !== first) return null;
    const [, plain, double, single, rest = ""] = keyForm.exec(line.text) ?? [];
    const key = plain ?? double ?? single;
    if (key === undefined || key === "<<" || fields.has(key)) return null;
    const value = rest === "" || rest.startsWith("#") ? listBelow(lines, i + 1, first) : valueIn(rest);
    if (value === null) return null;
    fields.set(key, value.field);
    i += value.lines;
  }
  return fields;
}

interface Read {
  readonly field: FieldValue;
  /** Further lines that it takes. */
  readonly lines: number;
}

function indentOf(text: string): number {
  let at = 0;
  while (text.charCodeAt(at) === 32) at++;
  return at;
}

function listBelow(lines: readonly Line[], from: number, column: number): Read | null {
  const indent = lines[from]?.indent ?? -1;
  const items: string[] = [];
  let at = from;
  for (let line = lines[at]; line !== undefined; line = lines[++at]) {
    if (line.indent < indent || indent < column || !/^-[ \t]/.test(line.text)) break;
    if (line.indent > indent) return null;
    const item = scalarIn(line.text.slice(1).trimStart());
    if (item === null) return null;
    items.push(item);
  }
  if (at > from) return { field: { kind: "list", items }, lines: at - from };
  return { field: { kind: "text", text: "" }, lines: 0 };
}

function valueIn(rest: string): Read | null {
  if (rest.startsWith("[")) {
    const inside = flowList.exec(rest)?.[1];
    const items = inside === undefined ? null : itemsIn(inside);
    return items === null ? null : { field: { kind: "list", items }, lines: 0 };
  }
  const text = scalarIn(rest);
  return text === null ? null : { field: { kind: "text", text }, lines: 0 };
}

function itemsIn(inside: string): readonly string[] | null {
  const items: string[] = [];
  if (inside.trim() === "") return items;
  flowItem.lastIndex = 0;
  while (flowItem.lastIndex < inside.length) {
    const found = flowItem.exec(inside);
    if (found === null) return null;
    const [, double, single, plain] = found;
    if (plain !== undefined && !isPlain(plain)) return null;
    items.push(double ?? single ?? plain ?? "");
    if (inside.slice(flowItem.lastIndex).trim() === "") break;
  }
  return items;
}

function scalarIn(rest: string): string | null {
  const double = doubleQuoted.exec(rest)?.[1];
  if (double !== undefined) return double;
  const single = singleQuoted.exec(rest)?.[1];
  if (single !== undefined) return single.replaceAll("''", "'");
  const cut = / #|\t#/.exec(rest);
  const plain = (cut === null ? rest : rest.slice(0, cut.index)).trimEnd();
  return isPlain(plain) ? plain : null;
}

const isPlain = (text: string): boolean =>
  text !== "" && !notPlain.test(text) && !/:(?:[ \t]|$)/.test(text) && !/[\p{Cc}\uFEFF]/u.test(text);
