import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { digger, honest, idle, stuck, uncommitted } from "./agents/behaviours.ts";
import { isAlive, type Project, project, type Running } from "./repository.ts";

const asleep = { ...honest, sleepFirstMs: 60_000 };

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await holds()); waited += 20) {
    if (waited > 20_000) throw new Error("It did not come to that.");
    await pause(20);
  }
}

const hasWritten = (it: Project, path: string): Promise<boolean> =>
  it.read(path).then(
    () => true,
    () => false,
  );

async function killed(it: Project, running: Running): Promise<void> {
  process.kill(running.pid, "SIGKILL");
  await running.ended;
  await until(() => it.processes().length === 0);
}

test("L-28 one Ctrl-C stops the agent, is recorded, and the next start goes on", async () => {
  await using it = await project({ plan: 1, agent: [{ ...digger, sleepLastMs: 60_000 }, honest] });
  const running = it.startRun();
  await until(() => it.calls().length === 1 && hasWritten(it, "src/ABC-1.js"));
  process.kill(running.pid, "SIGINT");
  expect(await it.resultOf(await running.ended)).toMatchObject({ endReason: "interrupted", exitCode: 130 });
  expect(it.processes()).toEqual([]);
  expect(await it.run()).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
});

test("L-28 a second Ctrl-C ends it at once, and the next start recovers", async () => {
  await using it = await project({ plan: 1, agent: [{ ...asleep, isDeaf: true }, honest] });
  const running = it.startRun();
  await until(() => it.calls().length === 1);
  process.kill(running.pid, "SIGINT");
  await pause(100);
  process.kill(running.pid, "SIGINT");
  const { code, stdout } = await running.ended;
  expect(code).toBe(130);
  expect(JSON.parse(stdout)).toMatchObject({ endReason: "interrupted", iterations: [{ outcome: "interrupted" }] });
  await until(() => it.processes().length === 0);
  expect(await it.run()).toMatchObject({ endReason: "plan_complete" });
});

test("F176 F179 L-29 kill -9 while the agent works: it goes too, and its work is gone on with", async () => {
  await using it = await project({ plan: 1, agent: [{ ...digger, sleepLastMs: 60_000 }, uncommitted] });
  const running = it.startRun();
  await until(() => hasWritten(it, "src/ABC-1.js"));
  await killed(it, running);
  expect(await it.read("src/ABC-1.js")).toBe("// begun\n");
  expect(await it.run()).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
  expect(it.calls()[1]?.prompt).toMatch(/^RESUME IN PROGRESS: ABC-1$/m);
});

test("F154 where recovery resets, what was there is kept below refs/ralph/wip, commits too", async () => {
  const half = { ...digger, files: { "src/half.js": "half\n" }, commit: "feat: half", sleepLastMs: 60_000 };
  await using it = await project({ plan: 1, agent: [half, honest], rc: { RALPH_RECOVERY: "reset" } });
  const start = await it.head();
  const running = it.startRun();
  await until(async () => (await it.head()) !== start);
  await killed(it, running);
  expect(await it.run()).toMatchObject({ endReason: "plan_complete" });
  expect(await it.git("show", "refs/ralph/wip/ABC-1/1:src/half.js")).toBe("half");
  expect(await it.git("ls-files", "src")).toBe("src/ABC-1.js");
});

test("R-8 where recovery resets, a commit that has been pushed stays", async () => {
  const half = { ...digger, files: { "src/half.js": "half\n" }, commit: "feat: half", sleepLastMs: 60_000 };
  await using it = await project({ plan: 1, agent: [half, honest], rc: { RALPH_RECOVERY: "reset" } });
  const start = await it.head();
  const running = it.startRun();
  await until(async () => (await it.head()) !== start);
  await killed(it, running);
  const pushed = await it.head();
  await it.git("update-ref", "refs/remotes/origin/main", pushed);
  expect(await it.run()).toMatchObject({ endReason: "plan_complete" });
  expect(await it.git("merge-base", pushed, "HEAD")).toBe(pushed);
});

