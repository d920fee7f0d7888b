import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { selectTask } from "../../../core/picking/select.ts";
import { BacklogError, type BacklogSnapshot } from "../../../ports/backlog.ts";
import { numbersIn } from "./exec-words.ts";
import { findPlan } from "./find-plan.ts";
import { openExecPlan } from "./open-exec-plan.ts";
import { readPlan } from "./read-plan.ts";

const home = mkdtempSync(join(tmpdir(), "exec-plan-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));
let roots = 0;

function written(files: Readonly<Record<string, string>>): string {
  const root = join(home, `${roots++}`);
  mkdirSync(root, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}
const planName = "docs/exec-plans/active/0001_exec_numbers.md";
const prdName = "docs/product-specs/0001_prd_numbers.md";
const increment = (number: string, status = "pending"): string =>
  `### Increment ${number} — part ${number}\n\n**Status:** ${status}\n\n#### Test gate\n\n- \`npm test\`\n\n`;
const load = (plan: string, prd: string | null = "# PRD\n"): Promise<BacklogSnapshot> =>
  openExecPlan({
    root: written({ [planName]: plan, ...(prd === null ? {} : { [prdName]: prd }) }),
    named: null,
    alone: false,
  }).load();
const faultsOf = ({ faults }: BacklogSnapshot) => faults.map(({ code, line }) => [code, line]);
const errorOf = async (work: Promise<unknown>): Promise<BacklogError> => {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof BacklogError) return error;
  throw new Error("no BacklogError", { cause: error });
};

describe("B-20b forms of a plan", () => {
  test("an increment has status, scope, files and gate from lists, fences and lines", () => {
    const [first, second] = readPlan(
      [
        "## Increment 1: add double",
        "**Status**: In Progress",
        "**Type:** fix",
        "Scope:",
        "- write it",
        "Primary files:",
        "- `src/a.ts` — the function",
        "- src/b.ts",
        "Test gate:",
        "- [ ] `npm test` passes",
        "1. npm run lint",
        "```sh",
        "# not this",
        "$ npm run build \\",
        "  --if-present",
        "```",
        "### Increment 02 — add triple",
        "#### Test gate",
        "- node --test",
        "#### Notes",
        "- no command",
        "# Other",
        "- `none`",
      ].join("\n"),
    ).increments;
    expect(first).toMatchObject({
      number: "1",
      title: "add double",
      type: "fix",
      scope: ["write it"],
      files: ["src/a.ts", "src/b.ts"],
      gate: ["npm test", "npm run lint", "npm run build --if-present"],
    });
    expect(first?.status?.value).toBe("In Progress");
    expect(second).toMatchObject({ number: "02", title: "add triple", gate: ["node --test"], status: null });
  });
  test.each(["Test gate:", "**Test gate:**", "**Test gate**", "Test gates:", "Gate:"])(
    "a part begins with %j",
    (words) => {
      const [only] = readPlan(`## Increment 1: a\n\n${words}\n\n- npm test\n`).increments;
      expect(only?.gate).toEqual(["npm test"]);
    },
  );
  test.each<[string, readonly string[]]>([
    ["01-02", ["1", "2"]],
    ["03, 05", ["3", "5"]],
    ["1–3 and 07", ["1", "2", "3", "7"]],
    ["Increment 2", ["2"]],
    ["", []],
  ])("numbers in %j", (list, wanted) => {
    expect(numbersIn(list)).toEqual(wanted);
  });
});

describe("tasks of a plan", () => {
  const plan = `# Plan\n\n| Milestone | Increments | Status |\n|---|---|---|\n| M1 | 01-02 | in-progress |\n\n${increment("01", "done")}${increment("02")}${increment("03").replace("**Status:** pending", "**Status:** pending\n**Depends on:** 0001-01")}`;
  const prd =
    "# PRD\n\n## User stories\n\n### US-1: one\n\n**Status:** in-progress\n\n- [x] a (increment 01)\n- [ ] b (increment 2)\n";
  test("carry the plan's number, the milestone, the criteria and the gate; each waits for the one before", async () => {
    const snapshot = await load(plan, prd);
    expect(snapshot.tasks.map(({ id, state, deps, group }) => [id, state, deps, group])).toEqual([
      ["0001-01", "done", [], "M1"],
      ["0001-02", "todo", ["0001-01"], "M1"],
      ["0001-03", "todo", ["0001-01"], null],
    ]);
    expect(snapshot.tasks[1]).toMatchObject({
      acceptance: [{ text: "b", done: false }],
      gate: ["npm test"],
      source: { file: planName, line: 15 },
    });
    expect(snapshot.faults).toEqual([]);
  });
  test("P-11 none is skipped: behind a blocked one nothing is picked", async () => {
    const { tasks } = await load(`${increment("01", "blocked (no key)")}${increment("02")}`);
    const { task, others } = selectTask(tasks);
    expect(task).toBeNull();
    expect(others.map(({ whyNot }) => whyNot)).toEqual(["it is blocked: no key", "it waits for 0001-01"]);
  });
});

describe("B-3 faults, each with its line", () => {
  test("statuses, duplicates, unknown increments and what does not follow, all at once", async () => {
    const snapshot = await load(
      `**Current Increment:** 07\n**Overall Status:** done\n\n| Milestone | Increments | Status |\n|---|---|---|\n| M1 | 01, 09 | done |\n\n${increment("01", "sleeping")}${increment("02").replace("**Status:** pending\n\n", "")}${increment("03")}${increment("03")}`,
      "# PRD\n\n## User stories\n\n### US-1: one\n\n- [ ] a (increment 8)\n",
    );
    expect(faultsOf(snapshot)).toEqual([
      ["stale-current", 1],
      ["stale-overall", 2],
      ["unknown-increment", 6],
      ["stale-milestone", 6],
      ["unknown-status", 10],
      ["no-status", 16],
      ["duplicate-id", 22],
      ["duplicate-id", 30],
      ["no-story-status", 5],
      ["unknown-increment", 7],
    ]);
    expect(new Set(snapshot.faults.flatMap(({ tasks }) => tasks))).toEqual(new Set(["0001-01", "0001-02", "0001-03"]));
  });
  test("a criterion that stays open when its increments are done", async () => {
    const snapshot = await load(
      increment("01", "done"),
      "# P\n\n### US-1\n\n**Status:** pending\n\n- [ ] a (increment 01)\n",
    );
    expect(faultsOf(snapshot)).toEqual([["open-criterion", 7]]);
  });
  test("a document that is missing is told; a plan read alone misses none", async () => {
    expect(faultsOf(await load(increment("01"), null))).toEqual([["missing-prd", null]]);
    const root = written({ "plans/mine.md": increment("01") });
    const alone = await openExecPlan({ root, named: "plans/mine.md", alone: true }).load();
    expect([alone.faults, alone.tasks[0]?.id]).toEqual([[], "01"]);
  });
  test("no plan and no increment are errors with a cure, not an empty backlog", async () => {
    expect(await errorOf(openExecPlan({ root: written({}), named: "0007", alone: false }).load())).toMatchObject({
      code: "missing",
      fault: { code: "missing-plan" },
    });
    expect(await errorOf(load("# Plan\n\nText.\n"))).toMatchObject({
      code: "no-tasks",
      fault: { code: "no-increments" },
    });
  });
});

describe("which plan is meant", () => {
  const two = {
    "docs/exec-plans/active/0003_exec_c.md": increment("01"),
    "docs/exec-plans/active/0002_b/0002_exec_b.md": increment("01"),
    "docs/exec-plans/active/0010_exec_d.md": increment("01"),
    "docs/exec-plans/completed/0001_exec_a.md": increment("01", "done"),
  };
  const placed = (named: string | null, files: Readonly<Record<string, string>> = two) => {
    const { place, others } = findPlan(written(files), named);
    return [place?.kind, place?.id, others.length];
  };
  test("the first with a workspace, then the first that waits, then the last that was put away", () => {
    expect(placed(null)).toEqual(["workspace", "0002", 2]);
    const { "docs/exec-plans/active/0002_b/0002_exec_b.md": _, ...waiting } = two;
    expect(placed(null, waiting)).toEqual(["waiting", "0003", 1]);
    expect(placed(null, { "docs/exec-plans/completed/0001_exec_a.md": "" })).toEqual(["completed", "0001", 0]);
    expect(placed(null, {})).toEqual([undefined, undefined, 0]);
  });
  test("a named one, by number, by file, and by the file that has moved since", () => {
    expect(placed("10")).toEqual(["waiting", "0010", 0]);
    expect(placed("docs/exec-plans/active/0003_exec_c.md")).toEqual(["waiting", "0003", 0]);
    expect(placed("docs/exec-plans/active/0002_exec_b.md")).toEqual(["workspace", "0002", 0]);
    expect(placed("docs/exec-plans/active/0009_exec_x.md")).toEqual([undefined, undefined, 0]);
  });
  test("others that are active are told", async () => {
    const { faults } = await openExecPlan({
      root: written({ ...two, "docs/exec-plans/active/0002_b/0002_prd_b.md": "# P\n" }),
      named: null,
      alone: false,
    }).load();
    expect(faults).toMatchObject([{ code: "several-plans", severity: "warning" }]);
  });
});
