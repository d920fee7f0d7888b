import { type Dirent, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const mostFolders = 5_000;
const mostFiles = 500;
const mostBytes = 8 * 1024 * 1024;

/**
 * The texts of the report files that were written since a moment (ms), in the order of their names: what a test runner says in a
 * file and not on the screen. `patterns` are paths from `root`; `*` stands for a part of one name, `**` for any folders. A link is not
 * followed, so that none leads out; what is older, larger than 8 MB or can't be read is passed over.
 */
export function freshReports(root: string, patterns: readonly string[], since: number): readonly string[] {
  const found = new Set(patterns.flatMap((pattern) => filesOf(root, pattern)));
  return [...found]
    .toSorted()
    .slice(0, mostFiles)
    .flatMap((path) => textOf(path, since));
}

function textOf(path: string, since: number): readonly string[] {
  try {
    const stats = lstatSync(path);
    if (!stats.isFile() || stats.mtimeMs < since || stats.size > mostBytes) return [];
    return [readFileSync(path, "utf8")];
  } catch {
    return [];
  }
}

/** Files that a pattern means. */
function filesOf(root: string, pattern: string): readonly string[] {
  const names = pattern
    .replaceAll("\\", "/")
    .split("/")
    .filter((name) => name !== "" && name !== ".");
  if (names.length === 0 || /^(?:[/\\]|[A-Za-z]:)/.test(pattern) || names.includes("..") || names[0] === ".git")
    return [];
  const found: Finding = { files: [], folders: 0 };
  visit(root, names, found);
  return found.files;
}

interface Finding {
  readonly files: string[];
  folders: number;
}

function visit(folder: string, [name = "", ...rest]: readonly string[], found: Finding): void {
  if ((found.folders += 1) > mostFolders) return;
  const wanted = name === "**" ? null : patternOf(name);
  if (wanted === null) visit(folder, rest, found);
  for (const entry of entriesOf(folder)) {
    const at = join(folder, entry.name);
    if (wanted === null) {
      if (entry.isDirectory() && entry.name !== ".git" && entry.name !== "node_modules")
        visit(at, [name, ...rest], found);
    } else if (wanted.test(entry.name)) {
      if (rest.length === 0 && entry.isFile()) found.files.push(at);
      else if (rest.length > 0 && entry.isDirectory()) visit(at, rest, found);
    }
  }
}

const patternOf = (name: string): RegExp =>
  new RegExp(
    `^${name
      .split("*")
      .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"))
      .join("[^/]*")}$`,
  );

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
