import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { digger, honest, stuck } from "./agents/behaviours.ts";
import { type Project, project } from "./repository.ts";

const ownTree = (it: Project): string => join(it.path, ".ralph", "worktree");

/** The person's tree: what is changed in it, what stands where, and what it says of the branches. */
async function standing(it: Project): Promise<string> {
  return [
    await it.git("status", "--porcelain"),
    await it.git("rev-parse", "--abbrev-ref", "HEAD"),
    await it.git("rev-parse", "main"),
    await it.read("README.md"),
    await it.read(".ralph/fix_plan.md"),
  ].join("\n");
}

describe.each(["current", "task"])("L-29 ralph run --worktree, branching %s", (branching) => {
  const rc = { RALPH_BRANCHING: branching };

  test("works beside uncommitted changes, lands on a branch of its own, and leaves the person's tree as it was", async () => {
    await using it = await project({ plan: 2, agent: [honest], rc });
    await it.write("README.md", "# Mine\n");
    await it.write("notes.txt", "mine too\n");
    const before = await standing(it);
    const result = await it.run("--worktree");
    expect(result).toMatchObject({ endReason: "plan_complete", counts: { landed: 2 } });
    expect(result.next).toContain("git merge ralph/worktree");
    expect(await standing(it)).toBe(before);
    expect(existsSync(ownTree(it))).toBe(false);
    expect(await it.git("worktree", "list")).not.toContain("ralph/worktree");
    expect(
      await it.git("log", "--format=%(trailers:key=Ralph-Task,valueonly,separator=%x2C)", "ralph/worktree"),
    ).toMatch(/^ABC-2\n+ABC-1/);
    expect(await it.git("show", "ralph/worktree:README.md")).toBe("# Things");
    expect(await it.git("for-each-ref", "--format=%(refname:short)", "refs/heads")).toBe("main\nralph/worktree");
  });

  test("kill -9 while the agent works: the next start goes on there, and clears the tree away", async () => {
    await using it = await project({ plan: 1, agent: [{ ...digger, sleepLastMs: 60_000 }, honest], rc });
    await it.write("README.md", "# Mine\n");
    const before = await standing(it);
    const running = it.startRun("--worktree");
    await until(() => existsSync(join(ownTree(it), "src/ABC-1.js")));
    process.kill(running.pid, "SIGKILL");
    await running.ended;
    await until(() => it.processes().length === 0);
    expect(await it.run("--worktree")).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
    expect(it.calls()[1]?.prompt).toMatch(/^RESUME IN PROGRESS: ABC-1$/m);
    expect(await standing(it)).toBe(before);
    expect(existsSync(ownTree(it))).toBe(false);
  });

  test("a run in the person's tree settles one that was killed beside it, and does not mix the two works", async () => {
    await using it = await project({ plan: 1, agent: [{ ...digger, sleepLastMs: 60_000 }, honest], rc });
    const running = it.startRun("--worktree");
    await until(() => existsSync(join(ownTree(it), "src/ABC-1.js")));
    process.kill(running.pid, "SIGKILL");
    await running.ended;
    await until(() => it.processes().length === 0);
    const result = await it.run();
    expect(result).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
    expect(result.warnings.map((warning) => warning.code)).toContain("work_elsewhere");
    expect(await readFile(join(ownTree(it), "src/ABC-1.js"), "utf8")).toBe("// begun\n");
    expect(await it.git("status", "--porcelain")).toBe("");
  });
});

test("L-29 work left in the person's tree is still the harness's after a run beside it", async () => {
  await using it = await project({ plan: 1, agent: [digger, honest] });
  expect(await it.run("--once")).toMatchObject({ endReason: "once_done", counts: { landed: 0 } });
  expect(await it.git("status", "--porcelain")).toBe("?? src/");
  expect(await it.run("--worktree")).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
  expect(await it.git("status", "--porcelain")).toBe("?? src/");
  expect(await it.run()).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
  expect(await it.git("status", "--porcelain")).toBe("");
});

test("L-29 what was set aside beside the person's tree is gone on with there; a merged branch begins anew", async () => {
  await using it = await project({ plan: 2, agent: [stuck, honest] });
  expect(await it.run("--worktree")).toMatchObject({ endReason: "queue_blocked", counts: { landed: 1, blocked: 1 } });
  await it.git("merge", "--quiet", "ralph/worktree");
  await it.ralph("plan", "reopen", "ABC-1");
  await it.commitAll("reopened");
  const begin = await it.head();
  expect(await it.run("--worktree")).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
  expect(await it.git("rev-list", "--count", `${begin}..ralph/worktree`)).toBe("2");
  expect(await it.git("merge-base", begin, "ralph/worktree")).toBe(begin);
});

test("L-31 a run beside the person's tree holds the repository's lock", async () => {
  await using it = await project({ plan: 1, agent: [{ ...honest, sleepFirstMs: 60_000 }] });
  it.startRun("--worktree");
  await until(() => it.calls().length === 1);
  const second = await it.startRun().ended;
  expect(JSON.parse(second.stdout)).toMatchObject({ endReason: "locked", exitCode: 6 });
  const status = await it.ralph("status", "--json");
  expect(JSON.parse(status.stdout)).toMatchObject({ state: "running", task: "ABC-1" });
});

test("a plan that is in no commit is told, and nothing is left", async () => {
  await using it = await project({ plan: 1, agent: [honest] });
  await it.git("rm", "--quiet", "--cached", ".ralph/fix_plan.md");
  await it.git("commit", "--quiet", "--message", "chore: the plan is mine");
  expect(await it.run("--worktree")).toMatchObject({
    endReason: "preflight_failed",
    exitCode: 6,
    message: expect.stringContaining(".ralph/fix_plan.md is not committed"),
  });
  expect(existsSync(ownTree(it))).toBe(false);
  expect(await it.git("for-each-ref", "--format=%(refname:short)", "refs/heads")).toBe("main");
});

test("a folder that stands in the way is told, and stays", async () => {
  await using it = await project({ plan: 1, agent: [honest] });
  await it.write(".ralph/worktree/precious.txt", "mine\n");
  expect(await it.run("--worktree")).toMatchObject({ endReason: "preflight_failed", exitCode: 6 });
  expect(await it.read(".ralph/worktree/precious.txt")).toBe("mine\n");
});

async function until(holds: () => boolean): Promise<void> {
  for (let waited = 0; !holds(); waited += 20) {
    if (waited > 30_000) throw new Error("It did not come to that.");
    await pause(20);
  }
}
