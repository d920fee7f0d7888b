import { readFileSync, readdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { ProcessHooks, ProcessResult, ProcessSpec, Processes } from "../../../ports/processes.ts";
import { processSupervisor } from "./process-supervisor.ts";

let runs = 0;

/** A run id that no other test uses. */
export const freshMarker = (): string => `test-${process.pid}-${++runs}`;

/** A child `sh -c script`, with short waits. */
export function shellSpec(script: string, over: Partial<ProcessSpec> = {}): ProcessSpec {
  return {
    file: "/bin/sh",
    args: ["-c", script],
    cwd: "/tmp",
    env: { PATH: process.env["PATH"] ?? "" },
    stdin: null,
    marker: freshMarker(),
    ...over,
    limits: { graceMs: 300, drainMs: 1_000, afterResultMs: 200, ...over.limits },
  };
}

/** Runs one child under a supervisor of its own, and gathers its lines of stdout. */
export async function runOne(
  spec: ProcessSpec,
  hooks: ProcessHooks = {},
  processes: Processes = processSupervisor(),
): Promise<ProcessResult & { readonly lines: readonly string[] }> {
  const lines: string[] = [];
  const onLine: ProcessHooks["onLine"] = (text, stream, cut) => {
    if (stream === "stdout") lines.push(text);
    return hooks.onLine?.(text, stream, cut);
  };
  const result = await processes.run(spec, { ...hooks, onLine }, new AbortController().signal);
  return { ...result, lines };
}

/** True while the process runs; a zombie does not. */
export function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}

/** Live processes (Linux) whose environment or command line holds the text. */
export function processesNaming(text: string): number[] {
  const holds = (pid: number, file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, "latin1").includes(text);
    } catch {
      return false;
    }
  };
  const pids = readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0);
  return pids.filter((pid) => isAlive(pid) && (holds(pid, "environ") || holds(pid, "cmdline")));
}

/** Waits until the condition holds; false when it does not within `ms`. */
export async function becomes(condition: () => boolean, ms: number): Promise<boolean> {
  for (const end = performance.now() + ms; performance.now() < end; await pause(25)) if (condition()) return true;
  return condition();
}
