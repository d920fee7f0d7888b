import { describe, expect, test } from "vitest";
import { feedHalts, freshHalts, haltReasons, type HaltInput, sameWords } from "./halts.ts";

const input = (over: Partial<HaltInput> = {}): HaltInput => ({
  block: "usable",
  progress: false,
  exit: "none",
  recommendation: null,
  at: 0,
  ...over,
});
const after = (...inputs: readonly HaltInput[]) => inputs.reduce(feedHalts, freshHalts);
const times = (count: number, one: HaltInput) => Array.from({ length: count }, (_, i) => ({ ...one, at: one.at + i }));

describe("L-23 L-24 halts", () => {
  test.each([
    ["two missing blocks", times(2, input({ block: "missing" })), []],
    ["three missing blocks", times(3, input({ block: "missing" })), ["no_status_block_3x"]],
    [
      "a usable block between them",
      [input({ block: "missing" }), input({ block: "missing" }), input(), input({ block: "missing" })],
      [],
    ],
    [
      "progress between them",
      [
        ...times(2, input({ block: "missing" })),
        input({ block: "missing", progress: true }),
        input({ block: "missing" }),
      ],
      [],
    ],
    [
      "calls that owe no block count neither way",
      [...times(2, input({ block: "missing" })), input({ block: "not-owed" }), input({ block: "missing" })],
      ["no_status_block_3x"],
    ],
    ["three exits refused", times(3, input({ exit: "refused-else" })), ["exit_refused_3x"]],
    ["two exits over open tasks", times(2, input({ exit: "refused-open-tasks" })), ["plan_mismatch"]],
    ["an exit over open tasks with work done", times(2, input({ exit: "refused-open-tasks", progress: true })), []],
    [
      "an iteration without a claim between them",
      [input({ exit: "refused-open-tasks" }), input(), input({ exit: "refused-open-tasks" })],
      [],
    ],
    ["the same recommendation four times", times(4, input({ recommendation: "Next: ABC-1" })), []],
    ["the same recommendation five times", times(5, input({ recommendation: "Next: ABC-1" })), ["repeating"]],
  ] as const)("%s: %j", (_name, inputs, reasons) => {
    expect(haltReasons(after(...inputs))).toEqual(reasons);
  });

  test("recommendations are the same when only numbers, ids and times differ", () => {
    expect(sameWords("Next: ABC-12, 3 files at 10:15")).toBe(sameWords("next:  XY-7, 41 files at 23:59"));
    expect(sameWords("Next: write the parser")).not.toBe(sameWords("Next: write the printer"));
  });

  test("five times over more than half an hour is no repetition", () => {
    const slow = Array.from({ length: 5 }, (_, i) => input({ recommendation: "Next: go on", at: i * 10 * 60_000 }));
    expect(haltReasons(after(...slow))).toEqual([]);
  });
});
