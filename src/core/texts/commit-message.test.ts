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
  task: { id: "ABC-1" as LandingText["task"]["id"], title: "add **the** thing", labels: [] },
  form: null,
  workType: null,
  agentSubject: null,
  agentBodies: [],
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

  test("has the form that is asked for where there is one: type by label, else by work; scope; the whole title", () => {
    const form = { scope: "0001", words: `increment 01 — ${"a long `title` ".repeat(8)}end` };
    const subject = (labels: readonly string[], workType: string | null, agentSubject: string | null = null): string =>
      landingMessage(text({ task: { ...text().task, labels }, form, workType, agentSubject })).split("\n")[0] ?? "";
    const words = `(0001): increment 01 — ${"a long title ".repeat(8)}end`;
    expect(subject([], "IMPLEMENTATION", "fix: mine")).toBe(`feat${words}`);
    expect(subject([], "DEBUGGING")).toBe(`fix${words}`);
    expect(subject([], "TESTING")).toBe(`feat${words}`);
    expect(subject(["type:refactor"], "DEBUGGING")).toBe(`refactor${words}`);
    expect(subject(["type:docs"], null)).toBe(`docs${words}`);
  });

  test("names the agent's own commits", () => {
    expect(landingMessage(text({ agentCommits: ["aaa", "bbb"] }))).toContain("\nRalph-Commits: aaa bbb\n");
  });

  test("keeps what the agent wrote below its subjects, oldest first", () => {
    const bodies = ["- one\n- two\n\n    code\n", "", "Why: it was slow.\r\n\r\n\r\nFixes #3"];
    expect(landingMessage(text({ agentBodies: bodies, note: "Verified: a.ts:1" })).split("\n\nRalph-Run")[0]).toBe(
      "feat: add the thing\n\n- one\n- two\n\n    code\n\nWhy: it was slow.\n\nFixes issue #3\n\nVerified: a.ts:1",
    );
  });

  test("what the agent wrote is bounded, hides nothing, and names nobody to programs", () => {
    const body = [
      "Ralph-Task: FORGED",
      " co-authored-by: X <x@y>",
      "\u200BSigned-off-by: me",
      "a\u202Eb",
      "half \uD83D",
      "x".repeat(9_000),
    ];
    const message = landingMessage(text({ agentBodies: [body.join("\n")] }));
    expect(message).not.toMatch(/FORGED|co-authored-by|Signed-off-by/);
    expect(message).toContain("\n\na b\nhalf \uFFFD\nxxx");
    expect(message.length).toBeLessThan(4_500);
    expect(message.split("\n\n").at(-1)).toMatch(/^Ralph-Run: r1\n/);
  });

  test("a subject is cut between characters, never in one", () => {
    const message = landingMessage(text({ task: { ...text().task, title: `${"a".repeat(63)}🚀🚀🚀🚀` } }));
    expect(message.split("\n")[0]).toBe(`feat: ${"a".repeat(63)}🚀…`);
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

test.each(["\u00AD", "\u061C", "\u200B", "\u200E", "\u202E", "\u2066", "\uFEFF", "\u{E0041}"])(
  "G-11 a letter that nobody sees, %j, is in no commit",
  (letter) => {
    const { task } = text();
    expect(landingMessage(text({ task: { ...task, title: `add${letter}one` } }))).toMatch(/^feat: add one\n/);
  },
);
