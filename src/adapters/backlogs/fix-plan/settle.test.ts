import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { taskId } from "../../../core/task-id.ts";
import type { TaskId } from "../../../core/task.ts";
import type { BacklogChanges, Settlement } from "../../../ports/backlog.ts";
import { changesOf, comparePlans } from "./compare.ts";
import { openFixPlan } from "./open-fix-plan.ts";
import { readPlan } from "./plan.ts";
import { settlePlan } from "./settle.ts";
import { tempFolder } from "../../../testing/temp-folder.ts";

const options = { name: "fix_plan.md", optionalSections: ["Future"] };
const compare = (before: string, after: string): BacklogChanges =>
  changesOf(comparePlans(readPlan(before, options), readPlan(after, options)));
const settle = (before: string, after: string, keep: string[] = [], drop: string[] = []): string =>
  settlePlan(before, after, { keepTicks: keep.map(taskId), dropNotes: drop.map(taskId) }, (text) =>
    readPlan(text, options),
  ).text;
const idOf = (text: string, title: string): TaskId =>
  readPlan(text, options).items.find((item) => item.title === title)?.id ?? taskId("");

const plan =
  "# Plan\n\nWords.\n\n## One\n\n- [ ] **A-1** first\n- [ ] **A-2** second\n  - [ ] **A-3** nested\n- [x] **A-4** fourth\n\n## Two\n\n- [ ] no id here\n- [ ] nor here\n";

describe("G-2 what an agent did", () => {
  test("ticks, unticks, additions, losses and notes are told apart", () => {
    const after = plan
      .replace("[ ] **A-1**", "[x] **A-1**")
      .replace("first", "first (verified resolved at a.ts:1)")
      .replace("[x] **A-4**", "[ ] **A-4**")
      .replace("- [ ] nor here\n", "- [ ] **A-9** new\n");
    expect(compare(plan, after)).toEqual({
      ticked: ["A-1"],
      unticked: ["A-4"],
      added: ["A-9"],
      lost: [idOf(plan, "nor here")],
      noted: ["A-1"],
      notes: { "A-1": "a.ts:1" },
    });
  });
  test("cancelling an open item is a tick as well; deleting a closed one is no loss", () => {
    const changes = compare(plan, plan.replace("[ ] **A-1**", "[-] **A-1**").replace("- [x] **A-4** fourth\n", ""));
    expect([changes.ticked, changes.lost]).toEqual([["A-1"], []]);
  });
  test("V029 items that went to another place or 40 new ones are told", () => {
    const moved = plan.replace("- [ ] no id here\n", "").replace("- [ ] **A-1**", "- [ ] no id here\n- [ ] **A-1**");
    expect([compare(plan, moved).lost, compare(plan, moved).added]).toEqual([[idOf(plan, "no id here")], []]);
    const grown = plan + Array.from({ length: 40 }, (_, i) => `- [ ] more ${i}\n`).join("");
    expect([compare(plan, grown).added.length, compare(plan, grown).lost]).toEqual([40, []]);
  });
  test("an item moved into an optional section is lost to the run", () => {
    const after = `${plan.replace("- [ ] **A-1** first\n", "")}\n## Future\n\n- [ ] **A-1** first\n`;
    expect(compare(plan, after).lost).toEqual(["A-1"]);
    expect(settle(plan, after)).toBe(`${plan}\n## Future\n\n`);
  });
  test("words behind an item with an id are a note; other words are a loss", () => {
    expect(compare(plan, plan.replace("first", "first — done in a.ts"))).toMatchObject({ lost: [], noted: ["A-1"] });
    expect(compare(plan, plan.replace("first", "nothing")).lost).toEqual(["A-1"]);
  });
});

