import { execFile } from "node:child_process";
import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { taskId } from "../../../core/task-id.ts";
import type { TaskState } from "../../../core/task.ts";
import { BacklogError, type Backlog } from "../../../ports/backlog.ts";
import { backlogContract, type TaskSeed } from "../../../testing/backlog-contract.ts";
import { openFixPlan } from "./open-fix-plan.ts";
import { readPlan } from "./plan.ts";
import { spliced } from "../splice.ts";
import { stateSplices } from "./write-state.ts";
import { tempFolder } from "../../../testing/temp-folder.ts";

const options = { name: ".ralph/fix_plan.md", optionalSections: ["Future"], nested: "parent" } as const;
const folder = tempFolder("fix-plan");
let files = 0;
const newPath = (): string => join(folder, `${files++}.md`);
const open = (path: string): Backlog => openFixPlan({ ...options, path });
const id = taskId;

function opened(text: string): { path: string; backlog: Backlog; read: () => string } {
  const path = newPath();
  writeFileSync(path, text);
  return { path, backlog: open(path), read: () => readFileSync(path, "utf8") };
}

const seedLine = ({ id: name, title, state, deps = [] }: TaskSeed): string =>
  `- [${state === "done" ? "x" : " "}] **${name}** ${title}${deps.length === 0 ? "" : ` (depends on: ${deps.join(", ")})`}\r\n`;

backlogContract("fix-plan", {
  open: async (seeds) => {
    const { path, backlog, read } = opened(
      `\uFEFF# Plan  \r\n\r\n## One\r\n${seeds.map(seedLine).join("")}\r\nno newline at the end`,
    );
    return { backlog, again: () => open(path), content: async () => read() };
  },
  openMissing: async () => open(join(folder, "none", "fix_plan.md")),
});

describe("B-10 a state is written into its own bytes", () => {
  test.each<[string, { state: TaskState; reason?: string; note?: string }, string]>([
    ["- [ ] **A-1** x  ", { state: "done" }, "- [x] **A-1** x  "],
    ["- [ ] **A-1** x  ", { state: "done", note: "src/a.ts:3" }, "- [x] **A-1** x (verified resolved at src/a.ts:3)  "],
    ["- [ ] **A-1** x (blocked: y)", { state: "done" }, "- [x] **A-1** x"],
    ["- [X] **A-1** x", { state: "done" }, "- [X] **A-1** x"],
    ["- [X] **A-1** x (verified resolved at a)", { state: "todo" }, "- [ ] **A-1** x"],
    ["- [x] **A-1** x (note: keep)", { state: "todo" }, "- [ ] **A-1** x (note: keep)"],
    ["- [ ] **A-1** x", { state: "in_progress" }, "- [ ] **A-1** x"],
    ["- [~] **A-1** x", { state: "in_progress" }, "- [~] **A-1** x"],
    ["- [ ] **A-1** x", { state: "blocked", reason: "no (good)\nkey" }, "- [ ] **A-1** x (blocked: no [good] key)"],
    ["- [ ] **A-1** x (blocked: a)", { state: "blocked", reason: "b" }, "- [ ] **A-1** x (blocked: b)"],
    ["- [!] **A-1** x", { state: "blocked", reason: "b" }, "- [!] **A-1** x (blocked: b)"],
    [
      "- [ ] **A-1** x (deps: A-2)",
      { state: "needs_human", reason: "b?" },
      "- [ ] **A-1** x (deps: A-2) (needs-human: b?)",
    ],
    ["- [ ] **A-1** x", { state: "deferred" }, "- [>] **A-1** x"],
    ["- [ ] **A-1** x", { state: "cancelled", reason: "moot" }, "- [-] **A-1** x (cancelled: moot)"],
    [
      "- [ ] **A-1** x,\r\n  more (blocked: a) \r\n",
      { state: "blocked", reason: "b" },
      "- [ ] **A-1** x,\r\n  more (blocked: b) \r\n",
    ],
    ["1. [\t] **A-1** x", { state: "blocked" }, "1. [\t] **A-1** x (blocked)"],
  ])("%j + %j", (text, change, wanted) => {
    const [item] = readPlan(text, options).items;
    if (item === undefined) throw new Error("the text holds no item");
    expect(spliced(text, stateSplices(item, { id: id("A-1"), ...change }))).toBe(wanted);
  });

  test("V026 emoji, CJK, right-to-left text, inline code and 20 KB of text stay as they are", async () => {
    const lines = [
      "- [ ] 🚀 **Fix** `a|b` ~~old~~",
      "- [ ] 漢字を直す",
      "- [ ] תקן את זה \u200F(rtl)",
      `- [ ] ${"long ".repeat(4_000)}end`,
    ];
    const { backlog, read } = opened(lines.join("\n"));
    for (const task of (await backlog.load()).tasks) await backlog.setState({ id: task.id, state: "done" });
    expect(read()).toBe(lines.map((line) => line.replace("[ ]", "[x]")).join("\n"));
  });
  test("V028 of two items with the same text the right one is ticked", async () => {
    const { backlog, read } = opened("- [ ] same\n- [ ] other\n- [ ] same\n");
    const { tasks } = await backlog.load();
    await backlog.setState({ id: tasks[2]?.id ?? id(""), state: "done" });
    expect(read()).toBe("- [ ] same\n- [ ] other\n- [x] same\n");
  });
  test("a parent is not ticked before its nested items", async () => {
    const { backlog, read } = opened("- [ ] **A-1** p\n  - [ ] **A-2** c\n");
    await expect(backlog.setState({ id: id("A-1"), state: "done" })).rejects.toMatchObject({
      code: "unwritable",
      fault: { code: "open-nested" },
    });
    await backlog.setState({ id: id("A-2"), state: "done" });
    expect(read()).toBe("- [ ] **A-1** p\n  - [x] **A-2** c\n");
    await backlog.setState({ id: id("A-1"), state: "done" });
    expect(read()).toBe("- [x] **A-1** p\n  - [x] **A-2** c\n");
  });
  test("an id that stands twice is not written, and a mistyped one is told the near ones", async () => {
    const { backlog } = opened("- [ ] **AB-1** p\n- [ ] **AB-1** c\n- [ ] **AB-21** d\n");
    await expect(backlog.setState({ id: id("AB-1"), state: "done" })).rejects.toMatchObject({
      fault: { code: "duplicate-id", line: 1 },
    });
    const error: unknown = await backlog
      .setState({ id: id("ab-12"), state: "done" })
      .catch((reason: unknown) => reason);
    expect(error instanceof BacklogError && error.fault.hint).toContain("AB-1");
  });
});

