import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ConfigFileName } from "./config-file.ts";
import { nearest } from "../near.ts";
import type { ConfigProblem } from "../problem.ts";
import { settings } from "../schema.ts";
import { isSetting, type Group } from "../setting.ts";
import { keys } from "../table.ts";

/** One value of a config file, with its place. */
export interface FileEntry {
  readonly path: string;
  readonly value: unknown;
  readonly line: number | null;
}

/** What a config file says, and what in it is not known. */
export interface FileReading {
  readonly entries: readonly FileEntry[];
  readonly problems: readonly ConfigProblem[];
}

/** A file as an object, and the line of each of its paths. */
interface Document {
  readonly value: unknown;
  readonly lineOf: (path: readonly string[]) => number | null;
}

type Opened =
  | { readonly ok: true; readonly document: Document }
  | { readonly ok: false; readonly problem: ConfigProblem };

const readers: Record<ConfigFileName, (path: string, file: string) => Promise<Opened>> = {
  "ralph.config.ts": openCode,
  "ralph.config.js": openCode,
  "ralph.config.json": openJson,
  "ralph.config.yaml": openText,
  "ralph.config.yml": openText,
};

/** Reads a config file of the repository. A `.ts` or `.js` file is code and is run; the others are data. */
export async function readConfigFile(root: string, file: ConfigFileName): Promise<FileReading> {
  const opened = await readers[file](join(root, file), file);
  if (!opened.ok) return { entries: [], problems: [opened.problem] };
  return walk(opened.document, file);
}

async function openCode(path: string, file: string): Promise<Opened> {
  try {
    const source = await readFile(path, "utf8");
    // A changed file must not come from the module cache of a long-lived process.
    const module: unknown = await import(
      /* @vite-ignore */ `${pathToFileURL(path).href}?v=${source.length}-${hash(source)}`
    );
    if (!isObject(module) || module["default"] === undefined)
      return bad(file, null, "It exports no configuration.", "Write `export default { … }`.");
    return { ok: true, document: { value: module["default"], lineOf: (keysOfPath) => lineInCode(source, keysOfPath) } };
  } catch (error) {
    const needsNewer = error instanceof Error && "code" in error && error.code === "ERR_UNKNOWN_FILE_EXTENSION";
    const cure = needsNewer
      ? "Node 22.18 or newer reads TypeScript; or call it ralph.config.js."
      : "Fix it, or use ralph.config.yaml, which contains no code.";
    return bad(file, lineOfError(error, file), `It could not be run: ${messageOf(error)}.`, cure);
  }
}

async function openJson(path: string, file: string): Promise<Opened> {
  try {
    const source = (await readFile(path, "utf8")).replace(/^\uFEFF/, "");
    const value: unknown = JSON.parse(source);
    const lines = await openText(path, file);
    return { ok: true, document: { value, lineOf: lines.ok ? lines.document.lineOf : () => null } };
  } catch (error) {
    // Where V8 quotes the text it names no line.
    const why = messageOf(error).replace(/, (?:\.\.\.)?".*$/, "");
    const line = /line (\d+)/.exec(why);
    return bad(file, line === null ? null : Number(line[1]), `It is not JSON: ${why}.`, "");
  }
}

/** JSON is YAML too, but for its tabs: what follows reads the one and finds the lines of both. */
async function openText(path: string, file: string): Promise<Opened> {
  try {
    const { parseDocument, LineCounter, isMap, isScalar } = await import("yaml");
    const source = (await readFile(path, "utf8")).replace(/^\uFEFF/, "");
    const lines = new LineCounter();
    const document = parseDocument(file.endsWith(".json") ? source.replaceAll("\t", " ") : source, {
      lineCounter: lines,
    });
    const [fault] = document.errors;
    if (fault !== undefined)
      return bad(file, lines.linePos(fault.pos[0]).line, `It can't be read: ${firstLine(fault.message)}.`, "");
    const lineOf = (path_: readonly string[]): number | null => {
      let node: unknown = document.contents;
      let line: number | null = null;
      for (const name of path_) {
        const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && key.value === name) : undefined;
        if (!isScalar(pair?.key)) return line;
        line = lines.linePos(pair.key.range?.[0] ?? 0).line;
        node = pair.value;
      }
      return line;
    };
    return { ok: true, document: { value: document.toJS() ?? {}, lineOf } };
  } catch (error) {
    return bad(file, null, `It can't be read: ${messageOf(error)}.`, "");
  }
}

