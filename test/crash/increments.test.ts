import { expect, test } from "vitest";
import { isThorough } from "../../src/testing/thorough.ts";
import { entriesIn, execPlanFiles, workspaceAt } from "../e2e/exec-plan-files.ts";
import { project, type Project } from "../e2e/repository.ts";
import { builtHarness } from "./built-harness.ts";
import { expectKilled, expectNobodyLeft } from "./crash-case.ts";
import type { FaultPlan } from "./fault-plan.ts";
import { hire } from "./scenarios.ts";

// What a plan of increments has of its own: states in two documents, a log beside the commit, and files that move at the end.
const harness = builtHarness();
const timeout = 120_000;

const files = execPlanFiles([
  { title: "add one", gate: ["test ! -e broken", "test -f README.md"] },
  { title: "add two", gate: ["test ! -e broken"] },
]);

async function opened(way: "increments" | "stays-red"): Promise<Project> {
  const it = await project({ files, rc: { RALPH_SOURCE: "exec-plan", RALPH_BRANCHING: "plan" } });
  await hire(it, way);
  return it;
}

const killed = (it: Project, ...plans: readonly FaultPlan[]): Promise<void> =>
  expectKilled(it, { harness: harness.path, plans });

const subjects = async (it: Project): Promise<readonly string[]> =>
  (await it.git("log", "--reverse", "--format=%s", "main..HEAD")).split("\n");

/** All is done once, in order, and put away; the log had one entry for the increment before. */
async function expectComplete(it: Project): Promise<void> {
  const result = await it.run();
  expect(result, result.message).toMatchObject({ endReason: "plan_complete" });
  expect(await subjects(it)).toEqual([
    "chore(ralph): set up the workspace of plan 0001",
    "feat(0001): increment 01 — add one",
    "feat(0001): increment 02 — add two",
    "chore(ralph): archive plan 0001",
  ]);
  expect(await it.git("branch", "--show-current")).toBe("ralph/0001-numbers");
  expect(await it.git("status", "--porcelain")).toBe("");
  const plan = await it.read(workspaceAt.completed);
  expect(plan.match(/\*\*(?:Overall )?Status:\*\* \S+/g)).toEqual([
    "**Overall Status:** done",
    "**Status:** done",
    "**Status:** done",
  ]);
  const before = entriesIn(await it.git("show", `HEAD~1:${workspaceAt.log}`));
  expect(before.map((entry) => [entry["Increment"], entry["Status"]])).toEqual([["01 — add one", "done"]]);
  expect(before[0]?.["Commit"]).toBe(await it.git("rev-parse", "HEAD~2"));
}

type Case = readonly [string, readonly FaultPlan[]];

const few: readonly Case[] = [
  ["the increment's gate is at work", [{ step: "gate", at: "after intent" }]],
  ["the commit is made, and its entry in the log is not", [{ step: "land", at: 2 }]],
  [
    "the entry is written, and once more while that is settled",
    [
      { step: "land", at: "after effect" },
      { step: "land", at: "after effect" },
    ],
  ],
  ["the plan is put away, and nobody knows", [{ step: "end", at: "after effect" }]],
];
const all: readonly Case[] = [
  ["the claim has written the plan", [{ step: "claim", nth: 2, at: "after effect" }]],
  ["the agent has worked", [{ step: "work", nth: 2, at: "after effect" }]],
  ...few,
];

test.each(isThorough ? all : few)(
  "L-29 kill -9 once %s: each increment lands once, with one entry",
  { timeout },
  async (_, plans) => {
    await using it = await opened("increments");
    await killed(it, ...plans);
    await expectComplete(it);
  },
);

test("L-29 B-23 kill -9 while the plan is being put away: it is put away once", { timeout }, async () => {
  await using it = await opened("increments");
  const hook = `case "$(git diff --cached --name-only)" in *completed*) ;; *) exit 0 ;; esac
[ -e "${it.scratch}/killed" ] && exit 0
touch "${it.scratch}/killed"
kill -9 "$(ps -o ppid= -p "$PPID" | tr -d ' ')"
exit 1`;
  await it.hook("pre-commit", hook);
  const outcome = await it.startRun().ended;
  expect(outcome, outcome.stderr).toMatchObject({ signal: "SIGKILL" });
  await expectNobodyLeft(it);
  await expectComplete(it);
});

test(
  "P-11 L-29 kill -9 once an increment is set aside: blocked once, with its entry, and nothing is skipped",
  { timeout },
  async () => {
    await using it = await opened("stays-red");
    await killed(it, { step: "park", at: "after effect" });
    const result = await it.run();
    expect(result, result.message).toMatchObject({ endReason: "queue_blocked" });
    expect(await it.git("status", "--porcelain")).toBe("");
    const entries = entriesIn(await it.read(workspaceAt.log));
    expect(entries.map((entry) => [entry["Status"], entry["Test gate"]])).toEqual([
      ["done", "passed"],
      ["blocked", "failed (retry 3)"],
    ]);
    expect(await it.git("show", "ralph/blocked/0001-02:broken")).toBe("red");
  },
);
