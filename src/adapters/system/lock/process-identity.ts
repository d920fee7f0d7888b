import { execFile } from "node:child_process";
import { readFile, readlink } from "node:fs/promises";
import { hostname } from "node:os";
import { promisify } from "node:util";

/** What tells this process from every other, on this machine and elsewhere. See LockHolder for the fields. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  readonly started: string | null;
  readonly boot: string | null;
  readonly space: string | null;
}

/** The present process. Costs a few reads on Linux; elsewhere one call of `ps`. */
export async function ownIdentity(): Promise<ProcessIdentity> {
  const [state, boot, space] = await Promise.all([stateOf(process.pid), bootId(), pidSpace()]);
  return { pid: process.pid, host: hostname(), started: state.alive ? state.started : null, boot, space };
}

/** Whether a process of this machine runs, and since when; a zombie does not run. */
export type ProcessState =
  | { readonly alive: true; readonly started: string | null }
  | { readonly alive: false; readonly why: "gone" | "zombie" };

/** Looks a process number up, in the system's own process table. */
export async function stateOf(pid: number): Promise<ProcessState> {
  if (!isThere(pid)) return { alive: false, why: "gone" };
  return (stateReaders[process.platform] ?? psState)(pid);
}

const stateReaders: Readonly<Partial<Record<NodeJS.Platform, (pid: number) => Promise<ProcessState>>>> = {
  linux: linuxState,
  // No start time without a second program: the pid has to do.
  win32: async () => ({ alive: true, started: null }),
};

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not allowed to signal it: it is there, and somebody else's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function linuxState(pid: number): Promise<ProcessState> {
  const text = await readText(`/proc/${pid}/stat`);
  if (text === null) return { alive: true, started: null };
  // The second field is a name in parentheses and may hold anything, so that fields count from its end.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state] = fields;
  if (state === "Z" || state === "X") return { alive: false, why: "zombie" };
  return { alive: true, started: fields[19] ?? null };
}

async function psState(pid: number): Promise<ProcessState> {
  try {
    const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
    const { stdout } = await promisify(execFile)("ps", ["-o", "stat=,lstart=", "-p", String(pid)], {
      env,
      timeout: 5_000,
    });
    const [stat = "", ...started] = stdout.trim().split(/\s+/);
    return stat.startsWith("Z") ? { alive: false, why: "zombie" } : { alive: true, started: started.join(" ") };
  } catch {
    return { alive: true, started: null };
  }
}

async function bootId(): Promise<string | null> {
  return (await bootReaders[process.platform]?.()) ?? null;
}

const bootReaders: Readonly<Partial<Record<NodeJS.Platform, () => Promise<string | null>>>> = {
  linux: async () => readText("/proc/sys/kernel/random/boot_id"),
  darwin: async () =>
    promisify(execFile)("sysctl", ["-n", "kern.bootsessionuuid"], { timeout: 5_000 }).then(
      ({ stdout }) => stdout.trim() || null,
      () => null,
    ),
};

async function pidSpace(): Promise<string | null> {
  return readlink("/proc/self/ns/pid").catch(() => null);
}

async function readText(file: string): Promise<string | null> {
  return readFile(file, "utf8").then(
    (text) => text.trim(),
    () => null,
  );
}
