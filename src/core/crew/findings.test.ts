import { describe, expect, test } from "vitest";
import { type Issue, plainIssue } from "../answer/verdict.ts";
import { changedLineCount, changedLinesOf, findingId, isSameSet, sortFindings, united } from "./findings.ts";

const issue = (description: string, more: Partial<Issue> = {}): Issue => ({
  ...plainIssue(description),
  file: "src/a.ts",
  line: 10,
  category: "bug",
  ...more,
});

describe("P-42 a finding keeps its id from round to round", () => {
  test("wherever its lines have moved to, and however it is spaced", () => {
    const first = issue("Zero is wrong at line 10.");
    expect(findingId({ ...first, line: 42, description: "zero is  wrong at line 42" })).toBe(findingId(first));
  });

  test("another file, category or word is another finding", () => {
    const ids = [issue("a"), issue("b"), issue("a", { file: "src/b.ts" }), issue("a", { category: "race" })].map(
      findingId,
    );
    expect(new Set(ids).size).toBe(4);
  });

  test("two rounds are at a standstill where both found the very same, in any order, and something at all", () => {
    expect(isSameSet([issue("a"), issue("b")], [issue("b"), issue("a")])).toBe(true);
    expect(isSameSet([issue("a")], [issue("a"), issue("b")])).toBe(false);
    expect(isSameSet([], [])).toBe(false);
  });
});

test("P-25 issues of several reviewers are united, what is said twice once and by its heaviest, the heaviest first", () => {
  const all = united([issue("a", { severity: "low" }), issue("b"), issue("a", { severity: "high" })]);
  expect(all.map(({ description, severity }) => [description, severity])).toEqual([
    ["a", "high"],
    ["b", "medium"],
  ]);
});

describe("P-42 what a later round may add", () => {
  const rounds = { earlier: [issue("known")], changed: [{ path: "src/a.ts", from: 20, to: 30 }] };

  test.each<[string, Issue]>([
    ["what was found before", issue("known", { line: 900 })],
    ["what is about lines that were changed since", issue("new", { line: 25 })],
    ["what is next to them", issue("new", { line: 32 })],
    ["a file that was changed, without a line", issue("new", { line: null })],
    ["high severity, anywhere", issue("new", { file: "src/z.ts", severity: "high" })],
    ["what names no place", plainIssue("no verdict was given")],
  ])("%s counts", (_name, found) => {
    expect(sortFindings([found], rounds)).toEqual({ counted: [found], late: [] });
  });

  test.each<[string, Issue]>([
    ["other lines of the file", issue("new", { line: 90 })],
    ["another file", issue("new", { file: "src/z.ts" })],
  ])("%s comes too late", (_name, found) => {
    expect(sortFindings([found], rounds)).toEqual({ counted: [], late: [found] });
  });

  test("P-25 where the fixer has changed nothing, nothing comes too late: a rejection stays one", () => {
    const found = issue("new", { line: 90 });
    expect(sortFindings([found], { ...rounds, changed: [] })).toEqual({ counted: [found], late: [] });
  });
});

describe("what a patch tells", () => {
  const patch = [
    "diff --git a/src/a.ts b/src/a.ts",
    "--- a/src/a.ts",
    "+++ b/src/a.ts",
    "@@ -8,4 +8,5 @@ function a() {",
    " one",
    "-two",
    "+zwei",
    "+drei",
    " four",
    " five",
    "diff --git a/gone.ts b/gone.ts",
    "--- a/gone.ts",
    "+++ /dev/null",
    "@@ -1 +0,0 @@",
    "-x",
  ].join("\n");

  test("the lines that it changes, as they are numbered now", () => {
    const lines = changedLinesOf(patch).filter(({ path }) => path === "src/a.ts");
    expect([...new Set(lines.map(({ from }) => from))]).toEqual([9, 10]);
  });

  test("how many lines it adds and takes away", () => {
    expect(changedLineCount(patch)).toBe(4);
    expect(changedLineCount("")).toBe(0);
  });
});
