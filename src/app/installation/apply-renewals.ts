import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { replaceFile } from "../../adapters/system/atomic-file.ts";
import { besides, type Renewal } from "../../install/upgrade/plan-upgrade.ts";
import { keepText } from "./keep-record.ts";

/** What could not be written, by path, in the system's words. */
export type WriteFailures = ReadonlyMap<string, string>;

/**
 * Does what was planned, file by file: the copy first, then the file, each whole or not at all. One that can't be written is told
 * and leaves the others alone. `backups`: an absolute folder that copies of what is replaced or removed go to.
 */
export async function applyRenewals(
  root: string,
  renewals: readonly Renewal[],
  backups: string,
): Promise<WriteFailures> {
  const failures = new Map<string, string>();
  for (const renewal of renewals)
    try {
      await apply(root, renewal, backups);
    } catch (error) {
      failures.set(renewal.path, error instanceof Error ? error.message : String(error));
    }
  return failures;
}

async function apply(root: string, renewal: Renewal, backups: string): Promise<void> {
  const { path, installed } = renewal;
  const target = join(root, path);
  if (installed !== null) await keepText(root, installed);
  switch (renewal.state) {
    case "new":
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, renewal.text, { flag: "wx" });
      return;
    case "renewed":
    case "merged":
      await backUp(root, path, backups);
      await replaceFile(target, renewal.text);
      return;
    case "conflict":
      if (existsSync(join(root, besides(path)))) await backUp(root, besides(path), backups);
      await replaceFile(join(root, besides(path)), renewal.text);
      return;
    case "retired":
      await backUp(root, path, backups);
      await rm(target);
      return;
    case "open":
    case "released":
    case "same":
    case "kept":
      return;
  }
}

/** Copies a file of the repository, by its path, into the folder of backups. */
export async function backUp(root: string, path: string, backups: string): Promise<void> {
  const copy = join(backups, path);
  await mkdir(dirname(copy), { recursive: true });
  await copyFile(join(root, path), copy);
}
