import { randomUUID } from "node:crypto";
import { link, open, readFile, rename, rm, stat } from "node:fs/promises";
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
    const stale = await staleText(lock);
    if (stale === null) await sleep(pollMs + (process.pid % pollMs), undefined, signal === undefined ? {} : { signal });
    else await remove(lock, stale);
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
    await file.writeFile(`${process.pid} ${hostname()} ${randomUUID()}\n`);
    await file.close();
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

async function staleText(lock: string): Promise<string | null> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(lock, "utf8"), stat(lock)]);
    const [pid, host] = text.split(" ");
    const dead = host === hostname() && !isAlive(Number(pid));
    return dead || Date.now() - mtimeMs > staleAfterMs ? text : null;
  } catch {
    return null;
  }
}

/* Two may find the same lock stale: what one moves away must be that lock, not the new one of the other. */
async function remove(lock: string, stale: string): Promise<void> {
  const aside = `${lock}.${randomUUID()}`;
  try {
    await rename(lock, aside);
    if ((await readFile(aside, "utf8")) !== stale) await link(aside, lock);
  } catch {
    /* Another one was faster; the next try to take the lock shows how it stands. */
  } finally {
    await rm(aside, { force: true });
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
