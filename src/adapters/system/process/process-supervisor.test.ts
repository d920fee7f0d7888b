import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../../testing/temp-folder.ts";
import { processesContract, scriptSpec } from "../../../testing/processes-contract.ts";
import { processSupervisor } from "./process-supervisor.ts";
import { becomes, freshMarker, isAlive, processesNaming, runOne, shellSpec } from "./test-children.ts";

processesContract("the process supervisor", processSupervisor);

const linux = process.platform === "linux";

describe("starting without a shell", () => {
  test.runIf(process.platform !== "win32")(
    "F199 F200 a program in a folder with a blank, its arguments as they are; a file named like the cut path is not run",
    async () => {
      const home = tempFolder("Mei");
      const folder = join(home, "Mei Lin");
      mkdirSync(folder);
      for (const [file, script] of [
        [join(home, "Mei"), "echo decoy"],
        [join(folder, "agent"), 'printf "%s\\n" "$#" "$1"'],
      ] as const) {
        writeFileSync(file, `#!/bin/sh\n${script}\n`);
        chmodSync(file, 0o755);
      }
      const spec = shellSpec("", { file: join(folder, "agent"), args: ["a b; $(echo no) 'c"] });
      expect(await runOne(spec)).toMatchObject({ exitCode: 0, lines: ["1", "a b; $(echo no) 'c"] });
    },
  );

  test("F200 output in another code page is read with marks for what it does not know, and nothing throws", async () => {
    const spec = scriptSpec(
      `process.stdout.write(Buffer.from([0xbf, 0xc0, 0xb7, 0xf9, 0x0a])); process.stderr.write(Buffer.from([0xbf, 0xc0, 0x0a])); console.log("after")`,
    );
    const result = await runOne(spec);
    expect(result).toMatchObject({ exitCode: 0, lines: [expect.stringContaining("\uFFFD"), "after"] });
    expect(result.stderrTail).toContain("\uFFFD");
  });
});

describe("stopping", () => {
  test("F098 F109 a child that ignores interrupt and terminate is killed after the waits", async () => {
    const limits = { idleMs: 400, graceMs: 200 };
    const result = await runOne(shellSpec(`trap '' INT TERM; while :; do sleep 1000; done`, { limits }));
    expect(result).toMatchObject({ endedBy: "idle", signal: "SIGKILL" });
    expect(result.durationMs).toBeGreaterThanOrEqual(800);
  });

  test("the interrupt comes first, and what the child says on it is heard", async () => {
    const stop = new AbortController();
    const script = `process.on("SIGINT", () => { console.log("bye"); process.exit(7) }); setInterval(() => {}, 1000); console.log("up")`;
    const lines: string[] = [];
    const onLine = (text: string) => {
      lines.push(text);
      stop.abort();
    };
    await using processes = processSupervisor();
    const result = await processes.run(scriptSpec(script), { onLine }, stop.signal);
    expect(lines).toEqual(["up", "bye"]);
    expect(result).toMatchObject({ endedBy: "stopped", exitCode: 7 });
  });

  test("L-28 the second stop does not wait", async () => {
    await using processes = processSupervisor();
    const stop = new AbortController();
    const onLine = () => {
      stop.abort();
      setTimeout(() => processes.stopNow(), 50);
    };
    const spec = shellSpec(`trap '' INT TERM; echo up; while :; do sleep 1000; done`, { limits: { graceMs: 20_000 } });
    const result = await processes.run(spec, { onLine }, stop.signal);
    expect(result).toMatchObject({ endedBy: "stopped", signal: "SIGKILL" });
    expect(result.durationMs).toBeLessThan(5_000);
  });

  test("F094 a child that stays after its result is ended, and that is no failure", async () => {
    const spec = shellSpec(`echo result; exec sleep 3600`);
    const result = await runOne(spec, { onLine: (text) => (text === "result" ? "finished" : undefined) });
    expect(result).toMatchObject({ endedBy: null, lingered: true, lines: ["result"] });
  });

  test("a child that leaves soon after its result is not ended", async () => {
    const spec = shellSpec(`echo result; sleep 0.2; exit 4`, { limits: { afterResultMs: 10_000 } });
    const result = await runOne(spec, { onLine: () => "finished" });
    expect(result).toMatchObject({ endedBy: null, lingered: false, exitCode: 4 });
  });
});

