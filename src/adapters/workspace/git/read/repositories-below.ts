import { readdirSync } from "node:fs";
import { join } from "node:path";
import { exists } from "./git-files.ts";

/** More than these are not named. */
const most = 5;

/** Folders that hold copies of other people's repositories, never a person's own. */
const passedOver = new Set(["node_modules", "vendor", "target", "dist", "build"]);

/** The work trees that lie up to two folders below a folder, by their paths from it; a few of them, in order. Never throws. */
export function repositoriesBelow(folder: string): readonly string[] {
  const [near, far] = [foldersIn(folder, ""), (name: string) => foldersIn(folder, name)];
  const found = near.flatMap((name) =>
    isWorkTree(folder, name) ? [name] : far(name).filter((path) => isWorkTree(folder, path)),
  );
  return found.slice(0, most);
}

const isWorkTree = (folder: string, path: string): boolean => exists(join(folder, path, ".git"));

function foldersIn(folder: string, below: string): readonly string[] {
  try {
    return readdirSync(join(folder, below), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && !passedOver.has(entry.name))
      .map(({ name }) => (below === "" ? name : `${below}/${name}`))
      .toSorted();
  } catch {
    return [];
  }
}
