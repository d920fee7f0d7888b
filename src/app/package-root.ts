import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder that this program is installed in: the first above this file that holds our package.json. */
export function packageRoot(from: string = import.meta.dirname): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json")) && existsSync(join(folder, "assets"))) return folder;
    if (folder === dirname(folder))
      throw new Error(`No package.json with assets above ${from}: the installation is incomplete.`);
  }
}