const pieces = fc.constantFrom(
  "- [ ] task",
  "  - [x] nested",
  "1. [ ] number",
  "text 漢🚀",
  "> - [ ] quote",
  "<!-- c -->",
  "## Sec  ",
  "",
  "\t",
  "- [!] b (blocked: x)",
  "```",
  "    code",
  "* [X] done  ",
);
const anyPlan = fc
  .array(fc.tuple(pieces, fc.constantFrom("\n", "\r\n", "\r")), { minLength: 1, maxLength: 14 })
  .map((lines) => lines.map(([line, end]) => line + end).join(""));
const anyChange = fc.record({
  state: fc.constantFrom<TaskState[]>("todo", "in_progress", "done", "blocked", "needs_human", "deferred", "cancelled"),
  reason: fc.constantFrom("why", "(a)", "漢"),
});

describe("for any plan", () => {
  test("a change of state touches the box and the notes at the end of its item, and nothing else", () => {
    fc.assert(
      fc.property(anyPlan, fc.nat(), anyChange, (text, pick, change) => {
        const plan = readPlan(text, options);
        const item = plan.items[pick % Math.max(1, plan.items.length)];
        if (item === undefined) return;
        const after = spliced(text, stateSplices(item, { id: item.id, ...change }));
        expect(after.slice(0, item.at.box)).toBe(text.slice(0, item.at.box));
        const notesEnd = Math.max(item.textEnd, item.at.tailEnd);
        expect(after.endsWith(text.slice(notesEnd))).toBe(true);
        const again = readPlan(after, options);
        expect(again.items.map((each) => [each.id, each.core])).toEqual(plan.items.map((each) => [each.id, each.core]));
        expect(again.items.filter((each) => each.index !== item.index).map((each) => each.state)).toEqual(
          plan.items.filter((each) => each.index !== item.index).map((each) => each.state),
        );
        const wanted = change.state === "in_progress" && item.at.mark !== "~" ? "todo" : change.state;
        expect(again.items[item.index]?.state).toBe(wanted);
      }),
      { numRuns: 500 },
    );
  });
});

describe("the file", () => {
  test("keeps its mode, its link and its neighbours; no temporary file or lock is left", async () => {
    const home = tempFolder("fix-plan-link");
    writeFileSync(join(home, "real.md"), "- [ ] **A-1** x\n");
    chmodSync(join(home, "real.md"), 0o640);
    symlinkSync("real.md", join(home, "fix_plan.md"));
    await open(join(home, "fix_plan.md")).setState({ id: id("A-1"), state: "done" });
    expect([readFileSync(join(home, "real.md"), "utf8"), statSync(join(home, "real.md")).mode & 0o777]).toEqual([
      "- [x] **A-1** x\n",
      0o640,
    ]);
    expect(lstatSync(join(home, "fix_plan.md")).isSymbolicLink()).toBe(true);
    expect(readdirSync(home).toSorted()).toEqual(["fix_plan.md", "real.md"]);
  });
  test("a write of nothing new leaves the file untouched", async () => {
    const { path, backlog } = opened("- [x] **A-1** x\n");
    const { ino } = statSync(path);
    await backlog.setState({ id: id("A-1"), state: "done" });
    expect(statSync(path).ino).toBe(ino);
  });
  test("replace makes the file hold a text", async () => {
    const { backlog, read } = opened("- [ ] a\n");
    await backlog.replace?.("- [x] a\n");
    expect(read()).toBe("- [x] a\n");
  });
});

test("F209 two processes that set different tasks at once: both changes are there", async () => {
  const count = 12;
  const { path, read } = opened(Array.from({ length: 2 * count }, (_, i) => `- [ ] **A-${i}** x\n`).join(""));
  const module = new URL("./open-fix-plan.ts", import.meta.url).href;
  const script = (rest: number): string => `
    import { openFixPlan } from ${JSON.stringify(module)};
    const plan = openFixPlan({ path: ${JSON.stringify(path)}, name: "p.md", optionalSections: [], nested: "parent" });
    for (let i = 0; i < ${count}; i++) await plan.setState({ id: "A-" + (2 * i + ${rest}), state: "done" });`;
  const run = promisify(execFile);
  await Promise.all([0, 1].map((rest) => run(process.execPath, ["--input-type=module", "--eval", script(rest)])));
  expect(read()).toBe(Array.from({ length: 2 * count }, (_, i) => `- [x] **A-${i}** x\n`).join(""));
});
