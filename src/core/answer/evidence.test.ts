import { describe, expect, test } from "vitest";
import { evidenceIn, evidenceOf } from "./evidence.ts";

describe("P-4 evidence in a text", () => {
  test.each([
    ["a commit", "done in 1a2b3c4d already", ["1a2b3c4d"]],
    ["a whole hash", `see ${"ab12".repeat(10)}.`, ["ab12".repeat(10)]],
    ["a place", "see src/core/next.ts:42 for it", ["src/core/next.ts:42"]],
    ["a place with a column", "src/a.ts:3:7", ["src/a.ts:3"]],
    ["a place without an extension", "bin/tool:9", ["bin/tool:9"]],
    ["each once", "src/a.ts:3 and src/a.ts:3", ["src/a.ts:3"]],
    ["a number is no commit", "1234567 lines", []],
    ["a word of hex letters is no commit", "the facade was deadbeef-ish effaced", []],
    ["a time is no place", "at 10:15 and 9:30", []],
    ["an address is none", "http://localhost:8080/x", []],
  ])("%s", (_name, words, expected) => {
    expect(evidenceIn(words)).toEqual(expected);
  });

  test("a word of evidence is a commit or a place", () => {
    expect(evidenceOf("1a2b3c4")).toEqual({ kind: "commit", sha: "1a2b3c4" });
    expect(evidenceOf("src/a.ts:3")).toEqual({ kind: "place", path: "src/a.ts", line: 3 });
  });
});
