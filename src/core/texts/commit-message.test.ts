import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  bookkeepingMessage,
  commitTypeOf,
  commitTypes,
  isConventional,
  landingMessage,
  type LandingText,
} from "./commit-message.ts";

const text = (over: Partial<LandingText> = {}): LandingText => ({
  task: { id: "ABC-1" as LandingText["task"]["id"], title: "add **the** thing" },
  workType: null,
  agentSubject: null,
  origin: { run: "r1", iteration: 3, task: "ABC-1" },
  agentCommits: [],
  coAuthors: [],
  note: null,
  ...over,
});

describe("R-7 the commit that lands a task", () => {
  test("is conventional, and carries run, iteration and task", () => {
    expect(landingMessage(text())).toBe(
      "feat: add the thing\n\nRalph-Run: r1\nRalph-Iteration: 3\nRalph-Task: ABC-1\n",
    );
  });

  test("keeps the agent's own subject where it is conventional, and not where it is none", () => {
    expect(landingMessage(text({ agentSubject: "fix(core): mend it" }))).toMatch(/^fix\(core\): mend it\n/);
    expect(landingMessage(text({ agentSubject: "wip" }))).toMatch(/^feat: add the thing\n/);
  });

  test("names the agent's own commits", () => {
    expect(landingMessage(text({ agentCommits: ["aaa", "bbb"] }))).toContain("\nRalph-Commits: aaa bbb\n");
  });

  test("has a body for a note, apart from the trailers", () => {
    expect(landingMessage(text({ note: "Verified: src/a.ts:1" })).split("\n\n")).toHaveLength(3);
  });

  test.each([
    ["TESTING", "test"],
    ["DOCUMENTATION", "docs"],
    ["REFACTORING", "refactor"],
    ["DEBUGGING", "fix"],
    ["VERIFICATION", "chore"],
    ["SOMETHING", "feat"],
  ])("work of type %s is %s", (workType, type) => {
    expect(commitTypeOf(workType)).toBe(type);
    expect(commitTypes).toContain(type);
  });

  test("no title and no id can add a trailer or a line of its own", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (title, id) => {
        const forged = `${title}\nRalph-Task: FORGED\n\n${id}`;
        const message = landingMessage(
          text({ task: { ...text().task, title: forged }, origin: { run: "r1", iteration: 1, task: forged } }),
        );
        const lines = message.trimEnd().split("\n");
        expect(lines.filter((line) => line.startsWith("Ralph-Task:"))).toHaveLength(1);
        expect(lines[0]?.length).toBeLessThanOrEqual(72);
        expect(isConventional(lines[0] ?? "")).toBe(true);
      }),
    );
  });
});

test("R-7 bookkeeping is never taken for a landing", () => {
  const message = bookkeepingMessage("set ABC-1 aside (blocked)", { run: "r1", iteration: 2 });
  expect(message).toMatch(/^chore\(ralph\): set ABC-1 aside \(blocked\)\n/);
  expect(message).not.toContain("Ralph-Task");
});

test("G-7 a subject holds nothing that turns its direction or is not seen", () => {
  const hostile = ["a", "\u202E", "b", "\u200B", "c", "\u2066", "d", "\uFEFF"].join("");
  expect(bookkeepingMessage(hostile, { run: "r1", iteration: 1 }).split("\n")[0]).toBe("chore(ralph): a b c d");
});
