import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { World } from "./world.ts";

/** The work tree that a command is about: the nearest folder upwards with `.git`, else where it was started. */
export function rootOf(world: Pick<World, "cwd">): string {
  for (let folder = world.cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (folder === dirname(folder)) return world.cwd;
  }
}
