import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/**
 * The git that a PATH names, by its absolute path: looked for once, since each start would go through all of the PATH again in
 * a process that was just forked. Plain `git` where none is found, or where the system has rules of its own for names.
 */
export function gitProgram(path: string | undefined): string {
  if (process.platform === "win32" || path === undefined) return "git";
  const places = path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, "git"));
  return places.find(isProgram) ?? "git";
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
