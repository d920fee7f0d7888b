import { spawn } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { processSupervisor } from "../process/process-supervisor.ts";
import { becomes, freshMarker, processesNaming, shellSpec } from "../process/test-children.ts";
import { inBubble } from "./bubblewrap.ts";
import { tryBubblewrap } from "./try-bubblewrap.ts";

const env = { PATH: process.env["PATH"] ?? "" };
const tried = await (async () => {
  await using processes = processSupervisor();
  return tryBubblewrap(processes, env);
})();
if (tried.kind === "fails") console.warn(`SKIPPED: bubblewrap does not work here: ${tried.why}`);

let folder: string;
beforeEach(() => (folder = realpathSync(mkdtempSync(join(tmpdir(), "bubble-care-")))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A child `sh -c script` behind walls. */
const shut = (script: string, marker = freshMarker()) => {
  const walls = { home: join(folder, "home"), readable: [], writable: [folder], fixed: [], network: true };
  const program = inBubble({ file: "/bin/sh", args: ["-c", script], cwd: folder }, walls);
  return { ...shellSpec(script), ...program, cwd: folder, marker };
};

describe.skipIf(tried.kind === "fails")("G-8 the care for processes holds behind walls", () => {
  test("A-6 the interrupt reaches the program within, which has time to clean up", async () => {
    const stop = new AbortController();
    const lines: string[] = [];
    await using processes = processSupervisor();
    const result = await processes.run(
      shut(`trap 'echo bye; exit 7' INT; echo up; while :; do sleep 0.05; done`),
      { onLine: (text) => (lines.push(text), stop.abort()) },
      stop.signal,
    );
    expect(lines).toEqual(["up", "bye"]);
    expect(result).toMatchObject({ endedBy: "stopped", exitCode: 7 });
  });

  test("A-6 one that ignores every signal is killed, with all that it has started", async () => {
    const marker = freshMarker();
    const script = `trap '' INT TERM; setsid sleep 777 & echo up; while :; do sleep 1000; done`;
    const stop = new AbortController();
    await using processes = processSupervisor();
    const result = await processes.run(shut(script, marker), { onLine: () => stop.abort() }, stop.signal);
    expect(result.endedBy).toBe("stopped");
    expect(await becomes(() => processesNaming(marker).length === 0, 10_000)).toBe(true);
  });

  test("what the program leaves behind is gone with it", async () => {
    const marker = freshMarker();
    await using processes = processSupervisor();
    const result = await processes.run(
      shut("setsid sleep 778 >/dev/null 2>&1 & exit 0", marker),
      {},
      new AbortController().signal,
    );
    expect(result.exitCode).toBe(0);
    expect(await becomes(() => processesNaming(marker).length === 0, 10_000)).toBe(true);
  });

  test("F094 when the harness is killed nothing of it goes on", async () => {
    const marker = freshMarker();
    const url = (path: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, path)).href);
    const harness = join(folder, "harness.mjs");
    writeFileSync(
      harness,
      `import { processSupervisor } from ${url("../process/process-supervisor.ts")};
       await processSupervisor().run(${JSON.stringify(shut("sleep 779", marker))}, {}, new AbortController().signal);`,
    );
    const child = spawn(process.execPath, [harness], { stdio: "ignore" });
    expect(await becomes(() => processesNaming(marker).length > 0, 10_000)).toBe(true);
    child.kill("SIGKILL");
    expect(await becomes(() => processesNaming(marker).length === 0, 10_000)).toBe(true);
  });
});
