import { existsSync, readFileSync } from "node:fs";
import { appendFile, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findCommonDir } from "../../adapters/system/lock/find-common-dir.ts";

/** True where git's own list of ignored files, which is never committed, names a path of the repository. */
export async function isExcluded(root: string, path: string): Promise<boolean> {
  const file = await excludeFileOf(root);
  return file !== null && existsSync(file) && readFileSync(file, "utf8").split(/\r?\n/).includes(lineOf(path));
}

/** Adds a path of the repository to that list, once. */
export async function exclude(root: string, path: string): Promise<void> {
  const file = await excludeFileOf(root);
  if (file === null || (await isExcluded(root, path))) return;
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  await mkdir(dirname(file), { recursive: true });
  await appendFile(file, `${before === "" || before.endsWith("\n") ? "" : "\n"}${lineOf(path)}\n`);
}

const lineOf = (path: string): string => `/${path}`;

async function excludeFileOf(root: string): Promise<string | null> {
  const commonDir = await findCommonDir(root);
  return commonDir === null ? null : join(commonDir, "info", "exclude");
}
