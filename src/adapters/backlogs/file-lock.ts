import { open, readFile, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const staleAfterMs = 30_000;
const pollMs = 10;

/**
 * Runs `body` while no other process of ours does so for the same file: a lock file beside it, taken over when its owner
 * is dead or it is older than 30 seconds (a write takes milliseconds). Waits; the signal ends the waiting.
 */
export async function withFileLock<T>(path: string, body: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const lock = join(dirname(path), `.${basename(path)}.lock`);
  while (!(await take(lock))) {
    if (await isStale(lock)) await rm(lock, { force: true });
    else await sleep(pollMs + (process.pid % pollMs), undefined, signal === undefined ? {} : { signal });
  }
  try {
    return await body();
  } finally {
    await rm(lock, { force: true });
  }
}

async function take(lock: string): Promise<boolean> {
  try {
    const file = await open(lock, "wx");
    await file.writeFile(`${process.pid} ${hostname()}\n`);
    await file.close();
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

async function isStale(lock: string): Promise<boolean> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(lock, "utf8"), stat(lock)]);
    if (Date.now() - mtimeMs > staleAfterMs) return true;
    const [pid, host] = text.trim().split(" ");
    return host === hostname() && !isAlive(Number(pid));
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
