import { type BigIntStats, lstatSync, readdirSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import type { SurfaceOptions, Watch } from "./surface.ts";

/** Something on the control surface, as it stands on the disk now. */
export interface Sighting {
  readonly path: string;
  readonly at: string;
  readonly watch: Watch;
  readonly stats: BigIntStats;
}

/** The state of a path itself, links not followed; null when there is nothing (or nothing that may be looked at). */
export const look = (at: string): BigIntStats | null => {
  try {
    return lstatSync(at, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
};

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
};

const isFolder = (at: string, stats: BigIntStats): boolean =>
  stats.isDirectory() || (stats.isSymbolicLink() && (statSync(at, { throwIfNoEntry: false })?.isDirectory() ?? false));

const followable = (at: string, stats: BigIntStats): boolean => {
  try {
    return isFolder(at, stats);
  } catch {
    return false;
  }
};

interface Visit {
  readonly found: Sighting[];
  readonly options: SurfaceOptions;
}

/** Every name in a folder of the work tree. A link to a folder is followed while still on the way, never inside of what is protected. */
const visitFolder = (folder: string, at: string, visit: Visit): void => {
  for (const name of namesIn(at)) {
    const path = folder === "" ? name : `${folder}/${name}`;
    if (path === ".git") continue;
    const protection = visit.options.protection(path);
    if (protection === "free" || protection === "own") continue;
    const here = join(at, name);
    const stats = look(here);
    if (stats === null) continue;
    visit.found.push({ path, at: here, watch: protection === "protected" ? "content" : protection, stats });
    const inside = visit.options.protection(folder) === "protected";
    if (inside ? stats.isDirectory() : followable(here, stats)) visitFolder(path, here, visit);
  }
};

const visitHooks = (folder: string, at: string, found: Sighting[]): void => {
  for (const name of namesIn(at)) {
    // git never runs its samples.
    if (name.endsWith(".sample")) continue;
    const stats = look(join(at, name));
    if (stats === null) continue;
    found.push({ path: `${folder}/${name}`, at: join(at, name), watch: "content", stats });
    if (stats.isDirectory()) visitHooks(`${folder}/${name}`, join(at, name), found);
  }
};

const visitGit = ({ options: { root, git }, found }: Visit): void => {
  if (git === null) return;
  const add = (path: string, at: string, watch: Watch): void => {
    const stats = look(at);
    if (stats !== null) found.push({ path, at, watch, stats });
  };
  const pointer = look(join(root, ".git"));
  // In a linked work tree `.git` is a file that says where the rest is.
  add(".git", join(root, ".git"), pointer?.isDirectory() === true ? "passage" : "content");
  add(".git/config", join(git.commonDir, "config"), "git-config");
  add(".git/config.worktree", join(git.dir, "config.worktree"), "git-config");
  add(".git/hooks", join(git.commonDir, "hooks"), "passage");
  visitHooks(".git/hooks", join(git.commonDir, "hooks"), found);
};

/** Everything on the control surface now, folders before what is in them. Reads names and states only. */
export function walkSurface(options: SurfaceOptions): readonly Sighting[] {
  const found: Sighting[] = [];
  visitFolder("", options.root, { found, options });
  visitGit({ found, options });
  return found;
}

/** Where a link points, as written in it. */
export const linkTarget = (at: string): string => {
  try {
    return readlinkSync(at);
  } catch {
    return "";
  }
};
