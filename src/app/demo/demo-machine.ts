import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { machine } from "../../stand-ins/github/machine.ts";
import type { Github } from "../../stand-ins/github/start-github.ts";

/** What runs on each pull request of the demo, by the name of the check. */
const checks: Readonly<Record<string, readonly string[]>> = {
  tests: ["--test"],
  docs: ["checks/docs.js"],
};

/** Checks each commit of each pull request as continuous integration would: in a clone of its own, by real commands. */
export function demoMachine(github: Github, env: Readonly<Record<string, string>>): AsyncDisposable {
  const run = promisify(execFile);
  return machine(github, async ({ commit }) => {
    const folder = await mkdtemp(join(tmpdir(), "ralph-demo-checks-"));
    try {
      await run("git", ["clone", "--quiet", "--no-checkout", github.repository, folder], { env });
      await run("git", ["checkout", "--quiet", "--detach", commit], { cwd: folder, env });
      const plans = [];
      for (const [name, args] of Object.entries(checks)) {
        const { ok, log } = await outcomeOf(run("node", [...args], { cwd: folder, env }));
        plans.push({ name, ends: ok ? ("success" as const) : ("failure" as const), log });
      }
      return plans;
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    }
  });
}

async function outcomeOf(running: Promise<{ stdout: string; stderr: string }>): Promise<{ ok: boolean; log: string }> {
  try {
    const { stdout, stderr } = await running;
    return { ok: true, log: stdout + stderr };
  } catch (error) {
    const said = (name: "stdout" | "stderr"): string =>
      error instanceof Error && name in error ? String(Reflect.get(error, name)) : "";
    return { ok: false, log: said("stdout") + said("stderr") };
  }
}
