import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readTests } from "./read-tests.ts";

const root = "/home/ada/sums";
const read = (text: string) => readTests(text, root);
const recorded = (name: string) => read(readFileSync(join(import.meta.dirname, "fixtures", name), "utf8"));

describe("P-40 what a gate's output tells of its tests: recorded outputs", () => {
  test.each([
    ["node.tap", "tap", [2, 2, 2], ["fails", "suite > inner bad"]],
    ["node-spec.txt", "node-spec", [2, 2, 2], ["a.test.mjs > fails", "a.test.mjs > inner bad"]],
    ["node-junit.xml", "junit", [2, 2, 2], ["a.test.mjs > fails", "a.test.mjs > inner bad"]],
    ["vitest.tap", "tap", [2, 2, 1], ["broken.test.ts", "sums.test.ts > sums > fails"]],
    ["vitest.txt", "vitest", [2, 2, 1], ["broken.test.ts", "sums.test.ts > sums > fails"]],
    ["vitest.json", "jest-json", [2, 2, 1], ["broken.test.ts", "sums.test.ts > sums fails"]],
    ["pytest.txt", "pytest", [0, 1, 0], ["test_broken.py"]],
    ["pytest-ok.txt", "pytest", [1, 0, 0], []],
    ["cargo.txt", "cargo", [3, 1, 1], ["src/lib.rs > tests::fails"]],
    [
      "pytest-q.txt",
      "pytest",
      [2, 3, 2],
      ["test_sums.py::test_fails", "test_sums.py::TestSub::test_in_class", "test_sums.py::test_param[2]"],
    ],
  ] as const)("%s is read as %s", (file, form, [passed, failed, skipped], failing) => {
    expect(recorded(file)).toMatchObject({ forms: [form], passed, failed, skipped, failing, named: true });
  });

  test("a verbose pytest names its tests the same", () => {
    expect(recorded("pytest-v.txt")?.failing).toEqual(recorded("pytest-q.txt")?.failing);
  });

  test("P-41 a test that passed at a retry of the runner's own is flaky", () => {
    expect(recorded("vitest.txt")?.flaky).toEqual(["now and then"]);
  });
});

const goEvents = (...events: readonly object[]): string =>
  events.map((event) => JSON.stringify({ Time: "2026-03-01T10:00:00Z", ...event })).join("\n");

