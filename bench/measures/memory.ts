import { spawn, type ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { atMostTimes, median } from "../figure.ts";
import type { Measure } from "../measure.ts";
import { callsOf, makeProject } from "../project.ts";

/** M-5: memory of the whole harness while its agent works, beside a node that waits. Both stand at the same time, since PSS shares. */
export const memory: Measure = {
  id: "M-5",
  what: "memory",
  take: async ({ folder, ralph, sizes }) => {
    const taken: { own: number; node: number }[] = [];
    for (let round = 0; round < sizes.rounds; round++) {
      const project = makeProject(join(folder, "memory"), { tasks: 3, sleepSeconds: 60 });
      const [file = "", ...args] = ralph;
      const options = { cwd: project.root, env: project.env, stdio: "ignore", detached: true } as const;
      const harness = spawn(file, [...args, "run"], options);
      const node = spawn(process.execPath, ["-e", "setTimeout(() => {}, 6e5)"], options);
      try {
        while (callsOf(project) === 0 && harness.exitCode === null) await sleep(20);
        await sleep(sizes.settleMs);
        const agents = new Set(readFileSync(project.calls, "utf8").split("\n").filter(Boolean).map(Number));
        taken.push({ own: treeMb(harness.pid ?? 0, agents), node: treeMb(node.pid ?? 0, new Set()) });
      } finally {
        for (const child of [harness, node]) await end(child);
      }
    }
    return [
      {
        id: "M-5",
        what: "PSS of the harness while its agent works",
        unit: "MB",
        value: median(taken.map(({ own }) => own)),
        baseline: { what: "a waiting node", value: median(taken.map((one) => one.node)) },
        goal: atMostTimes(1.8),
      },
    ];
  },
};

/** Ends a process group that was started detached, and waits for it. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const late = setTimeout(() => child.kill("SIGKILL"), 10_000);
  await ended;
  clearTimeout(late);
}

/** Proportional memory of a process and all below it, without the subtrees of `leftOut`, in MB. */
function treeMb(root: number, leftOut: ReadonlySet<number>): number {
  const children = Map.groupBy(processes(), ({ parent }) => parent);
  const below = (pid: number): readonly number[] =>
    leftOut.has(pid) ? [] : [pid, ...(children.get(pid) ?? []).flatMap((child) => below(child.pid))];
  return below(root).reduce((sum, pid) => sum + pssKb(pid), 0) / 1_024;
}

function processes(): { pid: number; parent: number }[] {
  return readdirSync("/proc").flatMap((name) => {
    const pid = Number(name);
    const stat = Number.isInteger(pid) ? textOf(`/proc/${name}/stat`) : "";
    return stat === "" ? [] : [{ pid, parent: Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) }];
  });
}

const pssKb = (pid: number): number => Number(/^Pss:\s+(\d+)/m.exec(textOf(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // it has ended meanwhile
  }
}
