import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, describe, expect, test } from "vitest";
import { becomes, freshMarker, isAlive, processesNaming } from "../test-children.ts";

const supervisorModule = new URL("../process-supervisor.ts", import.meta.url).href;
/** It takes about half a second; A-5 allows 3 s, and a busy test machine is given more. */
const patienceMs = 10_000;
const strangers: number[] = [];
const harnesses: ChildProcess[] = [];

afterEach(() => {
  for (const pid of strangers.splice(0)) process.kill(pid, "SIGKILL");
  for (const harness of harnesses.splice(0)) harness.kill("SIGKILL");
});

/** Starts a harness of its own process, that runs `script` in a shell, and waits for the first line of the agent. */
async function startHarness(
  marker: string,
  script: string,
  supervision: object = {},
): Promise<{ harness: ChildProcess; said: string }> {
  const program = `
    const { processSupervisor } = await import(${JSON.stringify(supervisorModule)});
    const env = { PATH: process.env.PATH };
    const spec = { file: "/bin/sh", args: ["-c", ${JSON.stringify(script)}], cwd: "/tmp", env, stdin: "", marker: ${JSON.stringify(marker)} };
    await processSupervisor(${JSON.stringify(supervision)}).run(spec, { onLine: (text) => console.log(text) }, new AbortController().signal);`;
  const harness = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  harnesses.push(harness);
  const [said] = await once(createInterface({ input: harness.stdout ?? process.stdin }), "line");
  return { harness, said: String(said) };
}

function startStranger(env: Record<string, string>): number {
  const { pid } = spawn("sleep", ["600"], {
    env: { PATH: process.env["PATH"] ?? "", ...env },
    detached: true,
    stdio: "ignore",
  });
  if (pid === undefined) throw new Error("no stranger could be started");
  strangers.push(pid);
  return pid;
}

function statusOf(pid: number, field: string): string | undefined {
  return new RegExp(`^${field}:\\s*(\\S+)`, "m").exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
}

async function kill9(harness: ChildProcess): Promise<void> {
  harness.kill("SIGKILL");
  await once(harness, "exit");
}

describe.runIf(process.platform === "linux")("A-5 a harness killed with SIGKILL", () => {
  test("leaves nothing: not what ignores signals, has its own session, or cleared its environment", async () => {
    const marker = freshMarker();
    const { harness, said } = await startHarness(
      marker,
      `trap '' INT TERM HUP
       setsid sh -c 'trap "" INT TERM HUP; while :; do sleep 611; done' &
       env -i setsid sleep 612 & cleared=$!
       sh -c 'setsid sleep 613 & exit 0'
       echo $cleared; while :; do sleep 614; done`,
    );
    expect(processesNaming(marker).length).toBeGreaterThanOrEqual(5);
    const shorter = startStranger({ RALPH_RUN_ID: marker.slice(0, -1) });
    const longer = startStranger({ RALPH_RUN_ID: `${marker}0` });
    const other = startStranger({ OTHER: `RALPH_RUN_ID=${marker}`, X_RALPH_RUN_ID: marker });
    await kill9(harness);
    const isGone = () => !isAlive(Number(said)) && processesNaming(marker).every((pid) => strangers.includes(pid));
    expect(await becomes(isGone, patienceMs)).toBe(true);
    expect([shorter, longer, other].map(isAlive)).toEqual([true, true, true]);
  });

  test("spares what a later harness of the same run starts", async () => {
    const marker = freshMarker();
    // The one ends at the first signal, by which it tells that the watchdog is awake; the other has to be killed.
    const script = `sleep 600 & told=$!; trap '' TERM; echo $$ $told; while :; do sleep 0.1; done`;
    const { harness, said } = await startHarness(marker, script);
    const [agent = 0, told = 0] = said.split(" ").map(Number);
    await kill9(harness);
    expect(await becomes(() => !isAlive(told), patienceMs)).toBe(true);
    const later = startStranger({ RALPH_RUN_ID: marker });
    expect(await becomes(() => !isAlive(agent), patienceMs)).toBe(true);
    await becomes(() => processesNaming(marker).length === 1, 1_000);
    expect(isAlive(later)).toBe(true);
  });

  test("is told once its agents are gone, and not before", async () => {
    const folder = mkdtempSync(join(tmpdir(), "ralph watchdog-"));
    const agentsEnded = join(folder, "agents-ended");
    const script = `trap '' TERM; echo $$; while :; do sleep 0.1; done`;
    const { harness, said } = await startHarness(freshMarker(), script, { agentsEnded });
    expect(existsSync(agentsEnded)).toBe(false);
    await kill9(harness);
    expect(await becomes(() => existsSync(agentsEnded), patienceMs)).toBe(true);
    expect(isAlive(Number(said))).toBe(false);
    rmSync(folder, { recursive: true });
  });

  test("loses its agents also when its watchdog was signalled before", async () => {
    const { harness, said } = await startHarness(freshMarker(), `echo $$; exec sleep 631`);
    const watchdog =
      processesNaming("ralph-watchdog").find((pid) => statusOf(pid, "PPid") === String(harness.pid)) ?? 0;
    const terminate = 1n << 14n;
    const ignores = () => (BigInt(`0x${statusOf(watchdog, "SigIgn") ?? "0"}`) & terminate) !== 0n;
    expect(await becomes(ignores, 5_000)).toBe(true);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.kill(watchdog, signal);
    await kill9(harness);
    expect(await becomes(() => !isAlive(Number(said)), patienceMs)).toBe(true);
  });
});

test("a run that ended leaves no watchdog, and its watchdog does not keep the harness from ending", async () => {
  const marker = freshMarker();
  const { harness } = await startHarness(marker, `echo up; exit 0`);
  if (harness.exitCode === null) await once(harness, "exit");
  expect(harness.exitCode).toBe(0);
});
