import { describe, expect, test } from "vitest";
import { checkIssue, clearIssue, type IssueDraft, isCleared } from "./check-issue.ts";

const draft: IssueDraft = {
  title: "Close the file",
  body: "It stays open.",
  acceptance: ["it is closed"],
  parent: "AB-1",
  labels: ["Audit-Fix"],
  state: "todo",
};
const place = { labels: ["audit-fix"], states: ["Todo", "Done"], issues: new Set(["AB-1"]) };

describe("B-45 the check before an issue is made", () => {
  test("nothing speaks against a whole one; labels and states are known in any case", () => {
    expect(checkIssue(draft, place)).toEqual([]);
    expect(checkIssue({ ...draft, parent: null, labels: [] }, place)).toEqual([]);
  });
  test.each([
    [{ title: " " }, "It has no title."],
    [{ title: "a\nb" }, "Its title is more than one line."],
    [{ title: "x".repeat(251) }, "Its title is longer than 250 characters."],
    [{ body: "\n" }, "It has no text."],
    [{ body: "x".repeat(100_001) }, "Its text is longer than 100000 characters."],
    [{ acceptance: [" "] }, "It has no acceptance criterion."],
    [{ parent: "AB-2" }, "The project has no issue AB-2."],
    [{ labels: ["a", "audit-fix", "b"] }, "The team has no label a, b."],
    [{ state: "Doing" }, "The team has no state Doing."],
  ])("%j: %s", (change, sentence) => {
    expect(checkIssue({ ...draft, ...change }, place)).toEqual([sentence]);
    expect(clearIssue({ ...draft, ...change }, place, 0)).toEqual({ ok: false, problem: [sentence] });
  });
  test("it is bound to the text, and good for 30 minutes", () => {
    const cleared = clearIssue(draft, place, 1_000);
    if (!cleared.ok) throw new Error("not cleared");
    const last = 1_000 + 30 * 60_000;
    expect(isCleared(cleared.value, draft, last)).toBe(true);
    expect(isCleared(cleared.value, draft, last + 1)).toBe(false);
    expect(isCleared(cleared.value, { ...draft, body: `${draft.body} ` }, 2_000)).toBe(false);
  });
});
