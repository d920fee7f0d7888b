import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

/** The repository's root. */
export const root = join(import.meta.dirname, "..", "..");

/** One import as it stands in a module. `type` vanishes in the built program, `later` is loaded when it is asked for. */
export interface Import {
  readonly form: "now" | "later" | "type";
  /** The package's name, or the path of the module below the repository's root. */
  readonly to: string;
  readonly isPackage: boolean;
}

/** A module of `src`: its place, its text without comments and strings' contents left as they are, and what it imports. */
export interface Module {
  readonly path: string;
  readonly text: string;
  readonly kind: "product" | "test" | "fixture";
  readonly imports: readonly Import[];
}

const statement = /^(import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?"([^"]+)";?/gmu;
const dynamic = /\bimport\("([^"]+)"\)/gu;

/** Every TypeScript module of `src`, read from the disk. */
export function readModules(): readonly Module[] {
  const paths = globSync("src/**/*.ts", { cwd: root }).map((path) => path.split(sep).join("/"));
  return paths.toSorted().map((path) => readModule(path));
}

function readModule(path: string): Module {
  const text = readFileSync(join(root, path), "utf8");
  const found: Import[] = [];
  for (const [, keyword, type, specifier] of text.matchAll(statement)) {
    if (keyword === "export" && specifier === undefined) continue;
    found.push(importOf(path, specifier ?? "", type === undefined ? "now" : "type"));
  }
  for (const [, specifier] of text.matchAll(dynamic)) found.push(importOf(path, specifier ?? "", "later"));
  return { path, text, kind: kindOf(path), imports: found };
}

const kindOf = (path: string): Module["kind"] => {
  if (path.includes("/fixtures/")) return "fixture";
  return path.endsWith(".test.ts") || path.split("/").at(-1)?.startsWith("test-") === true ? "test" : "product";
};

function importOf(path: string, specifier: string, form: Import["form"]): Import {
  if (!specifier.startsWith(".")) return { form, to: specifier, isPackage: true };
  const to = relative(root, join(root, dirname(path), specifier))
    .split(sep)
    .join("/");
  return { form, to, isPackage: false };
}

/** The room of a module: the folder below `src`; an adapter's room is its kind, such as `adapters/agents`. */
export function roomOf(path: string): string {
  const [, room = "", kind = ""] = path.split("/");
  return room === "adapters" ? `adapters/${kind}` : room;
}

/** All that is loaded when a module is: itself and, over imports that happen at once, modules and packages. */
export function loadedBy(
  entry: string,
  modules: readonly Module[],
): { readonly modules: readonly string[]; readonly packages: readonly string[] } {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const seen = new Set<string>();
  const packages = new Set<string>();
  const waiting = [entry];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    for (const each of byPath.get(path)?.imports ?? []) {
      if (each.form !== "now") continue;
      if (each.isPackage) packages.add(each.to);
      else waiting.push(each.to);
    }
  }
  return { modules: [...seen].toSorted(), packages: [...packages].toSorted() };
}

/** A name that a module exports, with whether a sentence stands over it. */
export interface Exported {
  readonly name: string;
  readonly what: string;
  readonly isDocumented: boolean;
}

/** True where a comment stands over a line, or over the run of one-line exports that it is part of. */
function stoodOver(lines: readonly string[], index: number): boolean {
  let above = index - 1;
  while (/^export .*[;(]$|^\/\/ oxlint-/u.test(lines[above] ?? "")) above--;
  return (lines[above] ?? "").trimEnd().endsWith("*/");
}

const exportLine =
  /^export (?:declare )?(?:abstract )?(async function\*?|function\*?|const|class|interface|type) ([A-Za-z_$][\w$]*)/u;

/** What a module exports by declaration, in order. An overload counts once. */
export function exportsOf({ text }: Module): readonly Exported[] {
  const lines = text.split("\n");
  const found = new Map<string, Exported>();
  for (const [index, line] of lines.entries()) {
    const [, what = "", name = ""] = exportLine.exec(line) ?? [];
    if (name === "" || found.has(name)) continue;
    found.set(name, { name, what: what.replace(/async |\*/gu, ""), isDocumented: stoodOver(lines, index) });
  }
  return [...found.values()];
}
