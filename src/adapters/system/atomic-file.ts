import { randomUUID } from "node:crypto";
import type { Stats } from "node:fs";
import {
  access,
  constants,
  type FileHandle,
  lstat,
  open,
  readlink,
  realpath,
  rename,
  rm,
  stat,
} from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Puts new content in place of a file's, whole or not at all: a temporary file beside it, fsync, rename, fsync of the
 * folder. A symbolic link stays and its target is replaced; mode and, where allowed, owner are kept; a read-only file is
 * refused. Creates the file if there is none. Rejects with the system's error; then the old file stands and no
 * temporary one is left.
 */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const target = await followLinks(path);
  const old = await stat(target).catch(ignoreMissing);
  if (old !== undefined) await access(target, constants.W_OK);
  const temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}.tmp`);
  try {
    const file = await open(temporary, "wx", old === undefined ? 0o666 : old.mode & 0o7777);
    try {
      await file.writeFile(content);
      if (old !== undefined) await keepOwnership(file, old);
      await file.sync();
    } finally {
      await file.close();
    }
    await renameOver(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(target));
}

async function keepOwnership(file: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
  if (process.getuid?.() === 0) await file.chown(uid, gid);
  await file.chmod(mode & 0o7777);
}

const codeOf = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "");

function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== "ENOENT") throw error;
}

const mostLinks = 40;

async function followLinks(path: string): Promise<string> {
  const whole = await realpath(path).catch(ignoreMissing);
  if (whole !== undefined) return whole;
  let at = resolve(path);
  for (let hop = 0; hop < mostLinks; hop++) {
    const found = await lstat(at).catch(ignoreMissing);
    if (found === undefined || !found.isSymbolicLink()) return at;
    at = resolve(dirname(at), await readlink(at));
  }
  return at;
}

/* On Windows an open reader makes the rename fail for a moment. */
const passing: ReadonlySet<string> = new Set(process.platform === "win32" ? ["EPERM", "EACCES", "EBUSY"] : []);
const waitsMs = [10, 50, 200];

async function renameOver(from: string, to: string): Promise<void> {
  for (const wait of waitsMs) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (!passing.has(codeOf(error))) throw error;
      await sleep(wait);
    }
  }
  await rename(from, to);
}

/* Not every system lets a folder be synced; the content is safe by then. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, "r");
    await handle.sync().finally(() => handle.close());
  } catch {}
}
