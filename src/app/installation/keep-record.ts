import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { replaceFile } from "../../adapters/system/atomic-file.ts";
import { glimpseOf } from "../../install/detect/glimpse.ts";
import {
  digestOf,
  installedFolder,
  type InstallRecord,
  keptTextPath,
  noRecord,
  readRecord,
  recordFile,
  recordText,
} from "../../install/upgrade/install-record.ts";

/** What is on record of the files installed in a repository. A record that can't be read counts as none. */
export function recordAt(root: string): InstallRecord {
  const text = glimpseOf(root).text(recordFile);
  return (text === null ? null : readRecord(text)) ?? noRecord;
}

/** Keeps a text under its digest, before the file itself is written: whoever is killed between the two has lost nothing. */
export async function keepText(root: string, text: string): Promise<void> {
  await writeIfOther(root, keptTextPath(digestOf(text)), text);
}

/** Writes the record, and drops texts that it does not name any more. */
export async function keepRecord(root: string, record: InstallRecord): Promise<void> {
  await writeIfOther(root, recordFile, recordText(record));
  const named = new Set(Object.values(record.files).map((digest) => basename(keptTextPath(digest))));
  for (const name of await readdir(join(root, installedFolder)))
    if (/^[0-9a-f]{20}\.txt$/.test(name) && !named.has(name)) await rm(join(root, installedFolder, name));
}

const whatStands = (path: string): Promise<string | null> => readFile(path, "utf8").catch(() => null);

async function writeIfOther(root: string, path: string, text: string): Promise<void> {
  const target = join(root, path);
  if ((await whatStands(target)) === text) return;
  await mkdir(join(root, installedFolder), { recursive: true });
  await replaceFile(target, text);
}
