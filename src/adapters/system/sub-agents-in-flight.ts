import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** One sub-agent that has started and not ended. */
export interface SubAgentInFlight {
  readonly id: string;
  /** The agent program it runs in; 0 where that is not known, and then only its age counts. */
  readonly pid: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

/** After this many milliseconds an entry is taken for left over. */
const staleAfter = 30 * 60_000;

const lineOf = ({ id, pid, startedAt }: SubAgentInFlight): string =>
  `${id}\t${pid}\t${new Date(startedAt).toISOString()}`;

const entryOf = (line: string): readonly SubAgentInFlight[] => {
  const [id, pid, time] = line.split("\t");
  const startedAt = Date.parse(time ?? "");
  return id === undefined || id === "" || Number.isNaN(startedAt) ? [] : [{ id, pid: Number(pid) || 0, startedAt }];
};

const isAlive = (pid: number): boolean => {
  if (pid <= 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
};

/** The sub-agents at work now, by the file (`.ralph/.subagent_in_flight`): entries that are old or whose program is gone don't count. */
export function subAgentsInFlight(file: string, now: number): readonly SubAgentInFlight[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return [];
  }
  return text
    .split("\n")
    .flatMap(entryOf)
    .filter(({ pid, startedAt }) => now - startedAt < staleAfter && isAlive(pid));
}

const pause = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};

const tryLock = (lock: string): boolean => {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
};

const isOlder = (path: string, ms: number): boolean => {
  try {
    return Date.now() - statSync(path).mtimeMs > ms;
  } catch {
    return false;
  }
};

/** Runs `body` while no other hook changes the file. A lock that a killed hook left is taken over after a second. */
const locked = (file: string, body: () => void): void => {
  const lock = `${file}.lock`;
  for (let tries = 0; !tryLock(lock); tries++) {
    if (isOlder(lock, 1000)) removeFolder(lock);
    if (tries > 300) throw new Error(`${lock} is held by another process; remove it if none is running`);
    pause(2);
  }
  try {
    body();
  } finally {
    removeFolder(lock);
  }
};

const removeFolder = (path: string): void => {
  try {
    rmdirSync(path);
  } catch {
    // Another process removed it first.
  }
};

/** Changes the entries, one line each, whole or not at all. Does nothing where the harness's folder is missing. Throws on a disk error. */
export function changeSubAgentsInFlight(
  file: string,
  change: (entries: readonly SubAgentInFlight[]) => readonly SubAgentInFlight[],
): void {
  if (!existsSync(dirname(file))) return;
  locked(file, () => {
    const entries = change(subAgentsInFlight(file, Date.now()));
    const next = `${file}.${process.pid}`;
    writeFileSync(next, entries.map((entry) => `${lineOf(entry)}\n`).join(""), { mode: 0o600 });
    renameSync(next, file);
  });
}

/** Starts are forgotten after this many milliseconds: no iteration takes so long. */
const startsKept = 24 * 60 * 60_000;

const startsIn = (file: string): readonly number[] => {
  try {
    return readFileSync(file, "utf8")
      .split("\n")
      .map(Date.parse)
      .filter((time) => !Number.isNaN(time));
  } catch {
    return [];
  }
};

/** How many sub-agents hooks have seen start since a time (ms), by the file of starts (`.ralph/.subagent_starts`). */
export const subAgentStarts = (file: string, since: number): number =>
  startsIn(file).filter((time) => time >= since).length;

/** Notes the start of a sub-agent. Does nothing where the harness's folder is missing. Throws on a disk error. */
export function noteSubAgentStart(file: string, now: number): void {
  if (!existsSync(dirname(file))) return;
  locked(file, () => {
    const starts = [...startsIn(file).filter((time) => now - time < startsKept), now];
    const next = `${file}.${process.pid}`;
    writeFileSync(next, starts.map((time) => `${new Date(time).toISOString()}\n`).join(""), { mode: 0o600 });
    renameSync(next, file);
  });
}

const shells = new Set(["sh", "bash", "dash", "zsh", "ash", "ksh", "fish"]);

/** The agent program that a hook process belongs to: its parent, or the parent of the shell between them. 0 where that can't be told. */
export function agentPid(): number {
  try {
    // Behind bubblewrap numbers are its own and mean nothing outside.
    if (readFileSync("/proc/1/comm", "utf8").trim() === "bwrap") return 0;
    // After the name in brackets: state, parent.
    const stat = readFileSync(`/proc/${process.ppid}/stat`, "utf8");
    const name = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    return shells.has(name) ? parent : process.ppid;
  } catch {
    return 0;
  }
}
