import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { digger, honest } from "./agents/behaviours.ts";
import { type Project, project, type Running } from "./repository.ts";

const root = join(import.meta.dirname, "..", "..");
const linuxOnly = test.runIf(existsSync("/proc/self/status"));

/** Starts a run with a shell script as the agent; `$1` is the project's scratch, a mark by which its processes are found. */
function startWith(it: Project, script: string, more: Readonly<Record<string, string>> = {}): Running {
  const file = join(it.scratch, "agent.sh");
  writeFileSync(file, script);
  const env = { RALPH_AGENT_COMMAND: `sh ${file} ${it.scratch}`, ...more };
  return it.start(process.execPath, [join(root, "bin", "ralph.js"), "run", "--json", "--once"], env);
}

/** The most memory that a process has ever held, in MB, looked at until it is gone. */
async function peakOf({ pid, ended }: Running): Promise<number> {
  let peak = 0;
  const goesOn = (): Promise<boolean> => Promise.race([ended.then(() => false), pause(200, true)]);
  while (await goesOn()) peak = Math.max(peak, highWater(pid));
  return peak;
}

function highWater(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

const mb = 1024 ** 2;
const words = "The quick brown fox jumps over the lazy dog. ".repeat(20);
const event = JSON.stringify({ type: "text", text: words });

describe("A-5 memory stays flat, and the log has all of it, whatever an agent prints", () => {
  linuxOnly.each([
    [
      "a gigabyte of events",
      1_024,
      "jsonl",
      (bytes) => `yes '${event}' | head -c ${bytes}; echo; echo '{"type":"result"}'`,
    ],
    ["300 MB of plain lines", 300, "text", (bytes) => `yes '${words}' | head -c ${bytes}`],
    ["300 MB in one line", 300, "text", (bytes) => `head -c ${bytes} /dev/zero | tr '\\0' 'y'`],
  ] as readonly (readonly [string, number, string, (bytes: number) => string])[])(
    "%s",
    async (_, size, format, script) => {
      await using it = await project({ plan: 1 });
      const running = startWith(it, script(size * mb), { RALPH_AGENT_FORMAT: format });
      const [outcome, peak] = await Promise.all([running.ended, peakOf(running)]);
      const result = await it.resultOf(outcome);
      expect(result.iterations[0]?.outcome).toBe("no_progress");
      expect(peak).toBeLessThan(300);
      const log = join(it.path, ".ralph", "logs", result.run, "1.implementer.jsonl");
      expect(statSync(log).size).toBeGreaterThanOrEqual(size * mb);
    },
    300_000,
  );
});

test("A-5 an agent that ignores each signal and leaves children in sessions of their own is gone with all of them", async () => {
  await using it = await project({ plan: 1, rc: { CLAUDE_TIMEOUT_MINUTES: "2s" } });
  const deaf = `trap '' INT TERM HUP; setsid sh -c 'trap "" INT TERM HUP; while :; do sleep 1; done' "$1" & while :; do sleep 1; done`;
  const outcome = await startWith(it, deaf).ended;
  expect((await it.resultOf(outcome)).iterations[0]).toMatchObject({ error: { class: "timed_out" } });
  expect(it.processes()).toEqual([]);
});

test("F097 A-3 exit 0 without a result is no success for an agent that always states its end; its work counts all the same", async () => {
  await using it = await project({ plan: 1 });
  const silentEnd = `mkdir -p src; echo '// begun' > src/a.js; echo '{"type":"tool","name":"Write","input":{}}'; exit 0`;
  const result = await it.resultOf(await startWith(it, silentEnd).ended);
  expect(result.iterations[0]).toMatchObject({ outcome: "progressed" });
});

test("F010 exit 0 with nothing at all is empty", async () => {
  await using it = await project({ plan: 1 });
  const result = await it.resultOf(await startWith(it, "exit 0").ended);
  expect(result.iterations[0]).toMatchObject({ outcome: "failed", error: { class: "empty" } });
});

linuxOnly("A-6 a silent agent whose processes compute is not idle, and neither is one whose files change", async () => {
  const busy = `timeout 7 sh -c 'while :; do :; done'; echo '{"type":"result","text":"done"}'`;
  const writing = `for i in 1 2 3 4 5 6 7 8 9 10; do echo $i > "notes-$i.txt"; sleep 0.7; done; echo '{"type":"result","text":"done"}'`;
  for (const [script, outcome] of [
    [busy, "no_progress"],
    [writing, "progressed"],
  ] as const) {
    await using it = await project({ plan: 1, rc: { RALPH_IDLE_TIMEOUT_MINUTES: "3s" } });
    const result = await it.resultOf(await startWith(it, script).ended);
    expect(result.iterations[0]).toMatchObject({ outcome, error: null });
  }
});

test("F095 F098 one that does nothing at all is idle, though it once printed; the next call starts afresh", async () => {
  const stuck = { ...digger, lines: [{ type: "text", text: "I begin." }], sleepLastMs: 100_000 };
  const { say: _say, block: _block, ...halfway } = stuck;
  await using it = await project({ plan: 1, agent: [halfway, honest], rc: { RALPH_IDLE_TIMEOUT_MINUTES: "3s" } });
  const result = await it.run();
  expect(result.iterations.map(({ outcome }) => outcome)).toEqual(["progressed", "landed"]);
  expect(result.iterations[0]?.error?.message).toMatch(/last output \d+ s before/);
});

test("F125 an agent that tries the same refused call again and again is ended early, and its next one is told", async () => {
  await using it = await project({ plan: 1, rc: { CLAUDE_TIMEOUT_MINUTES: "1h" } });
  const stubborn = `for i in 1 2 3; do echo '{"type":"denied","tool":"Write","input":"{\\"file_path\\":\\".ralphrc\\"}","reason":"no"}'; done; while :; do sleep 1; done`;
  const result = await it.resultOf(await startWith(it, stubborn).ended);
  expect(result.iterations[0]).toMatchObject({
    outcome: "failed",
    error: { class: "permission_denied", message: "stopped by Ralph: the same was refused 3 times: Write .ralphrc" },
  });
  expect(it.processes()).toEqual([]);
});
