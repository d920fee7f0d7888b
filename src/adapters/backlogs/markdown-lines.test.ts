import { describe, expect, test } from "vitest";
import { boxOf, headingOf, labelReader, markdownLines, plainText, tablesIn } from "./markdown-lines.ts";
import { changedStatusText, readStatusText } from "./status-text.ts";
import { execWords } from "./exec-plan/exec-words.ts";
import { indexWords } from "./task-index/index-words.ts";

describe("lines of a Markdown text", () => {
  test("are told apart by what they are in, with any line end and a BOM", () => {
    const text = "\uFEFF---\r\nkey: x\r\n---\ra\n```sh\n# b\n```\n<!-- c\nd -->\ne\n~~~\nopen";
    expect(markdownLines(text).map(({ text: words, place }) => [words, place])).toEqual([
      ["---", "aside"],
      ["key: x", "aside"],
      ["---", "aside"],
      ["a", "text"],
      ["```sh", "fence"],
      ["# b", "code"],
      ["```", "fence"],
      ["<!-- c", "aside"],
      ["d -->", "aside"],
      ["e", "text"],
      ["~~~", "fence"],
      ["open", "code"],
    ]);
    expect(markdownLines(text).every(({ start, end, text: words }) => text.slice(start, end) === words)).toBe(true);
  });
  test.each<[string, unknown]>([
    ["## a title ##", { level: 2, title: "a title" }],
    ["#no", null],
    ["    # code", null],
    ["###", { level: 3, title: "" }],
  ])("heading %j", (text, wanted) => {
    expect(markdownLines(text).map(headingOf)).toEqual([wanted]);
  });
  test.each<[string, string | null]>([
    ["**Status:** done (x)  ", "done (x)"],
    ["- **status**: done", "done"],
    ["**Status:**", ""],
    ["Status: done", null],
    ["**Other Status:** done", null],
  ])("label %j", (text, wanted) => {
    expect(markdownLines(text).map((line) => labelReader("Status")(line)?.value ?? null)).toEqual([wanted]);
  });
  test("boxes are boxes in lists alone", () => {
    const texts = ["- [x] a", "  1. [ ] b  ", "[ ] c", "- [?] d"];
    expect(markdownLines(texts.join("\n")).map((line) => boxOf(line)?.text ?? null)).toEqual(["a", "b", null, null]);
  });
  test("tables have cells with offsets; an escaped bar is none between cells", () => {
    const text = "| ID | a\\|b |\n|---|:-:|\n| 1 | **x** |\n2 | y\n\n| no | table |\n";
    const [table, ...others] = tablesIn(markdownLines(text));
    expect(others).toEqual([]);
    expect(table?.rows.map(({ cells }) => cells.map((cell) => cell.text))).toEqual([
      ["1", "**x**"],
      ["2", "y"],
    ]);
    expect(table?.header.cells.map(({ start, end }) => text.slice(start, end))).toEqual(["ID", "a\\|b"]);
  });
  test("plain text is what a reader sees", () => {
    expect(["**a**", "`a`", "[a](b.md)", "a_b", "*a* b"].map(plainText)).toEqual(["a", "a", "a", "a_b", "a b"]);
  });
});

describe("a status and the note behind it", () => {
  test.each<[string, unknown, unknown]>([
    ["done", { state: "done", reason: null }, { state: "done", reason: null }],
    ["Done (verified resolved at a:1)", { state: "done", reason: null }, { state: "done", reason: null }],
    [
      "blocked (no (good) key)",
      { state: "blocked", reason: "no (good) key" },
      { state: "blocked", reason: "no (good) key" },
    ],
    ["blocked (deferred: later)", { state: "deferred", reason: "later" }, { state: "deferred", reason: "later" }],
    ["done (cancelled)", { state: "cancelled", reason: null }, { state: "cancelled", reason: null }],
    ["blocked (needs-human: why?)", { state: "needs_human", reason: "why?" }, { state: "needs_human", reason: "why?" }],
    ["needs-human-review (why?)", null, { state: "needs_human", reason: "why?" }],
    ["In Progress", { state: "in_progress", reason: null }, { state: "in_progress", reason: null }],
    ["pending", { state: "todo", reason: null }, null],
    ["", null, null],
  ])("%j", (raw, inPlan, inIndex) => {
    expect([readStatusText(raw, execWords), readStatusText(raw, indexWords)]).toEqual([inPlan, inIndex]);
  });
  test("a change keeps the spelling of a word and drops a note that no longer holds", () => {
    const changed = (raw: string, state: "todo" | "done" | "blocked", note = {}): string =>
      changedStatusText(raw, { state, ...note }, execWords);
    expect(changed("Done", "done")).toBe("Done");
    expect(changed("Done (verified resolved at a:1)", "done")).toBe("Done (verified resolved at a:1)");
    expect(changed("Done", "done", { note: "verified resolved at b:2" })).toBe("Done (verified resolved at b:2)");
    expect(changed("blocked (a)", "todo")).toBe("pending");
    expect(changed("blocked (a)", "blocked", { reason: "b\n(c)" })).toBe("blocked (b [c])");
  });
});