/** Names the JSON Schema to editors, and means nothing else. */
const schemaPointer = "$schema";

function walk(document: Document, file: string): FileReading {
  const entries: FileEntry[] = [];
  const problems: ConfigProblem[] = [];
  const visit = (value: unknown, group: Group, above: readonly string[]): void => {
    if (!isObject(value) || Array.isArray(value)) {
      problems.push(noGroup(file, document.lineOf(above), above, Object.keys(group)));
      return;
    }
    for (const [name, inside] of Object.entries(value)) {
      const path = [...above, name];
      if (path.join(".") === schemaPointer) continue;
      const node = Object.hasOwn(group, name) ? group[name] : undefined;
      if (node === undefined) problems.push(unknown(file, document.lineOf(path), path, group));
      else if (!isSetting(node)) visit(inside, node, path);
      else if (inside !== undefined) entries.push({ path: path.join("."), value: inside, line: document.lineOf(path) });
    }
  };
  visit(document.value, settings, []);
  return { entries, problems };
}

function unknown(file: string, line: number | null, path: readonly string[], group: Group): ConfigProblem {
  const name = path.at(-1) ?? "";
  const near = nearest(name, Object.keys(group));
  const meant = keys.get(name)?.row.path ?? (near === null ? null : [...path.slice(0, -1), near].join("."));
  return {
    severity: "warning",
    code: "unknown-key",
    key: path.join("."),
    file,
    line,
    message: `${path.join(".")} is not a known setting and was left out.`,
    hint: meant === null ? "`ralph config` lists them all." : `Did you mean ${meant}?`,
    near: meant,
  };
}

const noGroup = (
  file: string,
  line: number | null,
  path: readonly string[],
  inside: readonly string[],
): ConfigProblem => ({
  severity: "error",
  code: "bad-value",
  key: path.length === 0 ? null : path.join("."),
  file,
  line,
  message: `${path.length === 0 ? "The configuration" : path.join(".")} must be a group of settings.`,
  hint: `Settings in it: ${inside.join(", ")}.`,
  near: null,
});

const bad = (file: string, line: number | null, message: string, hint: string): Opened => ({
  ok: false,
  problem: { severity: "error", code: "unreadable", key: null, file, line, message, hint, near: null },
});

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const messageOf = (error: unknown): string => firstLine(error instanceof Error ? error.message : String(error));

const firstLine = (text: string): string => text.split("\n", 1)[0]?.replace(/[.:]$/, "") ?? "";

function lineOfError(error: unknown, file: string): number | null {
  const place = new RegExp(String.raw`${file.replaceAll(".", String.raw`\.`)}(?:\?v=[-\w]*)?:(\d+)`).exec(
    error instanceof Error ? (error.stack ?? "") : "",
  );
  return place === null ? null : Number(place[1]);
}

/** Where the names of a path follow each other in code, as far as that can be seen without running it. */
function lineInCode(source: string, path: readonly string[]): number | null {
  let at = 0;
  for (const name of path) {
    const next = source
      .slice(at)
      .search(new RegExp(String.raw`(?<![\w$])["']?${name.replaceAll(/\W/g, String.raw`\$&`)}["']?\s*:`));
    if (next === -1) return null;
    at += next + 1;
  }
  return source.slice(0, at).split("\n").length;
}

const hash = (text: string): string => {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum = (sum * 31 + text.charCodeAt(i)) | 0;
  return (sum >>> 0).toString(36);
};
