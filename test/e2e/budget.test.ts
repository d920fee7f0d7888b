import { expect, test } from "vitest";
import { digger, honest } from "./agents/behaviours.ts";
import { project } from "./repository.ts";

const spending = { ...digger, lines: [{ type: "usage", tokensIn: 700, tokensOut: 300, usd: 0.5 }] };

test("L-25 a bound on iterations ends the run with its own reason, and work goes on at the next start", async () => {
  await using it = await project({ plan: 2, agent: [honest] });
  expect(await it.run("--max-iterations", "1")).toMatchObject({
    endReason: "budget_iterations",
    exitCode: 5,
    counts: { landed: 1, open: 1 },
  });
  expect(await it.run()).toMatchObject({ endReason: "plan_complete" });
});

test("F011 L-12a the last task landed in the last allowed iteration is completion", async () => {
  await using it = await project({ plan: 1, agent: [honest] });
  expect(await it.run("--max-iterations", "1")).toMatchObject({ endReason: "plan_complete", exitCode: 0 });
});

test("L-25 cost and tokens: told by the agent, added up, and bounded", async () => {
  await using it = await project({ plan: 1, agent: [spending] });
  const result = await it.run("--max-cost", "0.9");
  expect(result).toMatchObject({
    endReason: "budget_cost",
    exitCode: 5,
    cost: { usd: 1, tokensIn: 1_400, tokensOut: 600 },
  });
});

test("F214 L-25 a cost that nobody told is unknown, never nothing", async () => {
  await using it = await project({ plan: 1, agent: [honest] });
  expect((await it.run()).cost.usd).toBeNull();
});

test("L-25 a bound of one task sets the task aside, and the next is worked", async () => {
  await using it = await project({ plan: 2, agent: [digger, digger, honest], rc: { RALPH_TASK_MAX_ITERATIONS: "2" } });
  expect((await it.run()).iterations.map((iteration) => iteration.outcome)).toEqual([
    "progressed",
    "escalated",
    "landed",
  ]);
});

test("L-25 a bound on time cuts the running call; what it had changed stays for the next run", async () => {
  const slow = { ...digger, sleepLastMs: 60_000 };
  await using it = await project({ plan: 1, agent: [slow, honest] });
  const result = await it.run("--max-time", "6s");
  expect(result).toMatchObject({ endReason: "budget_time", exitCode: 5 });
  expect(await it.read("src/ABC-1.js")).toBe("// begun\n");
  expect(it.processes()).toEqual([]);
  expect(await it.run()).toMatchObject({ endReason: "plan_complete" });
});

test("F107 a call whose time is over counts by what it changed, and the next goes on with the task", async () => {
  const late = { ...digger, sleepMs: 60_000 };
  await using it = await project({ plan: 1, agent: [late, honest], rc: { CLAUDE_TIMEOUT_MINUTES: "2s" } });
  const result = await it.run();
  // On a busy machine an honest call may run out of time as well.
  expect(result.iterations[0]).toMatchObject({ outcome: "progressed", error: { class: "timed_out" } });
  expect(result.iterations.at(-1)?.outcome).toBe("landed");
});

test("L-26 a usage limit is waited out; with --on-limit=exit the run ends as usage_limit", async () => {
  const limited = { lines: [{ type: "error", class: "usage_limit", message: "usage limit reached" }], exitCode: 1 };
  await using it = await project({ plan: 1, agent: [limited, honest] });
  expect(await it.run("--on-limit", "exit")).toMatchObject({
    endReason: "usage_limit",
    exitCode: 5,
    breaker: "closed",
  });
  expect(await it.run()).toMatchObject({ endReason: "plan_complete" });
});

test("cap_reached: a person's own number of tasks counts tasks attempted", async () => {
  await using it = await project({ plan: 3, agent: [honest] });
  expect(await it.run("2")).toMatchObject({
    endReason: "cap_reached",
    exitCode: 0,
    counts: { attempted: 2, landed: 2 },
  });
});
