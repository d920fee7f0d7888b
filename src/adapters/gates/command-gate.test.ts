import { describe, expect, test } from "vitest";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isExcused, baselineOf } from "../../core/tests/baseline.ts";
import { tempFolder } from "../../testing/temp-folder.ts";
import { processSupervisor } from "../system/process/process-supervisor.ts";
import { commandGate } from "./command-gate.ts";

const signal = new AbortController().signal;
// A mark of its own: what carries it is ended, in whatever process a test has started it.
const context = { iteration: 1, marker: `run-${process.pid}` };
const tap = (...points: readonly string[]): string => ["TAP version 13", ...points, `1..${points.length}`].join("\\n");

/** A gate in a folder of its own; `{n}` in a command is how often it has been started before. */
function gateOf(commands: readonly string[], rerun = true) {
  const root = tempFolder("gate");
  writeFileSync(
    join(root, "tests.mjs"),
    `import { appendFileSync, readFileSync } from "node:fs";
     const [, , name, ...outputs] = process.argv;
     appendFileSync(name, "x");
     const n = readFileSync(name, "utf8").length - 1;
     const [code, text] = (outputs[n] ?? outputs.at(-1)).split("|");
     process.stdout.write(text.replaceAll("\\\\n", "\\n") + "\\n");
     process.exitCode = Number(code);`,
  );
  return commandGate({
    root,
    env: { PATH: process.env["PATH"] ?? "" },
    timeoutMs: 60_000,
    processes: processSupervisor(),
    mask: (text) => text,
    commands: commands.map((command) => `"${process.execPath}" tests.mjs ${command}`),
    find: () => Promise.resolve(null),
    logPath: (_iteration, command) => join(root, `gate.${command}.log`),
    rerun,
  });
}

const fails = `'1|${tap("ok 1 - one", "not ok 2 - two")}'`;
const passes = `'0|${tap("ok 1 - one", "ok 2 - two")}'`;

describe("P-40 receipts of commands", () => {
  test("a receipt has counts of tests, the digest of its log and how it ended", async () => {
    const { verdict, receipts } = await gateOf([`a ${passes}`]).run(context, signal);
    expect(verdict).toBe("green");
    expect(receipts).toMatchObject([
      {
        exitCode: 0,
        tests: { forms: ["tap"], passed: 2, failed: 0 },
        log: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
    ]);
  });

  test("output of no known form has no counts", async () => {
    const { receipts } = await gateOf(["a '0|all is well'"]).run(context, signal);
    expect(receipts[0]?.tests).toBeNull();
  });

  test("who has to mend it is told the first names", async () => {
    const { failing } = await gateOf([`a ${fails}`], false).run(context, signal);
    expect(failing).toMatch(/failed with exit code 1: two$/);
  });
});

describe("P-41 flaky tests", () => {
  test("a test that fails once and passes at once is flaky, and the gate is green", async () => {
    const run = await gateOf([`a ${fails} ${passes}`, "b '0|fine'"]).run(context, signal);
    expect(run).toMatchObject({ verdict: "green", flaky: ["two"], failing: null });
    expect(run.receipts.map(({ exitCode, again }) => [exitCode, again])).toEqual([
      [1, undefined],
      [0, true],
      [0, undefined],
    ]);
  });

  test("a test that fails twice is broken", async () => {
    const run = await gateOf([`a ${fails} ${fails} ${passes}`]).run(context, signal);
    expect(run).toMatchObject({ verdict: "red", flaky: [] });
    expect(run.receipts).toHaveLength(2);
  });

  test("without names, with many failures, or where a person wants it so, nothing is run twice", async () => {
    const many = `'1|${tap(...Array.from({ length: 11 }, (_, n) => `not ok ${n} - test ${n}`))}'`;
    expect((await gateOf(["a '1|it failed' '0|fine'"]).run(context, signal)).receipts).toHaveLength(1);
    expect((await gateOf([`a ${many} '0|fine'`]).run(context, signal)).receipts).toHaveLength(1);
    expect((await gateOf([`a ${fails} ${passes}`], false).run(context, signal)).verdict).toBe("red");
  });
});

describe("P-41 failures that stand against nobody", () => {
  test("to learn how all stand, every command is run to its end, and once", async () => {
    const run = await gateOf([`a ${fails} ${passes}`, "b '3|no'", "c '0|fine'"]).run({ ...context, all: true }, signal);
    expect(run.verdict).toBe("red");
    expect(run.receipts.map(({ exitCode }) => exitCode)).toEqual([1, 3, 0]);
  });

  test("F014 what failed before is passed over, and the next command runs; what fails newly ends the gate", async () => {
    const gate = gateOf([`a ${fails} ${fails} '1|${tap("not ok 1 - one", "not ok 2 - two")}'`, "b '0|fine'"], false);
    const before = baselineOf((await gate.run({ ...context, all: true }, signal)).receipts);
    const isKnown = {
      ...context,
      isExcused: (receipt: Parameters<typeof isExcused>[0]) => isExcused(receipt, before, []),
    };
    const second = await gate.run(isKnown, signal);
    expect(second.verdict).toBe("green");
    expect(second.receipts.map(({ exitCode, excused }) => [exitCode, excused])).toEqual([
      [1, true],
      [0, undefined],
    ]);
    const third = await gate.run(isKnown, signal);
    expect(third).toMatchObject({ verdict: "red", failing: expect.stringContaining("one") });
    expect(third.receipts).toHaveLength(1);
  });
});
