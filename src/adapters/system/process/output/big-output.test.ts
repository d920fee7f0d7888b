import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { expect, test } from "vitest";
import { scriptSpec } from "../../../../testing/processes-contract.ts";
import { runOne, shellSpec } from "../test-children.ts";

const mb = 1024 * 1024;
const flood = (megabytes: number) => `head -c ${megabytes}m /dev/zero | tr '\\0' 'y'`;

test("F115 50 MB without a newline on both outputs is drained, cut, and not gathered", async () => {
  const before = process.memoryUsage().rss;
  const limits = { maxLineBytes: mb };
  const result = await runOne(shellSpec(`${flood(50)} >&2 & ${flood(50)}; wait`, { limits }));
  expect(result).toMatchObject({ exitCode: 0, stdoutBytes: 50 * mb, stderrBytes: 50 * mb });
  expect(result.lines.map((line) => line.length)).toEqual([mb]);
  expect(result.stderrTail.length).toBe(64 * 1024);
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * mb);
});

test("F115 an endless output is ended as a flood", async () => {
  const result = await runOne(shellSpec(`exec yes`, { limits: { maxOutputBytes: 5 * mb } }));
  expect(result.endedBy).toBe("output_flood");
});

test("F119 10 MB on stderr before stdout does not block the child", async () => {
  const result = await runOne(shellSpec(`${flood(10)} >&2; echo done`));
  expect(result).toMatchObject({ exitCode: 0, lines: ["done"], stderrBytes: 10 * mb });
});

test("F113 after a line of 5 MB the result is still read; the log has all of it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ralph-big-"));
  const path = join(folder, "stdout.log");
  const cuts: boolean[] = [];
  const limits = { maxLineBytes: 100_000 };
  const spec = shellSpec(`echo event; ${flood(5)}; echo; echo result`, {
    limits,
    log: { stdout: path, stderr: null, mask: null },
  });
  const result = await runOne(spec, { onLine: (_text, _stream, cut) => void cuts.push(cut) });
  expect(result.lines.map((line) => line.length)).toEqual([5, 100_000, 6]);
  expect(cuts).toEqual([false, true, false]);
  expect(statSync(path).size).toBe(result.stdoutBytes);
  expect(readFileSync(path, "utf8").endsWith("y\nresult\n")).toBe(true);
  rmSync(folder, { recursive: true });
});

test("F116 characters written byte by byte arrive whole", async () => {
  const script = `
    const bytes = Buffer.from("é漢🎉\\n".repeat(3));
    for (const byte of bytes) { require("fs").writeSync(1, Buffer.of(byte)); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3); }`;
  expect((await runOne(scriptSpec(script))).lines).toEqual(["é漢🎉", "é漢🎉", "é漢🎉"]);
});

test("F118 a line of 64 MB in small chunks does not block the event loop", async () => {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  const begun = performance.now();
  delay.enable();
  const result = await runOne(shellSpec(`${flood(64)} | dd bs=16k 2>/dev/null; echo; echo result`));
  delay.disable();
  expect(result.lines.map((line) => line.length)).toEqual([16 * mb, 6]);
  // Quadratic work over 4,000 chunks would take most of the time at once.
  expect(delay.max / 1e6).toBeLessThan((performance.now() - begun) / 2);
});
