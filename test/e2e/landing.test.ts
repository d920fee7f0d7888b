import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { block, crasher, digger, honest, idle, stuck, uncommitted } from "./agents/behaviours.ts";
import { brokenGate, project } from "./repository.ts";

const onBranches = { RALPH_BRANCHING: "task" };

test("R-1 R-3 a task has a branch of its own and lands as one commit with its trailers; the branch goes", async () => {
  await using it = await project({ plan: 2, agent: [honest, uncommitted], rc: onBranches });
  expect(await it.run()).toMatchObject({ endReason: "plan_complete", counts: { landed: 2 } });
  const landings = await it.landings();
  expect(landings.map(({ task, subject }) => [task, subject])).toEqual([
    ["ABC-1", "feat: add ABC-1"],
    ["ABC-2", "feat: add the thing number 2"],
  ]);
  expect(await it.git("branch", "--format=%(refname:short)")).toBe("main");
  expect(await it.git("rev-list", "--count", "HEAD")).toBe("3");
  for (const { sha, task } of landings)
    expect(await it.git("show", "--name-only", "--format=", sha)).toBe(`.ralph/fix_plan.md\nsrc/${task}.js`);
});

const telling = {
  ...honest,
  commit:
    "fix(things): mend {task}\n\nIt was slow: the list was read twice.\n\n- read once\n\nSigned-off-by: A <a@b>\nCo-authored-by: B <b@c>",
};

test.each(["task", "current"])(
  "R-7 what the agent's own commit says lands with it, branching %s: subject, text, and who else has written it",
  async (branching) => {
    await using it = await project({ plan: 1, agent: [telling], rc: { RALPH_BRANCHING: branching } });
    expect(await it.run()).toMatchObject({ endReason: "plan_complete" });
    const message = await it.git("log", "-1", "--format=%B", "HEAD");
    expect(message).toMatch(
      /^fix\(things\): mend ABC-1\n\nIt was slow: the list was read twice\.\n\n- read once\n\nRalph-Run: /,
    );
    expect(await it.git("log", "-1", "--format=%(trailers:only)", "HEAD")).toMatch(
      /^Ralph-Run: [^]*Co-authored-by: B <b@c>$/,
    );
    expect(message).not.toContain("Signed-off-by");
  },
);

test("R-7 what a person commits while a task waits is none of its commits", async () => {
  await using it = await project({ plan: 1, agent: [{ ...digger, commit: "feat: begin" }, honest] });
  await it.run("--once");
  const begun = await it.head();
  await it.git("commit", "--quiet", "--allow-empty", "--message", "docs: a person's own\n\nMine.");
  const own = await it.head();
  expect(await it.run()).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
  const named = await it.git("log", "-1", "--format=%(trailers:key=Ralph-Commits,valueonly)", "HEAD");
  expect(named).toContain(begun);
  expect(named).not.toContain(own);
  expect(await it.git("log", "-1", "--format=%B", "HEAD")).not.toContain("Mine.");
});

test("R-7 what an agent had committed when the harness was killed is named by the landing", async () => {
  await using it = await project({
    plan: 1,
    agent: [{ ...digger, commit: "feat: begin", sleepLastMs: 60_000 }, honest],
  });
  const start = await it.head();
  const running = it.startRun();
  for (let waited = 0; (await it.head()) === start && waited < 30_000; waited += 50) await pause(50);
  process.kill(running.pid, "SIGKILL");
  await running.ended;
  const begun = await it.head();
  expect(await it.run()).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
  expect(await it.git("log", "-1", "--format=%(trailers:key=Ralph-Commits,valueonly)", "HEAD")).toContain(begun);
});

test("F139 R-2 the default branch is found, whatever it is called", async () => {
  await using it = await project({ plan: 1, agent: [honest], rc: onBranches, branch: "develop" });
  expect((await it.run()).counts.landed).toBe(1);
  expect(await it.git("branch", "--show-current")).toBe("develop");
});

test("F137 commits on a task's branch that has not landed are kept when the task is set aside", async () => {
  await using it = await project({
    plan: 2,
    agent: [{ ...stuck, files: { "src/half.js": "half\n" }, commit: "feat: half" }, honest],
    rc: onBranches,
  });
  expect(await it.run()).toMatchObject({ endReason: "queue_blocked", counts: { landed: 1, blocked: 1 } });
  expect(await it.git("show", "ralph/blocked/ABC-1:src/half.js")).toBe("half");
  expect(await it.git("ls-tree", "--name-only", "HEAD", "src/")).toBe("src/ABC-2.js");
});

test("F158 R-8 a hook that refuses is not bypassed: its words go to the agent, the task stays open until it lands", async () => {
  await using it = await project({
    plan: 1,
    agent: [uncommitted, { ...uncommitted, files: { ...uncommitted.files, ok: "yes\n" } }],
  });
  await it.hook("pre-commit", "[ -e ok ] || { echo 'the file ok is missing' >&2; exit 1; }");
  const result = await it.run();
  expect(result.iterations.map((iteration) => iteration.outcome)).toEqual(["progressed", "landed"]);
  expect(it.calls()[1]?.prompt).toMatch(/^CORRECTION: the work could not land \(hook\): .*the file ok is missing/m);
  expect(it.calls()[1]?.prompt).toContain("OPEN TASKS: 1");
});

