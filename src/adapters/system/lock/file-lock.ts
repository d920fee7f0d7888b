import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LockError, type LockHolder, type LockReading, type Locks, type RunLock } from "../../../ports/lock.ts";
import { judgeHolder } from "./judge-holder.ts";
import { createLockFile, readLockFile, type LockFile } from "./lock-file.ts";
import { ownIdentity, type ProcessIdentity } from "./process-identity.ts";

/** A file that can't be read may be one that is being written; this old (ms) it is left over. */
const graceMs = 3_000;
const pauseMs = 20;

/**
 * The lock in this folder, which has to be one that all work trees of a repository share, whatever path leads there:
 * `ralph` in git's common folder. One file, complete from its first moment.
 */
export function fileLock(folder: string): Locks {
  const file = join(folder, "run.lock");
  return {
    acquire: async (request, signal) => explained(file, async () => acquire(file, request, signal)),
    read: async () => explained(file, async () => readingOf(await readLockFile(file), await ownIdentity())),
  };
}

async function acquire(file: string, request: { run: string; root: string }, signal?: AbortSignal): Promise<RunLock> {
  const self = await ownIdentity();
  const holder: LockHolder = { run: request.run, ...self, root: request.root, since: Date.now() };
  await mkdir(dirname(file), { recursive: true });
  for (;;) {
    signal?.throwIfAborted();
    if (await createLockFile(file, holder)) return held(file, holder, null);
    const reading = await readingOf(await readLockFile(file), self);
    switch (reading.state) {
      case "free":
        break;
      case "live":
        if (isSame(reading.holder, holder)) return again(reading.holder);
        throw inUse(reading.holder);
      case "uncertain":
        if (reading.holder !== null) throw outOfSight(file, reading.holder, reading.why);
        await sleep(pauseMs, undefined, { signal });
        break;
      case "stale": {
        const lock = await takeOver(file, holder, reading);
        if (lock !== null) return lock;
        await sleep(pauseMs, undefined, { signal });
      }
    }
  }
}

/**
 * Removes a stale lock and makes ours. Only who holds the second lock beside it may remove one, and only after looking
 * again: so that nobody removes the fresh lock of somebody who was quicker. Null: somebody else is at it, try again.
 */
async function takeOver(
  file: string,
  holder: LockHolder,
  stale: LockReading & { state: "stale" },
): Promise<RunLock | null> {
  const guard = `${file}.takeover`;
  if (!(await createLockFile(guard, holder))) {
    const other = await readingOf(await readLockFile(guard), holder);
    if (other.state === "stale") await rm(guard, { force: true });
    return null;
  }
  try {
    const again = await readingOf(await readLockFile(file), holder);
    if (again.state !== "stale") return null;
    await rm(file, { force: true });
    return (await createLockFile(file, holder)) ? held(file, holder, leftBehind(stale)) : null;
  } finally {
    await rm(guard, { force: true });
  }
}

function held(file: string, holder: LockHolder, tookOver: RunLock["tookOver"]): RunLock {
  return {
    holder,
    tookOver,
    async [Symbol.asyncDispose]() {
      const found = await readLockFile(file).catch(() => null);
      if (found?.kind === "held" && isSame(found.holder, holder) && found.holder.since === holder.since) {
        await rm(file, { force: true }).catch(() => undefined);
      }
    },
  };
}

/** The same run of the same process holds it already: whoever took it first gives it back. */
const again = (holder: LockHolder): RunLock => ({ holder, tookOver: null, async [Symbol.asyncDispose]() {} });

function leftBehind({ holder, why }: { holder: LockHolder | null; why: string }): string {
  return `Took over the lock of ${holder === null ? "an earlier run" : `run ${holder.run}`}: ${why}.`;
}

const isSame = (one: LockHolder, other: LockHolder): boolean =>
  one.run === other.run &&
  one.pid === other.pid &&
  one.started === other.started &&
  one.boot === other.boot &&
  one.host === other.host;

async function readingOf(found: LockFile, self: ProcessIdentity): Promise<LockReading> {
  switch (found.kind) {
    case "none":
      return { state: "free" };
    case "held":
      return judgeHolder(found.holder, self);
    case "unreadable":
      if (found.ageMs > graceMs) return { state: "stale", holder: null, why: "its file was left unfinished" };
      return { state: "uncertain", holder: null, why: "its file is being written" };
  }
}

const named = ({ run, pid, root, since, host }: LockHolder): string =>
  `run ${run} (process ${pid} on ${host}, in ${root}, since ${new Date(since).toISOString()})`;

function inUse(holder: LockHolder): LockError {
  const message = `This repository is already worked on by ${named(holder)}. Wait for it, or end it with \`ralph stop\`.`;
  return new LockError("locked", message, holder);
}

function outOfSight(file: string, holder: LockHolder, why: string): LockError {
  const cure = `If it no longer runs there, remove ${file} and start again.`;
  return new LockError(
    "uncertain",
    `This repository is locked by ${named(holder)}; ${why}, so it can't be seen from here. ${cure}`,
    holder,
  );
}

async function explained<T>(file: string, body: () => Promise<T>): Promise<T> {
  try {
    return await body();
  } catch (error) {
    if (error instanceof LockError || !(error instanceof Error && "syscall" in error)) throw error;
    throw new LockError("failed", `The lock ${file} could not be used: ${error.message}`, null, { cause: error });
  }
}
