import { randomUUID } from "node:crypto";
import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
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
  while (!take(lock)) {
    const stale = staleText(lock);
    if (stale === null) await sleep(pollMs + (process.pid % pollMs), undefined, signal === undefined ? {} : { signal });
    else remove(lock, stale);
  }
  try {
    return await body();
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(lock: string): boolean {
  try {
    const file = openSync(lock, "wx");
    try {
      writeFileSync(file, `${process.pid} ${hostname()} ${randomUUID()}\n`);
    } finally {
      closeSync(file);
    }
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

function staleText(lock: string): string | null {
  try {
    const text = readFileSync(lock, "utf8");
    const { mtimeMs } = statSync(lock);
    const [pid, host] = text.split(" ");
    const dead = host === hostname() && !isAlive(Number(pid));
    return dead || Date.now() - mtimeMs > staleAfterMs ? text : null;
  } catch {
    return null;
  }
}

/* Two may find the same lock stale: what one moves away must be that lock, not the new one of the other. */
function remove(lock: string, stale: string): void {
  const aside = `${lock}.${randomUUID()}`;
  try {
    renameSync(lock, aside);
    if (readFileSync(aside, "utf8") !== stale) linkSync(aside, lock);
  } catch {
    /* Another one was faster; the next try to take the lock shows how it stands. */
  } finally {
    rmSync(aside, { force: true });
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