test("F158 where the harness closes, a refused landing leaves the task open as well", async () => {
  const { tick: _tick, ...claiming } = uncommitted;
  await using it = await project({ plan: 1, agent: [claiming], rc: { RALPH_CLOSE: "harness" } });
  await it.hook("pre-commit", "exit 1");
  const result = await it.run("--max-iterations", "2");
  expect(result).toMatchObject({ endReason: "budget_iterations", counts: { landed: 0, open: 1 } });
  expect(await it.items("open")).toHaveLength(1);
});

test("F157 a hook that passes proves nothing: the gate of the harness decides", async () => {
  await using it = await project({
    plan: 1,
    script: {
      implementer: [{ ...honest, files: { ...honest.files, broken: "red\n" } }],
      fixer: [{ files: { broken: null }, tick: "own", say: "Mended.", block: block({ status: "COMPLETE" }) }],
    },
    gate: [brokenGate],
  });
  await it.hook("pre-commit", "true");
  const result = await it.run();
  expect(result.iterations[0]).toMatchObject({ outcome: "landed", gateRuns: 2, calls: { implementer: 1, fixer: 1 } });
  expect(await it.git("ls-files", "broken")).toBe("");
});

test("F014 a gate that stays red is repaired three times, then a person is asked; no task is ticked", async () => {
  await using it = await project({
    plan: 2,
    script: { implementer: [{ ...honest, files: { ...honest.files, broken: "red\n" } }], fixer: [idle] },
    gate: [brokenGate],
    rc: { RALPH_QA: "iteration" },
  });
  expect(await it.run()).toMatchObject({ endReason: "blocked", exitCode: 3, counts: { landed: 0, escalated: 1 } });
  expect(it.calls("fixer")).toHaveLength(3);
  expect(await it.items("done")).toEqual([]);
});

test("F008 P-2 in the middle of a section nothing is checked, at its end everything is", async () => {
  await using it = await project({ plan: 2, agent: [honest], gate: [brokenGate] });
  expect((await it.run()).iterations.map((iteration) => iteration.gate)).toEqual(["not_run", "green"]);
});

test("P-4 a task that is done already closes with evidence that exists", async () => {
  const looking = {
    tick: "own" as const,
    say: "It is there: README.md:1.",
    block: block({ status: "COMPLETE", type: "VERIFICATION", tasks: 1, tests: "NOT_RUN" }),
  };
  await using it = await project({ plan: 1, agent: [looking] });
  expect(await it.run()).toMatchObject({ endReason: "plan_complete", counts: { verified: 1, landed: 0 } });
});

test("P-4 invented evidence closes nothing", async () => {
  const inventing = {
    tick: "own" as const,
    say: "It is there: src/none.js:99.",
    block: block({ status: "COMPLETE", type: "VERIFICATION", tasks: 1, tests: "NOT_RUN" }),
  };
  await using it = await project({ plan: 1, agent: [inventing] });
  expect(await it.run("--max-iterations", "1")).toMatchObject({ counts: { verified: 0, open: 1 } });
  expect(await it.items("open")).toHaveLength(1);
});

test("F148 an agent that leaves its task's branch is noticed, and nothing is reset to where it was expected", async () => {
  const wandering = { ...digger, commands: [["git", "switch", "-q", "-c", "elsewhere"]], commit: "feat: elsewhere" };
  await using it = await project({ plan: 1, agent: [wandering, honest], rc: onBranches });
  const result = await it.run();
  expect(result.endReason).toBe("plan_complete");
  expect(await it.git("branch", "--show-current")).toBe("main");
  expect(await it.git("show", "elsewhere:src/ABC-1.js")).toBe("// begun");
});

test("R-1 a run that ends with nothing done on a task's branch is back where it began, and says what failed", async () => {
  await using it = await project({ plan: 1, agent: [crasher, honest], rc: onBranches });
  const result = await it.run("--once");
  expect(result).toMatchObject({ endReason: "once_done", iterations: [{ outcome: "failed" }] });
  expect(result.next).toContain("The last call, on ABC-1, failed (crashed, cannot read");
  expect(await it.git("branch", "--format=%(refname:short)")).toBe("main");
  expect(await it.git("status", "--porcelain")).toBe("");
  expect(await it.run()).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
});

test("R-1 where there is work on a task's branch it stays checked out, and that is said", async () => {
  await using it = await project({ plan: 1, agent: [digger, honest], rc: onBranches });
  const result = await it.run("--once");
  expect(result.next).toContain(
    "The branch abc-1-add-the-thing-number-1 is checked out: it has the unfinished work of ABC-1.",
  );
  expect(await it.git("branch", "--show-current")).toBe("abc-1-add-the-thing-number-1");
  expect(await it.run()).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
});

test("P-44 work that was found and not come to in a run is still found by the next one", async () => {
  await using it = await project({ plan: 2, agent: [digger, honest], rc: onBranches });
  await it.run("--once");
  const running = it.startRun();
  process.kill(running.pid, "SIGINT");
  await running.ended;
  expect(await it.run()).toMatchObject({ endReason: "plan_complete", counts: { landed: 2 } });
});