/** Starts a process with this mark that nobody waits for, and says its pid. */
const leftBehind = (mark: string) => `RALPH_RUN_ID=${mark} setsid sleep 555 >/dev/null 2>&1 & echo $!;`;

describe.runIf(linux)("what outlives the child", () => {
  test("F103 a grandchild through a second shell that ignores terminate is ended and counted", async () => {
    const spec = shellSpec(`sh -c 'trap "" TERM; sleep 999 &'`);
    const result = await runOne(spec);
    expect(result).toMatchObject({ exitCode: 0, endedBy: null });
    expect(result.survivors.length).toBeGreaterThanOrEqual(1);
    expect(processesNaming(spec.marker ?? "")).toEqual([]);
  });

  test("a grandchild in a session of its own is ended with its agent", async () => {
    const spec = shellSpec(`setsid sh -c 'trap "" TERM INT HUP; while :; do sleep 999; done' & echo up`);
    const result = await runOne(spec);
    expect(result.survivors.length).toBeGreaterThanOrEqual(1);
    expect(processesNaming(spec.marker ?? "")).toEqual([]);
  });

  test("one that cleared its environment is known by its descent, seen before the child was stopped", async () => {
    const spec = shellSpec(`env -i setsid sleep 987654 & echo $!; wait`, { limits: { totalMs: 600 } });
    const result = await runOne(spec);
    expect(result.endedBy).toBe("timed_out");
    expect(result.survivors.map(({ pid }) => pid)).toContain(Number(result.lines[0]));
    expect(isAlive(Number(result.lines[0]))).toBe(false);
  });

  test("F106 L-27 a background process that holds the output open does not hang the result", async () => {
    const result = await runOne(shellSpec(`sleep 30 & echo kept; exit 0`));
    expect(result).toMatchObject({ exitCode: 0, endedBy: null, lines: ["kept"] });
    expect(result.durationMs).toBeLessThan(10_000);
  });

  test("F106 all that was written before the exit is kept, though a stranger to us holds the pipe", async () => {
    const script = `head -c 60000 /dev/zero | tr '\\0' 'x'; setsid sleep 5 & exit 0`;
    const result = await runOne(shellSpec(script, { marker: null }));
    expect(result).toMatchObject({ exitCode: 0, stdoutBytes: 60_000, survivors: [] });
    expect(result.durationMs).toBeLessThan(4_000);
  });

  test("calls of one run at once end only their own", async () => {
    await using processes = processSupervisor();
    const marker = freshMarker();
    const stop = new AbortController();
    let server = 0;
    const onLine = (text: string) => void (server = Number(text));
    const long = processes.run(shellSpec(`setsid sleep 777 & echo $!; wait`, { marker }), { onLine }, stop.signal);
    await becomes(() => server > 0, 5_000);
    const short = await runOne(shellSpec(`setsid sleep 778 & echo $!; exit 0`, { marker }), {}, processes);
    expect(short.survivors.map(({ pid }) => pid)).toEqual(short.lines.map(Number));
    expect(await processes.sweep(marker)).toEqual([]);
    expect(isAlive(server)).toBe(true);
    stop.abort();
    await long;
    expect(isAlive(server)).toBe(false);
  });

  test("a sweep ends what an earlier harness left, and no process with a longer or shorter mark", async () => {
    await using processes = processSupervisor();
    const marker = freshMarker();
    const spec = shellSpec([marker, `${marker}0`, marker.slice(0, -1)].map(leftBehind).join(" "), { marker: null });
    const { lines } = await runOne(spec, {}, processes);
    const [ours = 0, ...strangers] = lines.map(Number);
    try {
      expect((await processes.sweep(marker)).map(({ pid }) => pid)).toEqual([ours]);
      expect(strangers.map(isAlive)).toEqual([true, true]);
    } finally {
      for (const pid of strangers) process.kill(pid, "SIGKILL");
    }
  });

  test("after close neither child nor watchdog is left", async () => {
    const processes = processSupervisor();
    const spec = shellSpec(`trap '' INT TERM; sleep 1000`);
    const running = runOne(spec, {}, processes);
    await becomes(() => processesNaming(spec.marker ?? "").length >= 2, 5_000);
    await processes.close();
    expect(await running).toMatchObject({ endedBy: "stopped", signal: "SIGKILL" });
    expect(await becomes(() => processesNaming(spec.marker ?? "").length === 0, 3_000)).toBe(true);
  });
});
