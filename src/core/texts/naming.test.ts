import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blockedBranchOf, branchOf, refNameOf, slugOf } from "./naming.ts";
import { taskId } from "../task-id.ts";

const branch = (id: string, title: string): string => branchOf({ id: taskId(id), title });

describe("R-1 the branch of a task", () => {
  test.each([
    ["F043 a long title of several lines", "M58-1", "Add very long\ntitle", "m58-1-add-very-long-title"],
    ["F043 no title: the id, and no dash at its end", "M58-1", "", "m58-1-work"],
    ["V035 an id with an accent", "Ñ-1", "Ärger im Büro", "n-1-arger-im-buro"],
    ["V035 a title of emoji alone", "ABC-1", "🚀🎉", "abc-1-work"],
    ["markdown and punctuation", "ABC-2", "**fix** `a/b`: don't…", "abc-2-fix-a-b-don-t"],
    ["a title that is cut ends in no dash", "X-1", `${"a".repeat(39)} b`, `x-1-${"a".repeat(39)}`],
  ])("%s", (_name, id, title, expected) => {
    expect(branch(id, title)).toBe(expected);
  });

  test("V035 an id of nothing but emoji still gives a name, and another one gives another", () => {
    expect(branch("🚀", "x")).toMatch(/^task-[0-9a-f]{8}-x$/);
    expect(branch("🚀", "x")).not.toBe(branch("🎉", "x"));
  });

  test("V047 any id and title make a name that git takes: ASCII, never empty, no dots, no dash at either end", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (id, title) => {
        expect(branch(id, title)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      }),
    );
  });
});

describe("names of refs", () => {
  test.each(["ABC-1", "repair-the-gate", "a.b_c"])("%s stays as it is", (id) => {
    expect(refNameOf(id)).toBe(id);
    expect(blockedBranchOf(id)).toBe(`ralph/blocked/${id}`);
  });

  test("ids that would look alike as refs get different names", () => {
    const ids = ["a b", "a/b", "a:b", "a..b", ".a", "a.lock", "..", "", "a~b"];
    const names = ids.map(refNameOf);
    expect(new Set(names).size).toBe(ids.length);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_][A-Za-z0-9._-]*$/);
  });

  test("G-10 no id leads out of its folder", () => {
    fc.assert(fc.property(fc.string(), (id) => !/[/\\:~^?*[\s]|\.\./.test(refNameOf(id)) && refNameOf(id) !== ""));
  });
});

test("a slug is at most as long as it may be", () => {
  expect(slugOf("one two three", 7)).toBe("one-two");
  expect(slugOf("…", 7)).toBe("");
});