test("L-29 where recovery stashes, the tree is put back and the work kept", async () => {
  await using it = await project({
    plan: 1,
    agent: [{ ...digger, files: { "src/half.js": "half\n" }, sleepLastMs: 60_000 }, honest],
    rc: { RALPH_RECOVERY: "stash" },
  });
  const running = it.startRun();
  await until(() => hasWritten(it, "src/half.js"));
  await killed(it, running);
  expect(await it.run()).toMatchObject({ endReason: "plan_complete" });
  expect(await it.git("show", "refs/ralph/wip/ABC-1/1:src/half.js")).toBe("half");
  expect(await it.git("ls-files", "src")).toBe("src/ABC-1.js");
});

test("L-29 what the plan says of a task that was set aside outlives the put-back of another task's work", async () => {
  const half = { ...digger, files: { "src/half.js": "half\n" }, sleepLastMs: 60_000 };
  await using it = await project({
    plan: 2,
    agent: [stuck, half, honest],
    rc: { RALPH_RECOVERY: "stash", RALPH_BRANCHING: "task" },
  });
  const running = it.startRun();
  await until(() => hasWritten(it, "src/half.js"));
  await killed(it, running);
  expect(await it.run()).toMatchObject({ endReason: "queue_blocked", counts: { landed: 1, open: 1 } });
  expect(it.calls().map((call) => call.task)).toEqual(["ABC-1", "ABC-2", "ABC-2"]);
  expect(await it.git("show", "HEAD:.ralph/fix_plan.md")).toMatch(/\*\*ABC-1\*\*.*needs the key/);
});

test("F185 V043 files that a cut write left broken end nothing", async () => {
  await using it = await project({ plan: 1, agent: [honest] });
  await it.write(".ralph/status.json", '{"loop": 1');
  await it.write(".ralph/.exit_signals", '{"done_signals":[1,2]}{"x"');
  expect(await it.run()).toMatchObject({ endReason: "plan_complete" });
  expect(JSON.parse(await it.read(".ralph/status.json"))).toBeTypeOf("object");
});

test("F205 V043 a ledger that is no database is moved aside once, and the run goes on", async () => {
  await using it = await project({ plan: 2, agent: [honest] });
  await it.run("1");
  await it.write(".ralph/ralph.db", "garbage ".repeat(4_000));
  const result = await it.run();
  expect(result).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
  expect(result.warnings.map((warning) => warning.code)).toContain("ledger_recovered");
  expect((await it.landings()).map((landing) => landing.task)).toEqual(["ABC-1", "ABC-2"]);
});

test("F103 F106 L-27 a background process that holds the output hangs nothing and does not survive", async () => {
  await using it = await project({ plan: 1, agent: [{ ...honest, leavesChild: true }] });
  expect(await it.run()).toMatchObject({ endReason: "plan_complete" });
  const child = Number((await it.read(`../${it.scratch.split("/").at(-1) ?? ""}/children`)).trim());
  await until(() => !isAlive(child));
});

test("a person's own changes are in nobody's way: tracked ones end the start as dirty_tree, untracked ones stay", async () => {
  await using it = await project({ plan: 1, agent: [honest, idle] });
  await it.write("README.md", "# Mine\n");
  expect(await it.run()).toMatchObject({
    endReason: "dirty_tree",
    exitCode: 6,
    message: expect.stringContaining("README.md"),
  });
  await it.git("checkout", "README.md");
  await it.write("notes.txt", "mine\n");
  expect(await it.run()).toMatchObject({ endReason: "plan_complete" });
  expect(await it.git("status", "--porcelain")).toBe("?? notes.txt");
});

test("F184 what a registry says of a process that is gone refuses no new start", async () => {
  await using it = await project({ plan: 1, agent: [honest] });
  await it.write(".ralph/status.json", JSON.stringify({ status: "running", pid: 999_999 }));
  expect(await it.run()).toMatchObject({ endReason: "plan_complete" });
});
