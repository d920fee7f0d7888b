import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { honest, uncommitted } from "./agents/behaviours.ts";
import { project, type Project } from "./repository.ts";

const root = join(import.meta.dirname, "..", "..");

/** Each task landed once, on the branch that the run began on, with its work. */
async function expectLandedOnce(it: Project, tasks: readonly string[]): Promise<void> {
  expect(await it.git("branch", "--show-current")).toBe("main");
  expect(await it.git("status", "--porcelain")).toBe("");
  expect((await it.landings()).map((landing) => landing.task)).toEqual(tasks);
  for (const task of tasks) expect(await it.git("show", `main:src/${task}.js`)).toContain(task);
}

const leaves: readonly (readonly [string, readonly (readonly string[])[]])[] = [
  ["commits on another branch", [["git", "switch", "-c", "other"]]],
  ["commits on a detached HEAD", [["git", "switch", "--detach"]]],
];

describe.each(["task", "current"])("R-1 branching: %s", (branching) => {
  test.each(leaves)("an agent that %s: its work lands all the same, once", async (_, commands) => {
    await using it = await project({
      plan: 2,
      agent: [{ ...honest, commands }, honest],
      rc: { RALPH_BRANCHING: branching },
    });
    const result = await it.run();
    expect(result.endReason).toBe("plan_complete");
    expect(result.warnings.map((warning) => warning.code)).toContain("branch_left");
    await expectLandedOnce(it, ["ABC-1", "ABC-2"]);
  });
});

test("R-1 an agent that goes off to an older commit: what it left there is no work of the task, and is not lost", async () => {
  await using it = await project({
    plan: 2,
    agent: [honest, { ...honest, commands: [["git", "switch", "--detach", "HEAD~1"]] }, honest],
  });
  const result = await it.run();
  expect(result.iterations.map((one) => one.outcome)).toEqual(["landed", "no_progress", "landed"]);
  await expectLandedOnce(it, ["ABC-1", "ABC-2"]);
});

test.each([
  ["resets the branch below it", ["git", "reset", "--hard", "HEAD~1"]],
  ["amends its commit", ["git", "commit", "--amend", "--message", "mine"]],
])("what has landed stays landed when a later agent %s", async (_, command) => {
  await using it = await project({
    plan: 2,
    agent: [uncommitted, { ...uncommitted, commands: [command] }, uncommitted],
  });
  const result = await it.run();
  expect(result.endReason).toBe("plan_complete");
  expect(result.warnings.map((warning) => warning.code)).toContain("history_rewritten");
  expect(await it.git("for-each-ref", "--format=%(refname)", "refs/ralph/wip")).toContain("ABC-2");
  await expectLandedOnce(it, ["ABC-1", "ABC-2"]);
});

test("a plan that an agent made unreadable stands again, and the run goes on", async () => {
  const spoil = [process.execPath, "-e", 'fs.writeFileSync(".ralph/fix_plan.md", Buffer.from([255, 254, 0, 255]))'];
  await using it = await project({ plan: 1, agent: [{ ...honest, commands: [spoil], tick: "none" }, honest] });
  const result = await it.run();
  expect(result.warnings.map((warning) => warning.code)).toContain("plan_unreadable");
  expect(result.endReason).toBe("plan_complete");
  await expectLandedOnce(it, ["ABC-1"]);
});

test("L-29 the history outlives an agent's git clean", async () => {
  await using it = await project({
    plan: 2,
    agent: [honest, { ...honest, commands: [["git", "clean", "--force", "-dx", "--quiet", ".ralph"]] }],
  });
  // The ledger is held against the result by `run` itself.
  expect((await it.run()).endReason).toBe("plan_complete");
  const told = await it.ralph("report", "--json");
  expect(JSON.parse(told.stdout)).toMatchObject({ endReason: "plan_complete", counts: { landed: 2 } });
});

test("G-25 an agent can't stop or pause its own run", async () => {
  const stop = (wish: string) => [process.execPath, join(root, "bin", "ralph.js"), wish];
  const script = ["sh", "-c", [stop("stop"), stop("pause")].map((argv) => `${argv.join(" ")} || true`).join("; ")];
  await using it = await project({ plan: 1, agent: [{ ...honest, commands: [script] }] });
  expect((await it.run()).endReason).toBe("plan_complete");
});

test("G-2 what a person rewords in the plan while an agent works is put back, and kept", async () => {
  const edit = ["sed", "-i", "s/add the thing number 2/add a better thing/", ".ralph/fix_plan.md"];
  await using it = await project({ plan: 2, agent: [{ ...honest, commands: [edit] }] });
  const result = await it.run("1");
  expect(await it.items("open")).toEqual(["- [ ] **ABC-2** add the thing number 2"]);
  const kept = result.warnings.find((warning) => warning.code === "plan_kept");
  const ref = /git show (\S+)/.exec(kept?.message ?? "")?.[1] ?? "";
  expect(await it.git("show", ref)).toContain("add a better thing");
});

test("R-1 what a person commits on the default branch from another work tree stays there, beside the landing", async () => {
  await using it = await project({ plan: 1, rc: { RALPH_BRANCHING: "task" } });
  const there = join(it.scratch, "elsewhere");
  const commands = [
    ["git", "worktree", "add", "--quiet", there, "main"],
    ["git", "-C", there, "commit", "--quiet", "--allow-empty", "--message", "a person's"],
    ["git", "worktree", "remove", there],
  ];
  it.teach({ implementer: [{ ...honest, commands }] });
  expect((await it.run()).endReason).toBe("plan_complete");
  expect(await it.git("log", "--format=%s", "main")).toContain("a person's");
  await expectLandedOnce(it, ["ABC-1"]);
});

test("R-9 where nothing could land, since another work tree has the default branch, no work starts", async () => {
  await using it = await project({ plan: 1, agent: [honest], rc: { RALPH_BRANCHING: "task" } });
  await it.git("switch", "--quiet", "--create", "side");
  await it.git("worktree", "add", "--quiet", join(it.scratch, "elsewhere"), "main");
  expect(await it.run()).toMatchObject({
    endReason: "preflight_failed",
    message: expect.stringContaining("elsewhere"),
  });
  expect(it.calls()).toEqual([]);
});
