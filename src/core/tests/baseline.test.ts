import { describe, expect, test } from "vitest";
import { baselineOf, isExcused, newFailures } from "./baseline.ts";

const tests = (failing: readonly string[], more: { failed?: number; passed?: number } = {}) => ({
  forms: ["tap"],
  passed: more.passed ?? 10,
  failed: more.failed ?? failing.length,
  skipped: 0,
  failing,
  named: (more.failed ?? failing.length) === failing.length,
  flaky: [],
});
const red = (failing: readonly string[] | null, exitCode: number | null = 1, command = "npm test") => ({
  command,
  exitCode,
  tests: failing === null ? null : tests(failing),
});

describe("P-41 no new failures", () => {
  const seventeen = Array.from({ length: 17 }, (_, n) => `test ${n}`);

  test("F014 seventeen failures that stood before the task don't block it; an eighteenth does", () => {
    const baseline = baselineOf([red(seventeen)]);
    expect(isExcused(red(seventeen), baseline, [])).toBe(true);
    expect(isExcused(red(seventeen.slice(3)), baseline, [])).toBe(true);
    expect(isExcused(red([...seventeen, "mine"]), baseline, [])).toBe(false);
    expect(newFailures(red([...seventeen, "mine"]), baseline, [])).toEqual(["mine"]);
  });

  test("without names the exit code decides", () => {
    const baseline = baselineOf([red(null, 2)]);
    expect(isExcused(red(null, 2), baseline, [])).toBe(true);
    expect(isExcused(red(null, 1), baseline, [])).toBe(false);
  });

  test("a command that was green before is not excused by another's failure", () => {
    const baseline = baselineOf([red(seventeen), { command: "npm run lint", exitCode: 0 }]);
    expect(isExcused(red(null, 1, "npm run lint"), baseline, [])).toBe(false);
    expect(isExcused(red(["test 1"], 1, "npm run lint"), baseline, [])).toBe(false);
  });

  test("names before and none now is a new failure: nothing ran any more", () => {
    expect(isExcused(red(null), baselineOf([red(seventeen)]), [])).toBe(false);
    expect(
      isExcused(
        { command: "npm test", exitCode: 1, tests: tests([], { failed: 0 }) },
        baselineOf([red(seventeen)]),
        [],
      ),
    ).toBe(false);
  });

  test("more failures than names is never excused by names", () => {
    const run = { command: "npm test", exitCode: 1, tests: tests(["test 1"], { failed: 2 }) };
    expect(isExcused(run, baselineOf([red(["test 1"])]), [])).toBe(false);
  });

  test("a command that was killed or ran out of time is no failure of before, and none that is excused", () => {
    expect(baselineOf([red(null, null)])).toEqual({});
    expect(isExcused(red(null, null), baselineOf([red(null, 1)]), [])).toBe(false);
  });

  test("of two runs of a command the later counts", () => {
    expect(baselineOf([red(["a"]), { command: "npm test", exitCode: 0 }])).toEqual({});
  });

  test("what a person has put in quarantine blocks nobody, and nothing else does either way", () => {
    expect(isExcused(red(["now and then"]), {}, ["now and then"])).toBe(true);
    expect(isExcused(red(["now and then", "mine"]), {}, ["now and then"])).toBe(false);
    expect(isExcused(red(null), {}, ["now and then"])).toBe(false);
  });
});
