import type { Aside } from "../../../../ports/workspace.ts";

/** Tells the paths that are left alone: each of `aside` itself and, where it is a folder, all below it. */
export interface AsidePaths {
  has(path: string): boolean;
  /** True too for the folders that hold such a path: a file can't take their place. */
  blocks(path: string): boolean;
}

/** Makes the test from the list; paths are relative to the root, with slashes; a slash at the end is allowed. */
export function asidePaths(aside: Aside): AsidePaths {
  const own = new Set(aside.paths.map((path) => path.replace(/\/+$/, "")));
  const holders = new Set([...own].flatMap(foldersOf));
  const has = (path: string): boolean => own.has(path) || foldersOf(path).some((folder) => own.has(folder));
  return { has, blocks: (path) => holders.has(path) || has(path) };
}

/** The folders above a path, nearest to the root first; not the root itself. */
export function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", slash + 1))
    folders.push(path.slice(0, slash));
  return folders;
}