describe("P-40 forms of runners that are not recorded here", () => {
  test("go test -json: sub-tests count and their parents don't; a package that does not build fails by its name", () => {
    const output = goEvents(
      { Action: "start", Package: "example.com/sums" },
      { Action: "run", Package: "example.com/sums", Test: "TestAdd" },
      { Action: "output", Package: "example.com/sums", Test: "TestAdd", Output: "=== RUN   TestAdd\n" },
      { Action: "pass", Package: "example.com/sums", Test: "TestAdd/small", Elapsed: 0 },
      { Action: "fail", Package: "example.com/sums", Test: "TestAdd/large", Elapsed: 0 },
      { Action: "fail", Package: "example.com/sums", Test: "TestAdd", Elapsed: 0 },
      { Action: "skip", Package: "example.com/sums", Test: "TestLater", Elapsed: 0 },
      { Action: "fail", Package: "example.com/sums", Elapsed: 0.01 },
      { Action: "pass", Package: "example.com/other", Elapsed: 0.01 },
      { ImportPath: "example.com/broken", Action: "build-fail" },
      { Action: "fail", Package: "example.com/broken", Elapsed: 0, FailedBuild: "example.com/broken" },
    );
    expect(read(output)).toMatchObject({
      forms: ["go-json"],
      passed: 1,
      failed: 2,
      skipped: 1,
      failing: ["example.com/sums > TestAdd/large", "example.com/broken"],
    });
  });

  test("jest's text: failures below their file, a suite that can't be loaded, the summary at the end only once", () => {
    const output = [
      "PASS src/a.test.js",
      "FAIL src/b.test.js",
      "  ● sums › fails",
      "",
      "    expect(received).toBe(expected)",
      "FAIL src/c.test.js",
      "  ● Test suite failed to run",
      "",
      "Summary of all failing tests",
      "FAIL src/b.test.js",
      "  ● sums › fails",
      "",
      "Test Suites: 2 failed, 1 passed, 3 total",
      "Tests:       1 failed, 1 skipped, 4 passed, 6 total",
    ].join("\n");
    expect(read(output)).toMatchObject({
      forms: ["jest"],
      passed: 4,
      failed: 2,
      skipped: 1,
      failing: ["src/b.test.js > sums › fails", "src/c.test.js"],
      named: true,
    });
  });

  test("jest's JSON: a test that needed two invocations is flaky", () => {
    const output = `> jest --json\n${JSON.stringify({
      numTotalTests: 1,
      testResults: [
        {
          name: `${root}/a.test.js`,
          status: "passed",
          assertionResults: [{ fullName: "sums adds", status: "passed", invocations: 2 }],
        },
      ],
    })}\nDone.`;
    expect(read(output)).toMatchObject({ passed: 1, failed: 0, flaky: ["a.test.js > sums adds"] });
  });

  test("surefire's XML: failures, errors, and flakes with their entities", () => {
    const output = `<?xml version="1.0"?><testsuite name="SumsTest" tests="3">
      <testcase name="adds &lt;int&gt;" classname="org.SumsTest"><flakyFailure message="no">at</flakyFailure></testcase>
      <testcase name='fails' classname='org.SumsTest'><error type="E"><![CDATA[a > b]]></error></testcase>
      <testcase name="later" classname="org.SumsTest"><skipped/></testcase></testsuite>`;
    expect(read(output)).toMatchObject({
      passed: 1,
      failed: 1,
      skipped: 1,
      failing: ["org.SumsTest > fails"],
      flaky: ["org.SumsTest > adds <int>"],
    });
  });

  test("cargo: a crate that does not compile has failed", () => {
    const output =
      "error[E0425]: cannot find value\nerror: could not compile `sums` (lib test) due to 1 previous error\n";
    expect(read(output)).toMatchObject({ failed: 1, failing: ["sums (lib test)"], named: true });
  });

  test("tap: a point that sums up is no test, unless it has failed by itself; what is to do may fail", () => {
    const output = [
      "TAP version 13",
      "    ok 1 - a",
      "    ok 2 - b",
      "not ok 1 - suite whose tear-down fails",
      "    not ok 1 - c",
      "not ok 2 - suite",
      "not ok 3 - later # TODO some day",
      "1..3",
    ].join("\n");
    expect(read(output)).toMatchObject({
      passed: 2,
      failed: 2,
      skipped: 1,
      failing: ["suite whose tear-down fails", "c"],
    });
  });
});

describe("P-41 names are compared only where all of them are known", () => {
  test("an output that counts more failures than it names is not named", () => {
    const output = "FAILED test_a.py::test_one - no\n= 2 failed, 1 passed in 0.10s =\n";
    expect(read(output)).toMatchObject({ failed: 2, failing: ["test_a.py::test_one"], named: false });
  });

  test("an output of several runners is read in each of their forms", () => {
    const both = read("TAP version 13\nnot ok 1 - a\n1..1\nFAILED test_a.py::b - no\n1 failed in 0.10s\n");
    expect(both).toMatchObject({ forms: ["tap", "pytest"], failed: 2, failing: ["a", "test_a.py::b"] });
  });

  test("prose, nothing, and broken JSON are no tests", () => {
    for (const text of ["", "all 12 tests passed", '{"numTotalTests": 3', "ok 1 - it went well", "<testcase"])
      expect(read(text)).toBeNull();
  });

  test("a long output is read in time that grows with it", () => {
    const line = `not ok 1 - ${"a".repeat(100)}\n    <testcase name="x" ${"y=".repeat(20)}\n{"Action":"pass"\n✖ x (1ms\n`;
    expect(read(`TAP version 13\n${line.repeat(30_000)}`)?.failed).toBeGreaterThan(0);
  });
});
