import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What detectors see of a repository: its files by relative path. Nothing is run. */
export interface Glimpse {
  /** Names in the root folder, sorted. */
  readonly names: readonly string[];
  has(path: string): boolean;
  /** Names in a folder, sorted; none where there is no such folder. */
  inside(path: string): readonly string[];
  /** The text of a file; null where there is none that can be read. */
  text(path: string): string | null;
}

/** A glimpse of the folder at `root` (absolute). */
export function glimpseOf(root: string): Glimpse {
  return {
    names: namesIn(root),
    has: (path) => existsSync(join(root, path)),
    inside: (path) => namesIn(join(root, path)),
    text: (path) => {
      try {
        return readFileSync(join(root, path), "utf8");
      } catch {
        return null;
      }
    },
  };
}

const namesIn = (root: string): readonly string[] => {
  try {
    return readdirSync(root).toSorted();
  } catch {
    return [];
  }
};

/** A glimpse of files that are given: for tests, and for what is not on a disk. */
export function glimpseOfFiles(files: Readonly<Record<string, string>>): Glimpse {
  const paths = Object.keys(files);
  return {
    names: [...new Set(paths.map((path) => path.split("/")[0] ?? ""))].toSorted(),
    has: (path) => paths.some((each) => each === path || each.startsWith(`${path}/`)),
    inside: (path) => [
      ...new Set(
        paths.flatMap((each) => (each.startsWith(`${path}/`) ? [each.slice(path.length + 1).split("/")[0] ?? ""] : [])),
      ),
    ],
    text: (path) => files[path] ?? null,
  };
}
