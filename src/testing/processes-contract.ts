import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { OutputStream, ProcessSpec, Processes } from "../ports/processes.ts";

/** A child that runs JavaScript: a complete spec, changed by `over`. */
export function scriptSpec(script: string, over: Partial<ProcessSpec> = {}): ProcessSpec {
  return {
    file: process.execPath,
    args: ["-e", script],
    cwd: tmpdir(),
    env: { PATH: process.env["PATH"] ?? "" },
    stdin: null,
    marker: `contract-${process.pid}`,
    ...over,
  };
}

const noAbort = () => new AbortController().signal;

const mask = (text: string) => text.replaceAll("secret", "***");

const buggy = () => {
  throw new RangeError("a bug of the caller");
};

/** What every implementation of `Processes` does, tried with real programs. */
export function processesContract(name: string, open: () => Processes): void {
  describe(`${name} keeps the contract of processes`, () => {
    test.for([0, 1, 2, 124, 137])("F181 exit code %i is a result, never an exception", async (code) => {
      await using processes = open();
      const result = await processes.run(scriptSpec(`process.exit(${code})`), {}, noAbort());
      expect(result).toMatchObject({ exitCode: code, signal: null, endedBy: null, lingered: false, startError: null });
    });

    test("F181 a child that dies by a signal names it", async () => {
      await using processes = open();
      const result = await processes.run(scriptSpec(`process.kill(process.pid, "SIGKILL")`), {}, noAbort());
      expect(result).toMatchObject({ exitCode: null, signal: "SIGKILL", endedBy: null });
    });

    test("lines come in order, each with its stream, the last one without a newline too", async () => {
      await using processes = open();
      const lines: [string, OutputStream, boolean][] = [];
      const script = `process.stdout.write("one\\n\\ntwo"); process.stderr.write("trouble\\n")`;
      const onLine = (...line: [string, OutputStream, boolean]) => void lines.push(line);
      const result = await processes.run(scriptSpec(script), { onLine }, noAbort());
      expect(lines.filter(([, stream]) => stream === "stdout").map(([text]) => text)).toEqual(["one", "", "two"]);
      expect(lines).toContainEqual(["trouble", "stderr", false]);
      expect(result).toMatchObject({ stdoutBytes: 8, stderrBytes: 8, stderrTail: "trouble\n" });
    });

    test("F100 F101 the input is written and ended, or empty from the start", async () => {
      await using processes = open();
      const echo = `let n = 0; process.stdin.on("data", (c) => n += c.length).on("end", () => console.log(n))`;
      for (const [stdin, bytes] of [
        ["hello", "5"],
        ["", "0"],
        [null, "0"],
      ] as const) {
        const lines: string[] = [];
        await processes.run(scriptSpec(echo, { stdin }), { onLine: (text) => void lines.push(text) }, noAbort());
        expect(lines).toEqual([bytes]);
      }
    });

    test("F110 a prompt of 300 kB goes in by stdin", async () => {
      await using processes = open();
      const lines: string[] = [];
      const spec = scriptSpec(`console.log(require("fs").readFileSync(0).length)`, { stdin: "p".repeat(300_000) });
      await processes.run(spec, { onLine: (text) => void lines.push(text) }, noAbort());
      expect(lines).toEqual(["300000"]);
    });

    test("a child that never reads its input is no error", async () => {
      await using processes = open();
      const result = await processes.run(scriptSpec("", { stdin: "x".repeat(1_000_000) }), {}, noAbort());
      expect(result.exitCode).toBe(0);
    });

    test("the environment is what was given, and the run's mark", async () => {
      await using processes = open();
      const lines: string[] = [];
      const spec = scriptSpec(`console.log(Object.keys(process.env).sort().join())`, {
        env: { ONLY: "1" },
        marker: `run-${process.pid}`,
      });
      await processes.run(spec, { onLine: (text) => void lines.push(text) }, noAbort());
      expect(lines).toEqual(["ONLY,RALPH_CALL_ID,RALPH_RUN_ID"]);
    });

    test("a program that is missing is a start error with the cure", async () => {
      await using processes = open();
      const { startError, exitCode } = await processes.run(scriptSpec("", { file: "no-such-program" }), {}, noAbort());
      expect(exitCode).toBeNull();
      expect(startError?.code).toBe("ENOENT");
      expect(startError?.message).toMatch(/no-such-program was not found\. Install it/);
    });

    test("the total time ends a child, however busy it is", async () => {
      await using processes = open();
      const limits = { totalMs: 500, graceMs: 300 };
      const script = `setInterval(() => console.log("busy"), 20)`;
      expect(await processes.run(scriptSpec(script, { limits }), {}, noAbort())).toMatchObject({
        endedBy: "timed_out",
      });
    });

    test("an abort ends the child as stopped; one before the start starts nothing", async () => {
      await using processes = open();
      const stop = new AbortController();
      const spec = scriptSpec(`console.log("up"); setInterval(() => {}, 1000)`);
      const stopped = await processes.run(spec, { onLine: () => stop.abort() }, stop.signal);
      expect(stopped).toMatchObject({ endedBy: "stopped", signal: "SIGINT" });
      const never = await processes.run(spec, {}, stop.signal);
      expect(never).toMatchObject({ endedBy: "stopped", exitCode: null, stdoutBytes: 0 });
    });

    test("an abort by the first hook is not missed", async () => {
      await using processes = open();
      const stop = new AbortController();
      const spec = scriptSpec(`setInterval(() => {}, 1000)`);
      const result = await processes.run(spec, { onStart: () => stop.abort() }, stop.signal);
      expect(result.endedBy).toBe("stopped");
    });

    test("a hook that throws rejects with its error, and the child is gone", async () => {
      await using processes = open();
      const script = `console.log("x"); setInterval(() => {}, 1000)`;
      await expect(processes.run(scriptSpec(script), { onLine: buggy }, noAbort())).rejects.toThrow(
        "a bug of the caller",
      );
    });

    test("the log gets both outputs, appended, each line through the mask", async () => {
      await using processes = open();
      const folder = mkdtempSync(join(tmpdir(), "ralph-log-"));
      const path = join(folder, "out.log");
      const spec = scriptSpec(`process.stdout.write("a secret\\nlast")`, { log: { stdout: path, stderr: path, mask } });
      await processes.run(spec, {}, noAbort());
      await processes.run(spec, {}, noAbort());
      expect(readFileSync(path, "utf8")).toBe("a ***\nlasta ***\nlast");
      rmSync(folder, { recursive: true });
    });

    test("a log that can't be written is said, and the child goes on", async () => {
      await using processes = open();
      const log = { stdout: "/nowhere/at/all.log", stderr: null, mask: null };
      const result = await processes.run(scriptSpec(`console.log("x")`, { log }), {}, noAbort());
      expect(result).toMatchObject({ exitCode: 0, stdoutBytes: 2 });
      expect(result.logError).toContain("/nowhere/at/all.log");
    });
  });
}
