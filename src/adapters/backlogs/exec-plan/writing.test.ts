import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { taskId } from "../../../core/task-id.ts";
import type { TaskState } from "../../../core/task.ts";
import { backlogContract, type TaskSeed } from "../../../testing/backlog-contract.ts";
import { openExecPlan } from "./open-exec-plan.ts";

const home = mkdtempSync(join(tmpdir(), "exec-plan-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));
let roots = 0;

const planName = "docs/exec-plans/active/0001_numbers/0001_exec_numbers.md";
const prdName = "docs/exec-plans/active/0001_numbers/0001_prd_numbers.md";
const logName = "docs/exec-plans/active/0001_numbers/progress.txt";

function written(files: Readonly<Record<string, string>>): string {
  const root = join(home, `${roots++}`);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}
const open = (root: string, over: { named?: string; alone?: boolean } = {}) =>
  openExecPlan({ root, named: over.named ?? null, alone: over.alone ?? false });

const numberOf = (id: string): string => id.replace("0001-", "");
const word = ({ state }: TaskSeed): string => (state === "done" ? "done" : "pending");
const seededPlan = (seeds: readonly TaskSeed[]): string => {
  const done = seeds.filter(({ state }) => state === "done").length;
  const whole = done === 0 ? "pending" : done === seeds.length ? "done" : "in-progress";
  const parts = seeds.map(
    (seed) =>
      `### Increment ${numberOf(seed.id)} — ${seed.title}\r\n\r\n**Status:** ${word(seed)}  \r\n**Depends on:** ${(seed.deps ?? []).map(numberOf).join(", ") || "none"}\r\n\r\n#### Test gate\r\n\r\n- \`npm test\`\r\n\r\n`,
  );
  return `\uFEFF# Plan  \r\n\r\n**Current Increment:** none\r\n**Overall Status:** ${whole}\r\n\r\n| Milestone | Increments | Status |\r\n|---|:-:|---|\r\n| M1 | 01-${String(seeds.length).padStart(2, "0")} | ${whole} |\r\n\r\n${parts.join("")}the end`;
};
const seededPrd = (seeds: readonly TaskSeed[]): string =>
  `# PRD\r\n\r\n**Status:** pending\r\n\r\n## User stories\r\n\r\n${seeds.map((seed) => `### US-${numberOf(seed.id)}: story\r\n\r\n**Status:** ${seed.state === "done" ? "done" : "pending"}\r\n\r\n- [${seed.state === "done" ? "x" : " "}] it works (increment ${numberOf(seed.id)})\r\n\r\n`).join("")}`;

backlogContract("exec-plan", {
  idOf: (n) => `0001-${String(n).padStart(2, "0")}`,
  open: async (seeds) => {
    const root = written({ [planName]: seededPlan(seeds), [prdName]: seededPrd(seeds), [logName]: "" });
    const read = (name: string): string => readFileSync(join(root, name), "utf8");
    return {
      backlog: open(root),
      again: () => open(root),
      content: async () => read(planName) + read(prdName) + read(logName),
    };
  },
  openMissing: async () => open(join(home, "none")),
});

const plan = (...statuses: readonly string[]): string =>
  `# Plan\n\n**Current Increment:** none\n**Overall Status:** pending\n\n## Milestone Chunks\n\n| Milestone | Increments | Status |\n| --- | --- | --- |\n| M1 | 01-02 | pending |\n| M2 | 03 | pending |\n\n## Increments\n\n${statuses
    .map(
      (status, i) =>
        `### Increment 0${i + 1} — part ${i + 1}\n\n**Status:** ${status}\n\n#### Scope\n\n- do it\n\n#### Test gate\n\n- \`npm test\`\n`,
    )
    .join("\n")}`;
const prd =
  "# PRD\n\n**Status:** pending\n\n## User stories\n\n### US-1: one\n\n**Status:** pending\n\n#### Acceptance criteria\n\n- [ ] a (increment 01)\n- [ ] b (increments 01, 02)\n- [ ] Shown *quickly*.\n\n### US-2: two\n\n**Status:** pending\n\n- [ ] c (increment 3)\n";

const opened = (
  files: Readonly<Record<string, string>> = {
    [planName]: plan("pending", "pending", "pending"),
    [prdName]: prd,
    [logName]: "",
  },
) => {
  const root = written(files);
  const read = (name: string): string => readFileSync(join(root, name), "utf8");
  const edit = (name: string, from: string, to: string): void =>
    writeFileSync(join(root, name), read(name).replace(from, to));
  return { root, backlog: open(root), read, edit, content: () => read(planName) + read(prdName) + read(logName) };
};
const id = (number: string) => taskId(`0001-${number}`);
const linesWith = (text: string, part: string): readonly string[] =>
  text.split("\n").filter((line) => line.includes(part));

describe("B-21 what follows from the increments is kept right", () => {
  test("milestones, overall status, current increment, criteria and stories go along with each change", async () => {
    const { backlog, read } = opened();
    await backlog.setState({ id: id("01"), state: "in_progress" });
    expect(linesWith(read(planName), "Current")).toEqual(["**Current Increment:** 01"]);
    expect(linesWith(read(planName), "Overall")).toEqual(["**Overall Status:** pending"]);
    await backlog.setState({ id: id("01"), state: "done" });
    expect(linesWith(read(planName), "Current")).toEqual(["**Current Increment:** none"]);
    expect(linesWith(read(planName), "Overall")).toEqual(["**Overall Status:** in-progress"]);
    expect(linesWith(read(planName), "| M")).toEqual([
      "| Milestone | Increments | Status |",
      "| M1 | 01-02 | in-progress |",
      "| M2 | 03 | pending |",
    ]);
    expect(linesWith(read(prdName), "- [")).toEqual([
      "- [x] a (increment 01)",
      "- [ ] b (increments 01, 02)",
      "- [ ] Shown *quickly*.",
      "- [ ] c (increment 3)",
    ]);
    expect(linesWith(read(prdName), "**Status:**")).toEqual([
      "**Status:** pending",
      "**Status:** in-progress",
      "**Status:** pending",
    ]);
    await backlog.setState({ id: id("02"), state: "done" });
    await backlog.setState({ id: id("03"), state: "done" });
    expect(linesWith(read(planName), "| M")).toEqual([
      "| Milestone | Increments | Status |",
      "| M1 | 01-02 | done |",
      "| M2 | 03 | done |",
    ]);
    expect(linesWith(read(planName), "Overall")).toEqual(["**Overall Status:** done"]);
    expect((await backlog.load()).faults).toEqual([]);
  });
  test("B-20a criteria that name no increment are ticked where the agent names them by their words", async () => {
    const { backlog, read } = opened();
    await backlog.setState({ id: id("01"), state: "done", satisfied: ["shown quickly", "c"] });
    expect(linesWith(read(prdName), "- [x]")).toEqual(["- [x] a (increment 01)", "- [x] Shown *quickly*."]);
  });
  test("an increment is found by its number alone", async () => {
    const { backlog } = opened();
    expect(await backlog.setState({ id: taskId("2"), state: "blocked", reason: "no key" })).toMatchObject({
      id: "0001-02",
      state: "blocked",
      reason: "no key",
    });
  });
  test("a status that was missing gets a line of its own", async () => {
    const { backlog, read, edit } = opened();
    edit(planName, "**Status:** pending\n\n", "");
    await backlog.setState({ id: id("01"), state: "done" });
    expect(read(planName)).toContain("### Increment 01 — part 1\n\n**Status:** done\n\n#### Scope");
  });
  test("--fix makes what does not follow right, and nothing else", async () => {
    const { backlog, read, edit } = opened();
    edit(planName, "| 01-02 | pending |", "| 01-02 | *done* |");
    edit(planName, "**Current Increment:** none", "**Current Increment:** 02");
    edit(prdName, "### US-1: one\n\n**Status:** pending", "### US-1: one\n\n**Status:** done");
    const mended = await backlog.repair();
    expect(mended.map(({ code }) => code)).toEqual(["stale-current", "stale-milestone", "stale-story"]);
    expect((await backlog.load()).faults).toEqual([]);
    expect(read(planName)).toBe(plan("pending", "pending", "pending"));
    expect(read(prdName)).toBe(prd);
  });
});

describe("B-24 the log", () => {
  const entry = {
    status: "done",
    files: ["src/a.ts", "src/b.ts"],
    gate: "passed",
    learnings: "two\nlines",
    commit: "abc1234",
    at: Date.UTC(2026, 10, 30, 9, 5),
  } as const;
  test("has one entry an iteration, in the form that others read", async () => {
    const { backlog, read } = opened();
    await backlog.annotate({ kind: "progress", id: id("01"), entry });
    await backlog.annotate({ kind: "progress", id: id("01"), entry });
    await backlog.annotate({
      kind: "progress",
      id: id("02"),
      entry: { ...entry, status: "blocked", gate: { failed: 3 }, commit: null, files: [] },
    });
    expect(read(logName)).toBe(
      "## Iteration 1\n- Increment: 01 — part 1\n- Status: done\n- Files changed: src/a.ts, src/b.ts\n- Test gate: passed\n- Learnings: two lines\n- Commit: abc1234\n- Timestamp: 2026-11-30T09:05:00.000Z\n\n" +
        "## Iteration 2\n- Increment: 02 — part 2\n- Status: blocked\n- Files changed: none\n- Test gate: failed (retry 3)\n- Learnings: two lines\n- Commit: none\n- Timestamp: 2026-11-30T09:05:00.000Z\n",
    );
  });
  test("is there in a workspace alone; a plan without one is left as it is", async () => {
    const { root, backlog } = opened({
      "docs/exec-plans/active/0001_exec_numbers.md": plan("pending"),
      "docs/product-specs/0001_prd_numbers.md": prd,
    });
    await backlog.annotate({ kind: "progress", id: id("01"), entry });
    expect(existsSync(join(root, logName))).toBe(false);
  });
});

describe("G-2 an agent's edits", () => {
  test("boxes and states that are not kept go back, and what follows from them; other words stay", async () => {
    const { backlog, edit, read } = opened();
    await backlog.setState({ id: id("01"), state: "in_progress" });
    const { revision } = await backlog.load();
    const before = { plan: read(planName), prd: read(prdName) };
    edit(planName, "in-progress", "done");
    edit(planName, "- do it", "- do it\n- and more");
    edit(prdName, "- [ ] c", "- [x] c");
    edit(prdName, "# PRD", "# PRD of mine");
    expect((await backlog.compare(revision)).ticked).toEqual(["0001-01"]);
    await backlog.settle(revision, { keepTicks: [], dropNotes: [] });
    expect(read(planName)).toBe(before.plan.replace("- do it", "- do it\n- and more"));
    expect(read(prdName)).toBe(before.prd.replace("# PRD", "# PRD of mine"));
  });
  test("a kept tick ticks its criteria too", async () => {
    const { backlog, edit, read } = opened();
    const { revision } = await backlog.load();
    edit(planName, "**Status:** pending", "**Status:** done");
    await backlog.settle(revision, { keepTicks: [id("01")], dropNotes: [] });
    expect(linesWith(read(prdName), "- [x]")).toEqual(["- [x] a (increment 01)"]);
    expect((await backlog.load()).faults).toEqual([]);
  });
  test("documents in which an increment or a criterion is gone or reworded start again as they were; the log as well", async () => {
    const { backlog, edit, content } = opened();
    const before = content();
    const { revision } = await backlog.load();
    edit(planName, "part 2", "less");
    edit(planName, /### Increment 03[\s\S]*$/.exec(content())?.[0].split("# PRD")[0] ?? "?", "");
    edit(prdName, "- [ ] a (increment 01)\n", "");
    edit(logName, "", "## Iteration 1\n");
    expect((await backlog.compare(revision)).lost).toEqual(["0001-02", "0001-03"]);
    await backlog.settle(revision, { keepTicks: [], dropNotes: [] });
    expect(content()).toBe(before);
  });
  test("a plan in which somebody wrote into a test gate starts again as it was", async () => {
    const { backlog, edit, read } = opened();
    const { revision } = await backlog.load();
    edit(planName, "- `npm test`", "- `true`");
    expect((await backlog.compare(revision)).lost).toEqual(["0001-01"]);
    await backlog.settle(revision, { keepTicks: [], dropNotes: [] });
    expect(read(planName)).toBe(plan("pending", "pending", "pending"));
  });
  test("paths of the plan carry state, wherever it stands", () => {
    const { backlog } = opened();
    expect(backlog.files).toEqual([planName, prdName, logName]);
    expect(
      ["docs/product-specs/0001_prd_numbers.md", "docs/exec-plans/completed/0001_exec_numbers.md", logName].map(
        (path) => backlog.carries(path),
      ),
    ).toEqual([true, true, true]);
    expect(backlog.carries("docs/product-specs/0002_prd_other.md")).toBe(false);
    expect(backlog.planBranch).toBe("ralph/0001-numbers");
  });
});

describe("B-23 at the end", () => {
  test("a complete workspace is put away: the document goes back as complete, the plan to the completed ones, the folder goes", async () => {
    const { root, backlog, read } = opened();
    for (const number of ["01", "02", "03"]) {
      expect(await backlog.finish()).toBeNull();
      await backlog.setState({ id: id(number), state: "done", satisfied: ["Shown quickly"] });
    }
    expect(await backlog.finish()).toBe("archive plan 0001");
    expect(existsSync(join(root, "docs/exec-plans/active/0001_numbers"))).toBe(false);
    expect(read("docs/exec-plans/completed/0001_exec_numbers.md")).toContain("**Overall Status:** done");
    const back = read("docs/product-specs/0001_prd_numbers.md");
    expect([back.includes("- [ ]"), back.split("## User stories")[0]]).toEqual([
      false,
      "# PRD\n\n**Status:** complete\n\n",
    ]);
    const { tasks, faults } = await backlog.load();
    expect([tasks.map(({ state }) => state), faults]).toEqual([["done", "done", "done"], []]);
    expect(await backlog.finish()).toBe("archive plan 0001");
  });
  test("what does not follow from the increments is made right first", async () => {
    const { root, backlog } = opened({ [planName]: plan("done", "done", "done"), [logName]: "" });
    expect(await backlog.finish()).toBe("archive plan 0001");
    const text = readFileSync(join(root, "docs/exec-plans/completed/0001_exec_numbers.md"), "utf8");
    expect(text).toContain("**Overall Status:** done");
  });
  test("with another plan active the one that was worked stays the one that is meant", async () => {
    const { root, backlog, read } = opened({
      [planName]: plan("done").replaceAll("pending", "done").replace("01-02", "01").replace("| M2 | 03 | done |\n", ""),
      [logName]: "",
      "docs/exec-plans/active/0002_exec_other.md": plan("pending"),
    });
    expect(backlog.carries(planName)).toBe(true);
    expect(await backlog.finish()).toBe("archive plan 0001");
    expect(backlog.carries(planName)).toBe(true);
    expect(read(backlog.files[0] ?? "")).toContain("**Overall Status:** done");
    expect(open(root).files[0]).toBe("docs/exec-plans/active/0002_exec_other.md");
  });
  test("an archive that was killed before the plan had moved is done again", async () => {
    const { root, backlog } = opened({
      [planName]: plan("done").replaceAll("pending", "done").replace("01-02", "01").replace("| M2 | 03 | done |\n", ""),
      [logName]: "",
    });
    expect(await backlog.finish()).toBe("archive plan 0001");
    expect(existsSync(join(root, "docs/exec-plans/completed/0001_exec_numbers.md"))).toBe(true);
  });
});

const anyChange = fc.record({
  number: fc.constantFrom("01", "02", "03"),
  state: fc.constantFrom<TaskState[]>("todo", "in_progress", "done", "blocked", "needs_human", "deferred", "cancelled"),
  reason: fc.constantFrom("why", "(a) b", "漢"),
});
const eol = fc.constantFrom("\n", "\r\n");
const frame = fc.constantFrom<[string, string]>(
  ["", ""],
  ["\uFEFF", "\n"],
  ["---\nstatus: pending\n---\n\n", "\n```\n**Status:** pending\n- [ ] no criterion (increment 01)\n```\n"],
  ["<!-- **Status:** done\n### Increment 09 — none -->\n\n", "\n\t\n"],
);
test("for any changes nothing is stale, and all set to pending leaves every byte as it was", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyChange, { minLength: 1, maxLength: 5 }),
      eol,
      frame,
      async (changes, end, [head, tail]) => {
        const text = (body: string): string => (head + body + tail).replaceAll("\n", end);
        const { backlog, content } = opened({
          [planName]: text(plan("pending", "pending", "pending")),
          [prdName]: text(prd),
          [logName]: "",
        });
        const before = content();
        for (const { number, ...change } of changes) {
          const task = await backlog.setState({ ...change, id: id(number) });
          expect(task.state).toBe(change.state);
          expect((await backlog.load()).faults).toEqual([]);
        }
        for (const number of ["01", "02", "03"]) await backlog.setState({ id: id(number), state: "todo" });
        expect(content()).toBe(before);
      },
    ),
    { numRuns: 40 },
  );
});
