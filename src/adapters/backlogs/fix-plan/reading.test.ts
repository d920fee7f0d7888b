import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { taskId } from "../../../core/task-id.ts";
import { isEpicBoundary } from "../../../core/picking/epic.ts";
import { openTasks, selectTask } from "../../../core/picking/select.ts";
import { isClosed } from "../../../core/task.ts";
import { BacklogError, type BacklogSnapshot } from "../../../ports/backlog.ts";
import { openFixPlan, type FixPlanOptions } from "./open-fix-plan.ts";
import { tempFolder } from "../../../testing/temp-folder.ts";

const optionalSections = ["Optional", "Future", "Future Enhancements", "Nice to Have"];
const folder = tempFolder("fix-plan");
let files = 0;

function planFile(text: string | Uint8Array): string {
  const path = join(folder, `${files++}.md`);
  writeFileSync(path, text);
  return path;
}

const loadPath = (path: string, over: Partial<FixPlanOptions> = {}): Promise<BacklogSnapshot> =>
  openFixPlan({ path, name: ".ralph/fix_plan.md", optionalSections, nested: "parent", ...over }).load();
const load = (text: string | Uint8Array, over: Partial<FixPlanOptions> = {}): Promise<BacklogSnapshot> =>
  loadPath(planFile(text), over);
const ids = ({ tasks }: BacklogSnapshot): string[] => tasks.map((task) => task.id);
const titles = ({ tasks }: BacklogSnapshot): string[] => tasks.map((task) => task.title);
const told = ({ faults }: BacklogSnapshot): [string, number | null][] =>
  faults.map((fault) => [fault.code, fault.line]);
const errorOf = async (reading: Promise<unknown>): Promise<BacklogError> => {
  const error: unknown = await reading.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof BacklogError)) throw new Error("no BacklogError", { cause: error });
  return error;
};

