import { closeSync, existsSync, openSync, readFileSync, readdirSync, readSync } from "node:fs";
import { sendSignal, type ProcessRow, type ProcessViewer } from "../process-viewer.ts";

const ticksPerMs = 10;
/** More forks a second than a machine does: within less than a full turn of the pid counter, younger means a higher pid. */
const mostForksPerMs = 10;
const mostProbes = 100;
const buffer = Buffer.alloc(64 * 1024);

/** Sees processes through /proc. */
export const linuxViewer: ProcessViewer = {
  async list(youngerThan) {
    const rows: ProcessRow[] = [];
    for (const pid of pids(youngerThan)) {
      const row = readRow(pid);
      if (row !== null) rows.push(row);
    }
    return rows;
  },
  carries(row, marks) {
    const environ = `\0${readText(`/proc/${row.pid}/environ`)}\0`;
    return marks.some((mark) => environ.includes(`\0${mark}\0`));
  },
  signalGroup: (leader, signal) => sendSignal(-leader, signal),
  signal: (row, signal) => sendSignal(row.pid, signal),
};

/**
 * The pids to look at. After a short call it is mostly known without reading /proc, which costs more than all else here:
 * pids are given in a row, so when none of those given since is in use, nothing is left.
 */
function pids(youngerThan: { readonly pid: number; readonly ageMs: number } | undefined): number[] {
  const lastPid = youngerThan === undefined ? 0 : lastPidGiven();
  if (youngerThan === undefined || lastPid === 0) return allPids();
  const { pid: first, ageMs } = youngerThan;
  if (ageMs * mostForksPerMs > highestPid()) return allPids();
  if (lastPid < first) return allPids().filter((pid) => pid >= first || pid <= lastPid);
  if (lastPid - first <= mostProbes && !isAnyInUse(first, lastPid)) return [];
  return allPids().filter((pid) => pid >= first);
}

function isAnyInUse(first: number, last: number): boolean {
  for (let pid = first; pid <= last; pid++) if (existsSync(`/proc/${pid}`)) return true;
  return false;
}

function allPids(): number[] {
  try {
    return readdirSync("/proc")
      .map(Number)
      .filter((pid) => pid > 0);
  } catch {
    return [];
  }
}

/** The pid that was given last; 0 where that is not said, or said by a stand-in for the kernel that lags behind. */
function lastPidGiven(): number {
  isStandIn ??= readText("/proc/self/mounts").includes(" /proc/loadavg ");
  if (isStandIn) return 0;
  const lastPid = Number(readText("/proc/loadavg").trim().split(" ").at(-1));
  return lastPid > 0 ? lastPid : 0;
}

let isStandIn: boolean | undefined;
let knownHighestPid = 0;
function highestPid(): number {
  knownHighestPid ||= Number(readText("/proc/sys/kernel/pid_max")) || 32_768;
  return knownHighestPid;
}

/** One line of /proc/PID/stat; null for a process that is gone or a zombie. The name may hold spaces and brackets. */
function readRow(pid: number): ProcessRow | null {
  const text = readText(`/proc/${pid}/stat`);
  const open = text.indexOf("(");
  const close = text.lastIndexOf(")");
  if (open === -1 || close === -1) return null;
  const fields = text.slice(close + 2).split(" ");
  const [state, ppid, pgid, sid] = fields;
  if (state === "Z" || state === "X") return null;
  const cpuTicks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
  return {
    pid,
    ppid: Number(ppid),
    pgid: Number(pgid),
    sid: Number(sid),
    start: fields[19] ?? "",
    cpuMs: cpuTicks * ticksPerMs,
    name: text.slice(open + 1, close),
  };
}

/** A small file in one read, in half the time of `readFileSync`; "" when it can't be read. */
function readText(path: string): string {
  try {
    const fd = openSync(path, "r");
    try {
      const size = readSync(fd, buffer);
      return size < buffer.length ? buffer.toString("latin1", 0, size) : readFileSync(path, "latin1");
    } finally {
      closeSync(fd);
    }
  } catch {
    return "";
  }
}
