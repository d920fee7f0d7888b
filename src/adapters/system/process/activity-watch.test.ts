import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ProcessActivity } from "../../../ports/processes.ts";
import { runOne, shellSpec } from "./test-children.ts";

const limits = { idleMs: 1_500, totalMs: 20_000 };
const failing = () => Promise.reject(new Error("no such tree"));
const silent = () => new Promise<number>(() => {});
const linuxOnly = test.runIf(existsSync("/proc/self/stat"));

test("F095 F098 a child that falls silent is ended as idle, and its last sign of life is known", async () => {
  const result = await runOne(shellSpec(`echo 1; echo 2; exec sleep 1000`, { limits }));
  expect(result).toMatchObject({ endedBy: "idle", lines: ["1", "2"] });
  expect(result.lastActivity.output).toEqual(expect.any(Number));
  expect(result.lastActivity.files).toBeNull();
});

test("output keeps a child from being idle", async () => {
  const result = await runOne(shellSpec(`for i in 1 2 3 4 5 6 7 8; do echo $i; sleep 0.25; done`, { limits }));
  expect(result).toMatchObject({ endedBy: null, exitCode: 0 });
});

linuxOnly("A-6 a silent child that computes is not idle, also when a grandchild in its own session does", async () => {
  const script = `setsid sh -c 'while :; do :; done' & pid=$!; sleep 3.5; kill -KILL $pid; exit 5`;
  const told: ProcessActivity[] = [];
  const result = await runOne(shellSpec(script, { limits }), { onActivity: (activity) => void told.push(activity) });
  expect(result).toMatchObject({ endedBy: null, exitCode: 5 });
  expect(result.lastActivity).toMatchObject({ output: null, cpu: expect.any(Number) });
  expect(told.length).toBeGreaterThanOrEqual(1);
});

test("A-6 a child whose files change is not idle", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ralph-files-"));
  const script = `for i in 1 2 3 4 5 6 7 8 9 10 11 12; do : > "${folder}/$i"; sleep 0.2; done; exit 6`;
  const fileActivity = async () => readdirSync(folder).length;
  const result = await runOne(shellSpec(script, { limits, fileActivity }));
  expect(result).toMatchObject({ endedBy: null, exitCode: 6 });
  expect(result.lastActivity.files).toEqual(expect.any(Number));
  rmSync(folder, { recursive: true });
});

test("a look at files that fails or never answers does not keep a child alive", async () => {
  for (const fileActivity of [failing, silent]) {
    const result = await runOne(shellSpec(`exec sleep 1000`, { limits: { idleMs: 400 }, fileActivity }));
    expect(result.endedBy).toBe("idle");
  }
});

test("L-25 the total time of an active child is extended, as often as allowed", async () => {
  const busy = `while :; do echo x; sleep 0.05; done`;
  const result = await runOne(shellSpec(busy, { limits: { totalMs: 500, extendWhileActive: 2 } }));
  expect(result.endedBy).toBe("timed_out");
  expect(result.durationMs).toBeGreaterThanOrEqual(1_500);
});

test("L-25 the total time of a silent child is not extended", async () => {
  const result = await runOne(shellSpec(`exec sleep 1000`, { limits: { totalMs: 800, extendWhileActive: 3 } }));
  expect(result.endedBy).toBe("timed_out");
  expect(result.durationMs).toBeLessThan(3_200);
});