describe("B-10 what is a task", () => {
  test("F041 every list marker makes one; the state comes from the box alone; quotes and indented code hold none", async () => {
    const plan = await load(
      "- [ ] verify [x] flags\n* [ ] a\n+ [x] b\n1. [ ] c\n2) [ ] d\n> - [ ] e\n\nText.\n\n    - [ ] indented code\n",
    );
    expect(plan.tasks.map((task) => [task.title, task.state])).toEqual([
      ["verify [x] flags", "todo"],
      ["a", "todo"],
      ["b", "done"],
      ["c", "todo"],
      ["d", "todo"],
    ]);
  });
  test("F035 dated log bullets are no tasks", async () => {
    const plan = await load(
      [
        ...Array.from({ length: 69 }, (_, i) => `- [x] t${i}`),
        "- [ ] t",
        ...Array.from({ length: 74 }, () => "- [2026-01-29] note"),
      ].join("\n"),
    );
    expect([plan.tasks.length, openTasks(plan.tasks).length, plan.faults]).toEqual([70, 1, []]);
  });
  test("F038 a box in a code fence that explains the format is no task", async () => {
    const plan = await load("Use this format:\n```\n- [ ] item\n```\n- [x] all reviewed");
    expect([plan.tasks.length, openTasks(plan.tasks).length]).toEqual([1, 0]);
  });
  test("F040 other marks have their state, free ids are read, and an unknown mark is a fault", async () => {
    const plan = await load(
      "- [~] T1.1 blocked by user\n- [x] F5 wave\n- [ ] H2 human\n- [-] a\n- [>] b\n- [!] c\n- [?] d\n",
    );
    expect(plan.tasks.map((task) => task.state)).toEqual([
      "in_progress",
      "done",
      "todo",
      "cancelled",
      "deferred",
      "blocked",
      "todo",
    ]);
    expect(told(plan)).toEqual([
      ["state-read", 1],
      ["state-read", 4],
      ["state-read", 5],
      ["state-read", 6],
      ["unknown-mark", 7],
    ]);
    expect(plan.faults.at(-1)).toMatchObject({ severity: "error", tasks: [plan.tasks[6]?.id] });
  });
  test("a note gives the state and its reason", async () => {
    const plan = await load(
      "- [ ] a (blocked: no key (yet))\n- [ ] b (needs-human: which colour?)\n- [ ] c (see docs)\n- [x] d (blocked: old)\n- [ ] e, long\n  text (blocked: x)\n",
    );
    expect(plan.tasks.map((task) => [task.title, task.state, task.reason])).toEqual([
      ["a", "blocked", "no key (yet)"],
      ["b", "needs_human", "which colour?"],
      ["c (see docs)", "todo", null],
      ["d", "done", null],
      ["e, long", "blocked", "x"],
    ]);
  });
  test("a box in a heading or in front matter is none, and is told", async () => {
    const plan = await load(
      "---\ntitle: x\nlist:\n  - [ ] front\n---\n# P\n### - [ ] head\n- [ ] real\n- [ ] under\n  ===\n",
    );
    expect([titles(plan), told(plan)]).toEqual([
      ["real"],
      [
        ["box-in-front-matter", 4],
        ["box-in-heading", 7],
        ["box-in-heading", 9],
      ],
    ]);
  });
  test("thematic breaks around a list are no front matter", async () => {
    expect(titles(await load("---\n- [ ] a\n---\n- [ ] b\n"))).toEqual(["a", "b"]);
  });
  test("LF, CRLF and a lone CR end lines", async () => {
    const plan = await load("- [ ] a\r- [ ] b\r\n- [x] c\n");
    expect(plan.tasks.map((task) => [task.title, task.source])).toEqual(
      ["a", "b", "c"].map((title, i) => [title, { file: ".ralph/fix_plan.md", line: i + 1 }]),
    );
  });
  test("V022 a BOM, tabs behind markers and before nested items are fine; a hard space in a box is reported", async () => {
    const plan = await load("\uFEFF- [ ] a\n\t- [ ] child\n-\t[ ] b\n- [\u00A0] c\n");
    expect(plan.tasks.map((task) => [task.title, task.parent])).toEqual([
      ["a", null],
      ["child", plan.tasks[0]?.id],
      ["b", null],
    ]);
    expect(told(plan)).toEqual([["odd-space", 4]]);
  });
  test("V025 near forms are listed as ignored, with their lines", async () => {
    const plan = await load(
      "- []\n-[ ] glued\n- [ ]\n- [x ] b\n- \\[ ] c\n- [ ](link)\n- [ ] real\n- [] d\n1.[x] glued\n- [x](y)\n",
    );
    expect(titles(plan)).toEqual(["real"]);
    expect(told(plan)).toEqual([
      ["empty-box", 1],
      ["no-space-after-marker", 2],
      ["no-text", 3],
      ["odd-space", 4],
      ["escaped-box", 5],
      ["no-space-after-box", 6],
      ["empty-box", 8],
      ["no-space-after-marker", 9],
      ["no-space-after-box", 10],
    ]);
  });
  test("a box below an HTML tag, and tasks swallowed by an open fence, are told", async () => {
    const plan = await load("- [ ] a\n\n<details>\n- [ ] html\n\n- [ ] b\n\n```sh\n- [ ] swallowed\n");
    expect([titles(plan), told(plan)]).toEqual([
      ["a", "b"],
      [
        ["box-in-html", 4],
        ["unclosed-block", 8],
      ],
    ]);
  });
});

describe("B-11 ids", () => {
  test("explicit ones in every form, and titles without them (B-6)", async () => {
    const plan = await load(
      [
        "**ABC-12** one",
        "[ABC-13] two",
        "ABC-14: three",
        "T001 four",
        "**US-001:** five",
        "[ABC-15](https://x.y/z) six",
        "**ABC-16: seven** more",
        "**M1-1** — eight",
        "**[ABC-17]** nine",
      ]
        .map((text) => `- [ ] ${text}`)
        .join("\n"),
    );
    expect(plan.tasks.map((task) => `${task.id} ${task.title}`)).toEqual([
      "ABC-12 one",
      "ABC-13 two",
      "ABC-14 three",
      "T001 four",
      "US-001 five",
      "ABC-15 six",
      "ABC-16 **seven** more",
      "M1-1 eight",
      "ABC-17 nine",
    ]);
  });
  test("words that only look like ids are none", async () => {
    const plan = await load(
      ["UTF-8 in names", "P0: crash", "**Fix** it", "[US1] story", "HTTP2 push", "[x] y", "Note: z"]
        .map((text) => `- [ ] ${text}`)
        .join("\n"),
    );
    expect(ids(plan).every((id) => id.startsWith("task-"))).toBe(true);
  });
  test("without one, ids outlive ticks, notes, moves and size marks; same texts differ", async () => {
    const before = await load("# P\n\n## One\n- [ ] first\n- [ ] same\n- [ ] same\n- [ ] last\n");
    const after = await load(
      "# Renamed\n\n## One\n- [ ] last (blocked: x)\n- [x] same (verified resolved at a.ts:1)\n* [ ] [L] first\n- [ ] same\n",
    );
    expect(new Set(ids(before)).size).toBe(4);
    expect(ids(after).toSorted()).toEqual(ids(before).toSorted());
    expect(after.tasks[2]?.id).toBe(before.tasks[0]?.id);
  });
});

