import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** What a command cost: user and system time of it and of all that it waited for, and its time on the wall, in ms. */
export interface Cost {
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly code: number | null;
}

/** Where and with what a command runs. */
export interface Surroundings {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly input?: string;
}

// The kernel's clock ticks, as Linux shows them to programs; the same on every machine that Node runs on.
const tickMs = 10;

/** CPU time of all processes that this one has waited for so far, in ms, to a tick; 0 where there is no /proc. */
export function reapedCpuMs(): number {
  const stat = textOf("/proc/self/stat");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) * tickMs;
}

/** Runs a command `times` over, to its end, and gives the cost of all. Its output is dropped. */
export function costOf(argv: readonly string[], around: Surroundings, times = 1): Cost {
  const [file = "", ...args] = argv;
  const before = reapedCpuMs();
  const began = performance.now();
  let code: number | null = 0;
  for (let i = 0; i < times && code === 0; i++) {
    const ended = spawnSync(file, args, { ...around, stdio: ["pipe", "ignore", "ignore"] });
    if (ended.error !== undefined) throw ended.error;
    code = ended.status;
  }
  return { cpuMs: reapedCpuMs() - before, wallMs: performance.now() - began, code };
}

/** User and system time of this very process that `work` takes, in ms. */
export async function ownCpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
