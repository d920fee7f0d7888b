import { isMap, isPair, isSeq, visit } from "yaml";
import { idOf, type IndexEntry, type IndexReading } from "./index-entry.ts";
import { quickFields } from "./quick-entry.ts";
import { type EntryLines, splitIndex, type SplitIndex } from "./split-index.ts";
import { fieldsOf, keyText, mapOf, parseYaml, problemsOf, rangeOf, repeatedKey, type YamlText } from "./yaml-nodes.ts";

/**
 * Reads an index. Entries that stand on lines of their own are read one by one, the plain ones without the parser (which needs
 * seconds for ten thousand), so that one that is broken hides no other. Where anchors or brackets go over several, the text is
 * parsed as a whole.
 */
export function readIndex(text: string): IndexReading {
  const split = splitIndex(text);
  const entries = split === null ? null : readEntries(split);
  if (split === null || entries === null) return readDocument(text);
  const tasks = split.isWhole ? entries.filter(isTask) : entries;
  if (split.isWhole && tasks.length === 0) return readDocument(text);
  const { form, column } = split;
  return { text, entries: tasks, read: "entries", form, column, problems: [] };
}

/** Among the keys of a whole text a task is what has a status or a title. */
const isTask = ({ fields, problem }: IndexEntry): boolean =>
  (problem !== null && problem.code !== "no-task") ||
  fields.has("status") ||
  (fields.has("title") && !fields.has("tasks"));

function readEntries(split: SplitIndex): readonly IndexEntry[] | null {
  const entries: IndexEntry[] = [];
  for (const lines of split.entries) {
    const entry = quickEntry(lines, split) ?? parsedEntry(lines, split);
    if (entry === null) return null;
    entries.push(entry);
  }
  return entries;
}

const mapKey = /^(?:"([^"\\]*)"|'([^']*)'|([^\s:#]+))[ \t]*:[ \t]*(?:#.*)?$/;

function quickEntry(lines: EntryLines, { form, column }: SplitIndex): IndexEntry | null {
  const { source, start, end, line } = lines;
  const [first = "", ...rest] = source;
  const content = first.slice(column);
  if (form === "map") {
    const [, double, single, plain] = mapKey.exec(content) ?? [];
    const key = double ?? single ?? plain;
    const below = rest.find((each) => each.trim() !== "" && !each.trimStart().startsWith("#"));
    if (key === undefined || below === undefined) return null;
    const indent = below.length - below.trimStart().length;
    const fields = indent > column ? quickFields(rest, indent) : null;
    return fields === null ? null : { line, start, end, key, fields, problem: null };
  }
  const own = " ".repeat(column + 1) + content.slice(1);
  const all = [own, ...rest];
  const head = all.find((each) => each.trim() !== "" && !each.trimStart().startsWith("#"));
  if (head === undefined) return null;
  const fields = quickFields(all, head.length - head.trimStart().length);
  return fields === null ? null : { line, start, end, key: null, fields, problem: null };
}

/** True for a text in which nothing points into another entry. */
function standsAlone({ document }: YamlText): boolean {
  let isAlone = true;
  visit(document, {
    Alias: () => ((isAlone = false), visit.BREAK),
    Value: (_key, node) => {
      if (node.anchor === undefined) return undefined;
      isAlone = false;
      return visit.BREAK;
    },
  });
  return isAlone;
}

function parsedEntry({ source, start, end, line }: EntryLines, { form }: SplitIndex): IndexEntry | null {
  const yaml = parseYaml(source.join("\n"));
  if (!standsAlone(yaml)) return null;
  const problem = problemsOf(yaml, line - 1)[0] ?? null;
  const base = { line, start, end, problem };
  const { contents } = yaml.document;
  const [item] = isSeq(contents) || isMap(contents) ? contents.items : [];
  const key = form === "map" && isPair(item) ? keyText(item.key) : null;
  const map = mapOf(form === "map" && isPair(item) ? item.value : item, yaml.document);
  if (map === null) {
    const message = "This entry is not a map of a task's fields.";
    return { ...base, key, fields: new Map(), problem: problem ?? { line, code: "no-task", message } };
  }
  return { ...base, key, fields: fieldsOf(map, yaml.document), problem: problem ?? repetition(map, yaml, line - 1) };
}

function repetition(map: Parameters<typeof repeatedKey>[0], { lines }: YamlText, offset: number) {
  const pair = repeatedKey(map);
  if (pair === null) return null;
  const line = lines.linePos(rangeOf(pair.key)?.[0] ?? 0).line + offset;
  return { line, code: "repeated-key", message: `The key ${keyText(pair.key) ?? ""} appears twice in this entry.` };
}

