import { join } from "node:path";
import { expect, test } from "vitest";
import { readSqliteLedger } from "../../src/adapters/ledger/sqlite/read-sqlite-ledger.ts";
import { project, type Project } from "../e2e/repository.ts";
import { placesOf, taskIndexFiles } from "../e2e/task-index-files.ts";
import { builtHarness } from "./built-harness.ts";
import { expectKilled } from "./crash-case.ts";
import type { FaultPlan } from "./fault-plan.ts";
import { hire } from "./scenarios.ts";

// What a crew has of its own: commits that claim and set aside, three places that move together, judges beside the loop.
const harness = builtHarness();
const timeout = 120_000;

async function opened(
  way: "crew" | "crew-rejects" | "crew-red",
  files: Readonly<Record<string, string>> = {},
): Promise<Project> {
  const it = await project({
    files: {
      ...taskIndexFiles(["M1-1", "M1-2"]),
      ".gitignore": ".ralph/*\n!.ralph/fix_plan.md\nstale/\n",
      "stale/old.js": "",
      ...files,
    },
    gate: ["test ! -e broken"],
    rc: {
      RALPH_SOURCE: "task-index",
      RALPH_REVIEW_MIN_SECONDS: "0",
      RALPH_PREPARE: "test -f README.md",
      RALPH_CLEAN: "stale",
    },
  });
  await hire(it, way);
  return it;
}

const killed = (it: Project, ...plans: readonly FaultPlan[]): Promise<void> =>
  expectKilled(it, { harness: harness.path, plans });

const subjects = async (it: Project): Promise<readonly string[]> =>
  (await it.git("log", "--reverse", "--format=%s", "HEAD")).split("\n").slice(2);

const gradesIn = (it: Project): readonly string[] => {
  using reader = readSqliteLedger(join(it.path, ".ralph", "ralph.db"));
  const answer = reader.query("SELECT task_id || ' ' || status AS grade FROM ralph_delivery_grades ORDER BY task_id");
  return answer.ok ? answer.rows.map((row) => String(row["grade"])) : [];
};

/** What holds of every end: a clean tree on the same branch, one work tree, no judge still waited for. */
async function expectTidy(it: Project): Promise<void> {
  expect(await it.git("status", "--porcelain")).toBe("");
  expect(await it.git("branch", "--show-current")).toBe("main");
  expect((await it.git("worktree", "list")).split("\n")).toHaveLength(1);
  expect(gradesIn(it).filter((grade) => grade.endsWith("pending"))).toEqual([]);
}

/** Both tasks are claimed once, land once and are graded once, or it is said that they were not. */
async function expectComplete(it: Project): Promise<void> {
  const result = await it.run();
  expect(result, result.message).toMatchObject({ endReason: "plan_complete" });
  expect(await subjects(it)).toEqual([
    "chore(ralph): claim M1-1",
    "feat: add the thing M1-1",
    "chore(ralph): claim M1-2",
    "feat: add the thing M1-2",
  ]);
  for (const id of ["M1-1", "M1-2"]) {
    expect(await placesOf((name) => it.read(name), id)).toEqual(["done", "done", "done"]);
    expect(await it.git("show", `HEAD:src/${id}.js`)).not.toContain("looked at");
    expect((await it.read("progress.md")).match(new RegExp(`^## ${id}: `, "gm"))).toHaveLength(1);
  }
  expect(gradesIn(it).map((grade) => grade.split(" ")[0])).toEqual(["M1-1", "M1-2"]);
  await expectTidy(it);
}

test.each<[string, readonly FaultPlan[]]>([
  ["the repository is made ready", [{ step: "prepare", at: "after effect" }]],
  ["the claim is committed, and nobody knows", [{ step: "claim", at: "after effect" }]],
  ["a reviewer has approved, and has changed something", [{ step: "review", at: "after effect" }]],
  [
    "the fixer has worked, and the gate is at work at the next start",
    [
      { step: "work", nth: 2, at: "after effect" },
      { step: "gate", nth: 1, at: "after intent" },
    ],
  ],
  ["the commit is made, and nobody knows", [{ step: "land", at: "after effect" }]],
  ["a judge is started", [{ step: "judge", at: "after intent" }]],
  ["the last judge is waited for", [{ step: "collect", at: "after effect" }]],
])("L-29 kill -9 once %s: each task lands once", { timeout }, async (_, plans) => {
  await using it = await opened("crew");
  await killed(it, ...plans);
  await expectComplete(it);
});

test(
  "P-25 L-29 kill -9 once a task is escalated: once, with its branch, and the next one lands",
  { timeout },
  async () => {
    await using it = await opened("crew-rejects");
    await killed(it, { step: "park", at: "after effect" });
    const result = await it.run();
    expect(result, result.message).toMatchObject({ endReason: "needs_human" });
    expect(await subjects(it)).toEqual([
      "chore(ralph): claim M1-1",
      "chore(ralph): escalate M1-1 to needs-human-review",
      "chore(ralph): claim M1-2",
      "feat: add the thing M1-2",
    ]);
    expect(await placesOf((name) => it.read(name), "M1-1")).toEqual(Array(3).fill("needs-human-review"));
    expect((await it.read("docs/prd/M1-1.md")).match(/^## Escalation$/gm)).toHaveLength(1);
    expect(await it.git("show", "ralph/escalated/M1-1:src/M1-1.js")).toContain("M1-1");
    await expectTidy(it);
  },
);

test("B-35 L-29 kill -9 once red checks have become a task: one task, landed first", { timeout }, async () => {
  await using it = await opened("crew-red", { broken: "red\n" });
  await killed(it, { step: "claim", at: "after effect" });
  const result = await it.run();
  expect(result, result.message).toMatchObject({ endReason: "plan_complete" });
  expect((await subjects(it)).filter((subject) => subject.includes("preflight"))).toEqual([
    "chore(ralph): claim fix-preflight-001",
  ]);
  expect(await placesOf((name) => it.read(name), "fix-preflight-001")).toEqual(["done", "done", "done"]);
  await expectTidy(it);
});
