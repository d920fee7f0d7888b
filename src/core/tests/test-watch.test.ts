import { expect, test } from "vitest";
import type { Receipt } from "../fact.ts";
import { nothingWatched, watchTests } from "./test-watch.ts";

const receipt = (passed: number, more: Partial<Receipt> = {}): Receipt => ({
  command: "npm test",
  exitCode: 0,
  signal: null,
  durationMs: 1,
  log: null,
  tail: "",
  tests: { forms: ["tap"], passed, failed: 0, skipped: 0, failing: [], named: true, flaky: [] },
  ...more,
});
const notesAfter = (...gates: Parameters<typeof watchTests>[1][]): readonly string[] => {
  let watch = nothingWatched;
  return gates.flatMap((gate) => {
    const { watch: now, notes } = watchTests(watch, gate);
    watch = now;
    return notes.map(({ code, message }) => `${code}: ${message}`);
  });
};

test("P-40 a green gate that runs fewer tests than before is told", () => {
  expect(notesAfter({ receipts: [receipt(12)] }, { receipts: [receipt(9)] })).toEqual([
    "fewer_tests: `npm test` ran 9 tests, and 12 before",
  ]);
  expect(notesAfter({ receipts: [receipt(12)] }, { receipts: [receipt(0, { exitCode: 1 })] })).toEqual([]);
  expect(notesAfter({ receipts: [receipt(12)] }, { receipts: [receipt(9)], served: true })).toEqual([]);
});

test("P-41 a flaky test is told once and counted every time", () => {
  const flaky = { receipts: [receipt(3)], flaky: ["now and then"] };
  expect(notesAfter(flaky, flaky)).toHaveLength(1);
  const once = watchTests(nothingWatched, flaky).watch;
  expect(watchTests(once, flaky).watch.flaky).toEqual({ "now and then": 2 });
});

test("P-41 known failures are told when they change, by their names or by their command", () => {
  const known = (failing: readonly string[]): Receipt =>
    receipt(3, {
      exitCode: 1,
      excused: true,
      tests: {
        forms: [],
        passed: 3,
        failed: failing.length,
        skipped: 0,
        failing: [...failing],
        named: true,
        flaky: [],
      },
    });
  const codes = notesAfter(
    { receipts: [known(["a", "b"])] },
    { receipts: [known(["a", "b"])] },
    { receipts: [known([])] },
  );
  const told = codes.filter((code) => code.startsWith("known_failures"));
  expect(told).toHaveLength(2);
  expect(told[0]).toContain("a; b");
  expect(told[1]).toContain("npm test");
});