describe("sections", () => {
  test("B-10 `##` sections are epics; what stands before any belongs to the document's own", async () => {
    const plan = await load("# Doc\n- [ ] a\n## One\n- [ ] b\n### Sub\n- [ ] c\n## Two\n- [ ] d\n# Second\n- [ ] e\n");
    expect(plan.tasks.map((task) => task.group)).toEqual(["Doc", "One", "One", "Two", "Second"]);
    expect((await load("- [ ] a\n")).tasks[0]?.group).toBe("fix_plan");
    expect(ids(plan).map((id) => isEpicBoundary(plan.tasks, taskId(id)))).toEqual([true, false, false, true, true]);
  });
  test("B-12a optional sections at any level, in any case, with what is below them", async () => {
    const plan = await load(
      "## One\n- [ ] a\n### FUTURE\n- [ ] b\n#### deep\n- [ ] c\n## nice TO have\n- [ ] d\n## Futures\n- [ ] e\n",
    );
    expect(plan.tasks.map((task) => task.optional)).toEqual([false, true, true, true, false]);
  });
  test("F034 boxes of a section named as no work, or marked for a person, do not hold or get worked", async () => {
    const text = "### Task 1\n- [x] a\n## Success criteria\n- [ ] Manual: try it in production\n";
    const plan = await load(text, { optionalSections: ["Success criteria"] });
    expect([plan.tasks.length, openTasks(plan.tasks).length]).toEqual([2, 0]);
    const marked = await load("- [x] a\n- [ ] try it (needs-human: in production)\n");
    expect(selectTask(marked.tasks).others[0]?.whyNot).toBe("it waits for a person: in production");
  });
});

describe("nested items", () => {
  test("F037 criteria below tasks are tasks too: one reading for counting and picking", async () => {
    const plan = await load(Array.from({ length: 9 }, (_, i) => `- [x] task ${i}\n  - [ ] c1\n  - [ ] c2\n`).join(""));
    expect([plan.tasks.length, plan.tasks.filter(isClosed).length, openTasks(plan.tasks).length]).toEqual([27, 9, 18]);
    expect(selectTask(plan.tasks).task?.title).toBe("c1");
    expect(plan.faults.every((fault) => fault.code === "open-under-closed")).toBe(true);
  });
  test("are criteria of the one above, unless each is a task by itself", async () => {
    const text = "- [ ] **AA-1** p\n  about it\n  - [x] c1\n    - [ ] deep\n\n  - [ ] c2\n\n  more\n";
    const [parent] = (await load(text)).tasks;
    expect(parent?.acceptance).toEqual([
      { text: "c1", done: true },
      { text: "deep", done: false },
      { text: "c2", done: false },
    ]);
    expect(parent?.body).toBe("about it\n\n\nmore");
    expect((await load(text, { nested: "tasks" })).tasks[0]?.acceptance).toEqual([]);
  });
  test("V028 a parent ticked over an open item is told; one whose items are all ticked is still open", async () => {
    const plan = await load("- [x] p\n  - [ ] c\n- [ ] q\n  - [x] d\n");
    expect(told(plan)).toEqual([["open-under-closed", 2]]);
    expect(openTasks(plan.tasks).map((task) => task.title)).toEqual(["c", "q"]);
  });
});

test("an item's lines declare dependencies, labels, files, gates, criteria and priority", async () => {
  const plan = await load(
    "- [ ] **A-1** x\n- [ ] **A-2** [P] y LARGE (depends on: A-1)\n  - deps: **A-3**, A-1\n  - files: `src/a.ts`, src/b.ts\n  labels: ui, blocked: quota\n  gate: `npm test`\n  accept: it works\n  **Priority:** high\n- [ ] **A-3** z\n",
  );
  expect(plan.faults).toEqual([]);
  expect(plan.tasks[1]).toMatchObject({
    title: "[P] y LARGE",
    large: true,
    deps: ["A-1", "A-3"],
    labels: ["P", "ui", "blocked: quota"],
    files: ["src/a.ts", "src/b.ts"],
    gate: ["npm test"],
    acceptance: [{ text: "it works", done: false }],
    priority: 1,
  });
});