/** The nodes of the tasks in a parsed document, each with its key in a map; null where there is no list and no map of tasks. */
export function taskNodes({ document }: YamlText): {
  readonly form: "list" | "map";
  readonly items: readonly { key: string | null; node: unknown }[];
} | null {
  const { contents } = document;
  const top = isMap(contents) ? contents.items.find((pair) => keyText(pair.key) === "tasks") : undefined;
  const tasks = top === undefined ? contents : (mapOf(top.value, document) ?? top.value);
  if (isSeq(tasks)) return { form: "list", items: tasks.items.map((node) => ({ key: null, node })) };
  if (!isMap(tasks)) return null;
  const items = tasks.items.map((pair) => ({
    key: keyText(pair.key),
    node: pair.value,
    map: mapOf(pair.value, document),
  }));
  if (top !== undefined) return { form: "map", items };
  const found = items.filter(({ map }) => map !== null && ["status", "title"].some((key) => map.has(key)));
  return found.length === 0 ? null : { form: "map", items: found };
}

/** Reads an index by the real parser alone, as a whole. */
export function readDocument(text: string): IndexReading {
  const none = { text, entries: [], read: "document", form: "list", column: null } as const;
  const tab = tabProblem(text);
  const yaml = parseYaml(text);
  const problems = problemsOf(yaml);
  if (problems.length > 0 && tab !== null) return { ...none, problems: [tab] };
  const nodes = taskNodes(yaml);
  if (nodes === null) return { ...none, problems: problems.length > 0 ? problems : [shapeProblem(yaml, text)] };
  const entries = nodes.items.map(({ key, node }) => entryOf(key, node, yaml));
  const inEntries = (line: number): boolean => line >= (entries[0]?.line ?? Infinity);
  const outside = problems.filter(({ line }) => !inEntries(line));
  if (outside.length > 0) return { ...none, problems };
  return { ...none, form: nodes.form, entries: withProblems(entries, problems), problems: [] };
}

function entryOf(key: string | null, node: unknown, yaml: YamlText): IndexEntry {
  const map = mapOf(node, yaml.document);
  const [start, end] = rangeOf(node) ?? [0, 0];
  const { line } = yaml.lines.linePos(start);
  const place = { line, start, end, key };
  if (map === null)
    return {
      ...place,
      fields: new Map(),
      problem: { line, code: "no-task", message: "This entry is not a map of a task's fields." },
    };
  return { ...place, fields: fieldsOf(map, yaml.document), problem: repetition(map, yaml, 0) };
}

/* A complaint belongs to the entry that it stands in. */
function withProblems(entries: readonly IndexEntry[], problems: IndexReading["problems"]): readonly IndexEntry[] {
  if (problems.length === 0) return entries;
  return entries.map((entry, i) => {
    const next = entries[i + 1]?.line ?? Infinity;
    const own = problems.find(({ line }) => line >= entry.line && line < Math.max(next, entry.line + 1));
    return own === undefined ? entry : { ...entry, problem: own };
  });
}

function tabProblem(text: string): IndexReading["problems"][number] | null {
  const at = text.split(/\r\n|\r|\n/).findIndex((line) => /^ *\t\s*[^\s#]/.test(line));
  if (at < 0) return null;
  return { line: at + 1, code: "tab-indent", message: "This line is indented with a tab; YAML allows only spaces." };
}

function shapeProblem({ document }: YamlText, text: string): IndexReading["problems"][number] {
  const { contents } = document;
  if (text.replace("\uFEFF", "").trim() === "" || contents === null)
    return { line: 1, code: "empty-file", message: "The index is empty." };
  const keys = isMap(contents) ? contents.items.flatMap((pair) => keyText(pair.key) ?? []) : [];
  const found = keys.length === 0 ? "something else" : `the keys ${keys.slice(0, 8).join(", ")}`;
  return {
    line: 1,
    code: "no-task-list",
    message: `There is no list or map of tasks, at the top level or under \`tasks:\`; found: ${found}.`,
  };
}

/** The entry with an id, where exactly one has it; else how many have it. */
export function entryWith(reading: IndexReading, id: string): IndexEntry | number {
  const same = reading.entries.filter((entry) => idOf(entry) === id);
  const [only] = same;
  return same.length === 1 && only !== undefined ? only : same.length;
}