describe("settling puts back, and nothing else", () => {
  test("deleted open items stand at their old place", () => {
    for (const line of plan.match(/^ *- \[ \].*\n/gm) ?? []) expect(settle(plan, plan.replace(line, ""))).toBe(plan);
    expect(settle(plan, plan.replaceAll(/^ *- \[ \].*\n/gm, ""))).toBe(plan);
  });
  test("reworded ones have their words again, in place, with the agent's own lines kept", () => {
    const after = plan
      .replace("nor here", "nor there here")
      .replace("first", "nothing")
      .replace("Words.", "Better words.");
    expect(settle(plan, after)).toBe(plan.replace("Words.", "Better words."));
  });
  test("ticks that are kept stay, others go, unticks go", () => {
    const after = plan.replaceAll("[ ]", "[x]").replace("[x] **A-4**", "[ ] **A-4**");
    expect(settle(plan, after, ["A-2", "A-3"])).toBe(
      plan.replace("[ ] **A-2**", "[x] **A-2**").replace("[ ] **A-3**", "[x] **A-3**"),
    );
  });
  test("a note of state that went with an undone tick comes back", () => {
    const before = "- [ ] **A-1** x (blocked: no key)\n";
    expect(settle(before, "- [x] **A-1** x\n")).toBe(before);
  });
  test("a dropped note goes with its tick, an honest one stays", () => {
    const after = plan
      .replace("[ ] **A-1** first", "[x] **A-1** first (verified resolved at x:1)")
      .replace("[ ] **A-2** second", "[x] **A-2** second — done at y:2");
    expect(settle(plan, after, [], ["A-1", "A-2"])).toBe(plan);
    expect(settle(plan, after, ["A-1"], ["A-2"])).toBe(
      plan.replace("[ ] **A-1** first", "[x] **A-1** first (verified resolved at x:1)"),
    );
  });
  test("an item moved to a list of done ones is ticked at its own place, if the tick is kept", () => {
    const after = `${plan.replace("- [ ] no id here\n", "")}\n## Done\n\n- [x] no id here\n`;
    expect(settle(plan, after, [idOf(plan, "no id here")])).toBe(
      `${plan.replace("[ ] no id", "[x] no id")}\n## Done\n\n`,
    );
    expect(settle(plan, after)).toBe(`${plan}\n## Done\n\n`);
  });
  test("added items, notes and other lines stay", () => {
    const after = plan
      .replace("Words.", "Other words.")
      .replace("- [ ] **A-2**", "- [ ] a new one\n- [ ] **A-2**")
      .replace("- [ ] nor here\n", "");
    expect(settle(plan, after)).toBe(
      plan.replace("Words.", "Other words.").replace("- [ ] **A-2**", "- [ ] a new one\n- [ ] **A-2**"),
    );
  });
  test("an added nested item does not come between a lost one and its place", () => {
    const after = plan
      .replace("- [ ] **A-2** second\n  - [ ] **A-3** nested\n", "")
      .replace("- [ ] **A-1** first\n", "- [ ] **A-1** first\n  - [ ] extra\n");
    expect(settle(plan, after)).toBe(plan.replace("- [ ] **A-1** first\n", "- [ ] **A-1** first\n  - [ ] extra\n"));
  });
  test.each([
    ["an empty file", ""],
    ["a file without the section", "# Plan\n"],
    ["items put into a comment", `# Plan\n\n<!--\n${plan}\n-->\n`],
    ["items put into a code block", plan.replace("## One", "```\n## One")],
    ["a renamed section", plan.replace("## Two", "## Zwei")],
  ])("where they can't be put back one by one the plan starts again: %s", (_, after) => {
    expect(compare(plan, settle(plan, after)).lost).toEqual([]);
  });
  test("starting again keeps kept ticks and added items", () => {
    const after = "## One\n\n- [x] **A-1** first\n- [ ] added\n";
    expect(settle(plan, after, ["A-1"])).toBe(
      plan.replace("[ ] **A-1**", "[x] **A-1**").replace("fourth\n", "fourth\n- [ ] added\n"),
    );
  });
  test("V028 items with the same text are counted", () => {
    const before = "## S\n- [ ] same\n- [ ] same\n- [ ] same\n";
    expect(settle(before, "## S\n- [ ] same\n")).toBe(before);
  });
  test("line ends of the file are used", () => {
    const before = plan.replaceAll("\n", "\r\n");
    expect(settle(before, before.replace("- [ ] nor here\r\n", "").trimEnd())).toBe(before);
  });
});

const anyItem = fc
  .tuple(
    fc.constantFrom("- [ ] ", "- [x] ", "  - [ ] ", "* [ ] "),
    fc.constantFrom("**A-1** a", "**A-2** b", "same", "other words here", "**A-3** c (blocked: x)"),
  )
  .map((parts) => parts.join(""));
const anyLine = fc.oneof(
  { weight: 5, arbitrary: anyItem },
  fc.constantFrom("", "## One", "## Two", "## Future", "text", "```", "<!-- x", "-->"),
);
const anyPlan = fc
  .tuple(fc.array(anyLine, { minLength: 1, maxLength: 12 }), fc.constantFrom("\n", "\r\n"))
  .map(([lines, eol]) => lines.join(eol) + eol);

describe("for any two revisions", () => {
  test("after settling no open item is lost, only kept ticks stand, and settling again changes nothing", () => {
    fc.assert(
      fc.property(
        anyPlan,
        anyPlan,
        fc.subarray(["A-1", "A-2", "A-3"]),
        fc.subarray(["A-1", "A-2"]),
        (before, after, keep, drop) => {
          const settled = settle(before, after, keep, drop);
          const changes = compare(before, settled);
          expect([changes.lost, changes.unticked]).toEqual([[], []]);
          expect(changes.ticked.filter((id) => !keep.includes(id))).toEqual([]);
          expect(settle(before, settled, keep, drop)).toBe(settled);
        },
      ),
      { numRuns: Number(process.env["FUZZ_RUNS"] ?? 1_000) },
    );
  });
  test("deleting lines of items is undone to the byte", () => {
    const lines = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(lines, fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }), (numbers, cut) => {
        const items = numbers.map((number) => `- [ ] **A-${number}** task\n`);
        const before = `# P\n\n## S\n\n${items.join("")}\n## T\n\n- [ ] **B-1** x\n`;
        const after = items.reduce((text, item, i) => (cut[i] ? text.replace(item, "") : text), before);
        expect(settle(before, after)).toBe(before);
      }),
    );
  });
});

test("10,000 deleted items are put back in linear time", () => {
  const before = `## S\n${Array.from({ length: 10_000 }, (_, i) => `- [ ] task number ${i}\n`).join("")}`;
  expect(settle(before, "## S\n- [ ] task number 5000\n")).toBe(before);
  expect(settle(before, before.replaceAll("task", "job"))).toContain("task number 9999\n");
});

test("a deleted file comes back", async () => {
  const path = join(tempFolder("settle"), "fix_plan.md");
  writeFileSync(path, plan);
  const backlog = openFixPlan({ path, ...options, nested: "parent" });
  const { revision } = await backlog.load();
  rmSync(path);
  const settlement: Settlement = { keepTicks: [], dropNotes: [] };
  expect((await backlog.compare(revision)).lost).toHaveLength(5);
  expect((await backlog.settle(revision, settlement)).lost).toHaveLength(5);
  expect(readFileSync(path, "utf8")).toBe(plan);
  expect((await backlog.settle(revision, settlement)).lost).toEqual([]);
});