describe("B-3 faults", () => {
  test("an id used twice is told at both lines; it and what waits for it are left out, the rest is worked", async () => {
    const plan = await load(
      "# P\n\n## One\n\n- [ ] **AA-1** a\n- [ ] **AA-1** b\n- [ ] **AA-2** c\n- [ ] **AA-3** d (depends on: AA-1)\n",
    );
    expect(told(plan)).toEqual([
      ["duplicate-id", 5],
      ["duplicate-id", 6],
    ]);
    expect(plan.faults[0]).toMatchObject({ severity: "error", file: ".ralph/fix_plan.md", tasks: ["AA-1", "AA-3"] });
    const faulty = new Map(plan.faults.flatMap((fault) => fault.tasks.map((id) => [id, fault.message] as const)));
    expect(selectTask(plan.tasks, { faulty }).task?.id).toBe("AA-2");
  });
  test("an unknown dependency and a circle are told, the circle printed", async () => {
    const plan = await load(
      "- [ ] **A-1** a (depends on: A-2)\n- [ ] **A-2** b (depends on: A-3)\n- [ ] **A-3** c (deps: A-1)\n- [ ] **A-4** d (deps: X-9)\n- [ ] **A-5** (depends on: A-4)\n- [x] **A-6** (deps: X-9)\n",
    );
    expect(told(plan)).toEqual([
      ["dependency-cycle", 1],
      ["unknown-dependency", 4],
    ]);
    expect(plan.faults[0]?.message).toContain("A-1 → A-2 → A-3 → A-1");
    expect(plan.faults.map((fault) => fault.tasks)).toEqual(
      [["A-1", "A-3", "A-2"].toSorted().map((id) => id), ["A-4", "A-5"]].map((each) => expect.arrayContaining(each)),
    );
  });
  test("a chain of 20,000 dependencies is followed", async () => {
    const lines = Array.from({ length: 20_000 }, (_, i) => `- [ ] **C-${i + 1}** x (depends on: C-${i + 2})`);
    const plan = await load(`${lines.join("\n")}\n- [ ] **C-20001** end\n`);
    expect(plan.faults).toEqual([]);
    expect(selectTask(plan.tasks).task?.id).toBe("C-20001");
  });
});

describe("B-14 V023 nothing to read is told apart", () => {
  test.each([
    ["", "empty-file"],
    [" \n\t\n", "empty-file"],
    ["\uFEFF", "empty-file"],
    ["# Plan\n\n## One\n", "no-checkbox"],
    ["- [] a\n", "no-checkbox"],
  ])("%j", async (text, code) => {
    const error = await errorOf(load(text));
    expect([error.code, error.fault.code, error.fault.hint === ""]).toEqual(["no-tasks", code, false]);
  });
  test("a missing file, a folder in its place, bytes that are no text", async () => {
    mkdirSync(join(folder, "dir"));
    const errors = await Promise.all([
      errorOf(loadPath(join(folder, "none.md"))),
      errorOf(loadPath(join(folder, "dir"))),
      errorOf(load(new Uint8Array([45, 32, 0xff, 0xfe]))),
    ]);
    expect(errors.map((error) => [error.code, error.fault.code])).toEqual([
      ["missing", "missing-file"],
      ["unreadable", "not-a-file"],
      ["unreadable", "not-utf-8"],
    ]);
  });
  test("a fully ticked plan is no fault", async () => {
    const plan = await load("- [x] a\n- [X] b\n");
    expect([plan.faults, openTasks(plan.tasks)]).toEqual([[], []]);
  });
});

test("B-4 100,000 tasks load and pick in linear time", async () => {
  const text = Array.from(
    { length: 100_000 },
    (_, i) => `${i % 100 === 0 ? `\n## Section ${i / 100}\n\n` : ""}- [${i % 2 === 0 ? "x" : " "}] task number ${i}\n`,
  ).join("");
  const plan = await load(text);
  expect([plan.tasks.length, new Set(ids(plan)).size]).toEqual([100_000, 100_000]);
  expect(selectTask(plan.tasks).task?.title).toBe("task number 1");
});
