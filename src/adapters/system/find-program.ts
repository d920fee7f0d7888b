import { access, constants, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join, resolve } from "node:path";

/** Where a program is looked for. `root` is where relative paths with a slash begin. */
export interface SearchPlace {
  readonly path: string | undefined;
  readonly root: string;
  readonly extensions: readonly string[];
}

/** The extensions that make a file a program on this system: none but on Windows. */
export const programExtensions = (platform: NodeJS.Platform, pathext: string | undefined): readonly string[] =>
  platform === "win32" ? ["", ...(pathext ?? ".EXE;.CMD;.BAT;.COM").split(";")] : [""];

/** The absolute path of a program, or null where it can't be started. Nothing is run. */
export async function findProgram(file: string, place: SearchPlace): Promise<string | null> {
  const folders =
    file.includes("/") || isAbsolute(file)
      ? [""]
      : (place.path ?? "").split(delimiter).filter((folder) => folder !== "");
  for (const folder of folders) {
    for (const extension of place.extensions) {
      const candidate = folder === "" ? resolve(place.root, file + extension) : join(folder, file + extension);
      if (await isProgram(candidate)) return candidate;
    }
  }
  return null;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
