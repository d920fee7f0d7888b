import { lstatSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";

/**
 * Judges names that files give: true for one that leaves the folder `root`, be it by being absolute, by `..` or by a link on
 * its way. Folders are looked at once; a new judge looks anew.
 */
export function outwardJudge(root: string): (name: string) => boolean {
  const home = realOf(root) ?? root;
  const folders = new Map<string, boolean>();
  const isOut = (folder: string): boolean => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const real = realOf(folder);
    const out = real === null ? dirname(folder) !== folder && isOut(dirname(folder)) : !isWithin(home, real);
    folders.set(folder, out);
    return out;
  };
  return (name) => {
    if (name === "" || isAbsolute(name) || /^[A-Za-z]:/.test(name) || /[\0\\]/.test(name)) return true;
    if (name.split("/").includes("..")) return true;
    return isOut(join(root, dirname(name))) || isLinkOut(home, join(root, name));
  };
}

/** True where the name leaves the folder; for a single question. */
export const leadsOut = (root: string, name: string): boolean => outwardJudge(root)(name);

function isLinkOut(home: string, path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return false;
  const real = realOf(path);
  return real !== null && !isWithin(home, real);
}

const isWithin = (home: string, path: string): boolean => {
  const way = relative(home, path);
  return way === "" || !(way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way));
};

function realOf(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}
