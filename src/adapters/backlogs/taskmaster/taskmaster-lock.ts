import { closeSync, openSync, rmSync, statSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/* After so long Taskmaster itself takes a lock for one that was left behind. */
const staleAfterMs = 10_000;
const pollMs = 25;

/**
 * Runs `body` while neither Taskmaster nor one of us writes the file: by the lock file beside it that Taskmaster's own programs
 * use. Waits; the signal ends the waiting.
 */
export async function withTaskmasterLock<T>(path: string, body: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const lock = `${path}.lock`;
  signal?.throwIfAborted();
  while (!take(lock)) {
    if (isStale(lock)) rmSync(lock, { force: true, recursive: true });
    else await sleep(pollMs, undefined, signal === undefined ? {} : { signal });
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
    writeFileSync(file, JSON.stringify({ pid: process.pid, timestamp: Date.now() }));
    closeSync(file);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

function isStale(lock: string): boolean {
  const found = statSync(lock, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs > staleAfterMs;
}
