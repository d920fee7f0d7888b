import { randomUUID } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Puts new content in place of a file's, whole or not at all: a temporary file beside it, fsync, rename, fsync of the
 * folder. A symbolic link stays and its target is replaced; mode and, where allowed, owner are kept; a read-only file is
 * refused. Creates the file if there is none. Rejects with the system's error; then the old file stands and no
 * temporary one is left. Its dozen short calls are synchronous: a way through the thread pool costs ten times the call.
 */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const target = followLinks(path);
  const old = statSync(target, { throwIfNoEntry: false });
  if (old !== undefined) accessSync(target, constants.W_OK);
  const temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}.tmp`);
  try {
    const file = openSync(temporary, "wx", old === undefined ? 0o666 : old.mode & 0o7777);
    try {
      writeFileSync(file, content);
      if (old !== undefined) keepOwnership(file, old);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    await renameOver(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(dirname(target));
}

function keepOwnership(file: number, { uid, gid, mode }: Stats): void {
  if (process.getuid?.() === 0) fchownSync(file, uid, gid);
  fchmodSync(file, mode & 0o7777);
}

const codeOf = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "");

/* The real path, undefined where the file or what a link points to is missing. */
function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    return undefined;
  }
}

const mostLinks = 40;

function followLinks(path: string): string {
  const whole = realPathOf(path);
  if (whole !== undefined) return whole;
  let at = resolve(path);
  for (let hop = 0; hop < mostLinks; hop++) {
    const found = lstatSync(at, { throwIfNoEntry: false });
    if (found === undefined || !found.isSymbolicLink()) return at;
    at = resolve(dirname(at), readlinkSync(at));
  }
  return at;
}

/* On Windows an open reader makes the rename fail for a moment. */
const passing: ReadonlySet<string> = new Set(process.platform === "win32" ? ["EPERM", "EACCES", "EBUSY"] : []);
const waitsMs = [10, 50, 200];

async function renameOver(from: string, to: string): Promise<void> {
  for (const wait of waitsMs) {
    try {
      return renameSync(from, to);
    } catch (error) {
      if (!passing.has(codeOf(error))) throw error;
      await sleep(wait);
    }
  }
  renameSync(from, to);
}

/* Not every system lets a folder be synced; the content is safe by then. */
function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, "r");
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {}
}
