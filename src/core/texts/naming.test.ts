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

  test.each([
    ["the source's own name is taken", "anna/ab-12-keep-the-gate", "anna/ab-12-keep-the-gate"],
    ["in lower case, and as git takes it", "Anna/AB-12--Keep..the~gate.lock/", "anna/ab-12-keep-the-gate-lock"],
    ["options and traversal are no names", "--upload-pack=x/../ab-12", "upload-pack-x/ab-12"],
    ["main is nobody's branch", "main", "ab-12-keep-it"],
    ["another task's branch neither", "ab-123-other", "ab-12-keep-it"],
    ["nor one that kept work stands on", "ralph/blocked/ab-12", "ab-12-keep-it"],
    ["too long a name is none", `ab-12-${"x".repeat(200)}`, "ab-12-keep-it"],
    ["nothing is none", "", "ab-12-keep-it"],
  ])("a proposed branch: %s", (_name, proposed, expected) => {
    expect(branchOf({ id: taskId("AB-12"), title: "Keep it", branch: proposed })).toBe(expected);
  });

  test("V047 whatever is proposed, git takes the name, and it carries the task's id", () => {
    const parts = fc.constantFrom("ab-12", "AB-12", "/", "..", "-", ".lock", "~", "@{", " ", "é", "main", "ralph");
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 12 }), (words) => {
        const name = branchOf({ id: taskId("AB-12"), title: "Keep it", branch: words.join("") });
        expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)*$/);
        expect(name).toMatch(/(?:^|[-/])ab-12(?:[-/]|$)/);
      }),
    );
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
