import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { World } from "./world/world.ts";

/** The work tree that a command is about: the nearest folder upwards with `.git`, else where it was started. */
export function rootOf(world: Pick<World, "cwd">): string {
  for (let folder = world.cwd; ; folder = dirname(folder)) {
    if (isWorkTree(folder)) return folder;
    if (folder === dirname(folder)) return world.cwd;
  }
}

/** True for the top folder of a work tree: an empty folder of the name, as sandboxes leave them, makes none. */
export function isWorkTree(folder: string): boolean {
  const git = join(folder, ".git");
  return existsSync(join(git, "HEAD")) || statSync(git, { throwIfNoEntry: false })?.isFile() === true;
}
