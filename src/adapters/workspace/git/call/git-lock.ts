import { readdir, readlink, readFile, stat } from "node:fs/promises";
import { sep } from "node:path";
import { WorkspaceError } from "../../../../ports/workspace.ts";

/** A lock file of git's (index.lock, a ref's) as it was found. `holder` is undefined where that can't be told on this system. */
export interface FoundLock {
  readonly file: string;
  readonly ageMs: number;
  readonly holder: number | null | undefined;
}

const old = 60_000;

/** The lock file that git names in its refusal, or null when the refusal is about something else. */
export function lockIn(words: string): string | null {
  return /Unable to create '([^']+\.lock)': File exists/.exec(words)?.[1] ?? null;
}

/** Looks at a lock file and for a git process that works in the same repository; null when the file is gone. */
export async function lookAtLock(file: string, root: string): Promise<FoundLock | null> {
  try {
    const { mtimeMs } = await stat(file);
    return { file, ageMs: Math.max(0, Date.now() - mtimeMs), holder: await gitProcessIn(root) };
  } catch {
    return null;
  }
}

/** The refusal for people (F146). A live lock is never removed by us, and neither is a dead one: it is told. */
export function lockedError(lock: FoundLock | null, words: string): WorkspaceError {
  if (lock === null)
    return new WorkspaceError("index-locked", "git's index stayed locked by another process. Try again.", words);
  const age = lock.ageMs < 120_000 ? `${Math.round(lock.ageMs / 1000)} s` : `${Math.round(lock.ageMs / 60_000)} min`;
  return new WorkspaceError("index-locked", `${lock.file} is ${age} old; ${advice(lock)}`, words);
}

function advice({ file, holder, ageMs }: FoundLock): string {
  if (typeof holder === "number")
    return `git process ${holder} is at work in this repository. Wait for it to end, or end it.`;
  if (ageMs < old) return "another program is using the repository. Try again when it is done.";
  const nobody =
    holder === null ? "no git process works in this repository, so it was left behind." : "it may be left behind.";
  return `${nobody} If no git is running, remove it: ${file}`;
}

async function gitProcessIn(root: string): Promise<number | null | undefined> {
  if (process.platform !== "linux") return undefined;
  for (const pid of await readdir("/proc")) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      const name = await readFile(`/proc/${pid}/comm`, "utf8");
      if (!name.startsWith("git")) continue;
      const cwd = await readlink(`/proc/${pid}/cwd`);
      if (cwd === root || cwd.startsWith(root + sep)) return Number(pid);
    } catch {
      // Ended meanwhile, or not ours to look at.
    }
  }
  return null;
}
