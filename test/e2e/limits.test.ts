import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { Acts } from "./agents/acts.ts";
import { digger, honest } from "./agents/behaviours.ts";
import { type Project, project, type RunResult } from "./repository.ts";

const root = join(import.meta.dirname, "..", "..");
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString();

/** Meets its plan's limit, after it has changed something. */
const limited = (resetsAt: string, over: Acts = {}): Acts => ({
  files: { "src/{task}.js": "// begun\n" },
  lines: [
    { type: "limit", resetsAt, message: "You've hit your limit" },
    { type: "error", class: "usage_limit", message: "You've hit your limit" },
  ],
  exitCode: 1,
  ...over,
});
const spending: Acts = { ...digger, lines: [{ type: "usage", tokensIn: 700, tokensOut: 300 }], say: "More." };

/** A second agent of the same program, with a script and notes of its own. */
function secondAgent(it: Project, acts: readonly Acts[]): Readonly<Record<string, string>> {
  const scratch = join(it.scratch, "second");
  mkdirSync(scratch);
  writeFileSync(join(scratch, "script.json"), JSON.stringify({ implementer: acts }));
  const agent = join(import.meta.dirname, "agents", "start-agent.mjs");
  return { RALPH_FALLBACK_AGENTS: "command", RALPH_FALLBACK_COMMAND: `${process.execPath} ${agent} ${scratch}` };
}

const runWith = async (it: Project, env: Readonly<Record<string, string>>, ...args: string[]): Promise<RunResult> =>
  it.resultOf(await it.start(process.execPath, [join(root, "bin", "ralph.js"), "run", "--json", ...args], env).ended);

const statusOf = async (it: Project) => {
  const { stdout } = await it.ralph("status", "--json");
  return JSON.parse(stdout) as { state: string; waitingFor: string | null; waitingUntil: string | null };
};
const waits = async (it: Project): Promise<void> =>
  vi.waitFor(async () => expect((await statusOf(it)).state).toBe("waiting"), { timeout: 60_000, interval: 200 });

test("L-26 fallback: the next agent goes on with the task from the tree as it is, and every screen says so", async () => {
  await using it = await project({ plan: 1, agent: [limited(inSeconds(3_600))] });
  const result = await runWith(it, secondAgent(it, [honest]), "--on-limit", "fallback");
  expect(result).toMatchObject({ endReason: "plan_complete", breaker: "closed" });
  expect(result.iterations).toMatchObject([{ outcome: "landed", calls: { implementer: 2 } }]);
  expect(result.iterations[0]?.substitutions).toMatchObject([
    { role: "implementer", from: "command", why: "usage_limit" },
  ]);
  expect(result.warnings.map(({ code }) => code)).toContain("agent_replaced");
  expect(it.calls()).toHaveLength(1);
  const report = (await it.ralph("report")).stdout.replaceAll(/\s+/g, " ");
  expect(report).toContain("took over as implementer from command (usage_limit)");
});

test("L-26 fallback: the first agent is back after its reset", async () => {
  const soon: Acts = {
    lines: [{ type: "error", class: "usage_limit", message: "You've hit your limit; try again in 4 seconds" }],
    exitCode: 1,
  };
  await using it = await project({ plan: 2, agent: [soon, honest] });
  const slow = { ...honest, sleepLastMs: 5_000 };
  const result = await runWith(it, secondAgent(it, [slow]), "--on-limit=fallback");
  expect(result).toMatchObject({ endReason: "plan_complete" });
  expect(it.calls().map(({ task }) => task)).toEqual(["ABC-1", "ABC-2"]);
});

test("L-26 an agent that is not logged in hands over whatever the rule; a missing one is told and left out", async () => {
  const loggedOut: Acts = { lines: [{ type: "error", class: "auth", message: "Not logged in" }], exitCode: 1 };
  await using it = await project({ plan: 1, agent: [loggedOut] });
  expect(await runWith(it, secondAgent(it, [honest]))).toMatchObject({ endReason: "plan_complete" });
  await using other = await project({ plan: 1, agent: [loggedOut] });
  const missing = { RALPH_FALLBACK_AGENTS: "command", RALPH_FALLBACK_COMMAND: "/no/such/agent" };
  const result = await runWith(other, missing);
  expect(result).toMatchObject({ endReason: "agent_unavailable", exitCode: 6 });
  expect(result.warnings.map(({ code }) => code)).toContain("fallback_missing");
});

test("L-26 --on-limit=fallback without another agent waits, and says that it will", async () => {
  await using it = await project({ plan: 1, agent: [limited(inSeconds(2)), honest] });
  const result = await it.run("--on-limit=fallback");
  expect(result).toMatchObject({ endReason: "plan_complete" });
  expect(result.warnings.map(({ code }) => code)).toContain("no_fallback");
});

test("L-26 L-28 a wait is shown with its end, and `ralph resume` from another terminal ends it", async () => {
  const until = inSeconds(3_600);
  await using it = await project({ plan: 1, agent: [limited(until), honest] });
  const running = it.startRun();
  await waits(it);
  expect(await statusOf(it)).toMatchObject({ waitingFor: "usage_limit", waitingUntil: until });
  expect((await it.ralph("status")).stdout).toMatch(/waits: usage limit resets at .* \(in 59 min/);
  expect(await it.ralph("resume")).toMatchObject({ code: 0 });
  expect(await it.resultOf(await running.ended)).toMatchObject({ endReason: "plan_complete" });
});

test("L-28 `ralph stop` ends a wait as interrupted, `ralph stop --after-task` as stopped; the work is kept", async () => {
  for (const [args, reason] of [
    [[], "interrupted"],
    [["--after-task"], "stopped"],
  ] as const) {
    await using it = await project({ plan: 1, agent: [limited(inSeconds(3_600))] });
    const running = it.startRun();
    await waits(it);
    await it.ralph("stop", ...args);
    expect(await it.resultOf(await running.ended)).toMatchObject({ endReason: reason });
    expect(await it.read("src/ABC-1.js")).toBe("// begun\n");
  }
});

test("F076 a reset that is further away than a person wants to wait ends the run as usage_limit", async () => {
  await using it = await project({
    plan: 1,
    agent: [limited(inSeconds(86_400))],
    rc: { RALPH_LIMIT_WAIT_HOURS: "2h" },
  });
  const result = await it.run();
  expect(result).toMatchObject({ endReason: "usage_limit", exitCode: 5 });
  expect(result.message).toContain("RALPH_LIMIT_WAIT_HOURS");
});

test("L-25 F212 a bound on tokens cuts a running call as soon as the stream says that it is passed, all buckets counted", async () => {
  const reading: Acts = { ...digger, lines: [{ type: "usage", tokensIn: 10, tokensOut: 20, tokensCached: 900_000 }] };
  const { say: _say, block: _block, ...endless } = reading;
  await using it = await project({ plan: 1, agent: [{ ...endless, isDeaf: true, sleepLastMs: 100_000 }] });
  const result = await it.run("--max-tokens", "500000");
  expect(result).toMatchObject({ endReason: "budget_tokens", exitCode: 5 });
  expect(result.iterations[0]).toMatchObject({ outcome: "progressed", error: { class: "budget" } });
  expect(result.iterations[0]?.error?.message).toContain("the run's bound of 500000 tokens");
  expect(it.processes()).toEqual([]);
});

test("L-25 a task's own bound cuts its call and sets the task aside; the next is worked", async () => {
  const { say: _say, block: _block, ...endless } = spending;
  const greedy: Acts = { ...endless, sleepLastMs: 100_000 };
  await using it = await project({ plan: 2, agent: [greedy, honest], rc: { RALPH_TASK_MAX_TOKENS: "900" } });
  const result = await it.run();
  expect(result.iterations.map(({ outcome }) => outcome)).toEqual(["escalated", "landed"]);
  expect(result.iterations[0]?.parkedFor).toBe("its bound of 900 tokens is reached");
});

test("F215 a call that passes the bound with its last words is heard out, and its work lands", async () => {
  const last: Acts = { ...honest, lines: [{ type: "usage", tokensIn: 2_000, tokensOut: 0 }] };
  await using it = await project({ plan: 2, agent: [last] });
  const result = await it.run("--max-tokens", "1000");
  expect(result).toMatchObject({ endReason: "budget_tokens", counts: { landed: 1 } });
});

test("A-4 what no agent reports is estimated by a price of one's own, marked so, and bounds the call", async () => {
  const prices = { RALPH_PRICES: "*=1000/2000" };
  await using it = await project({ plan: 1, agent: [{ ...spending, ...honest, lines: spending.lines ?? [] }] });
  const result = await runWith(it, prices);
  expect(result.cost).toMatchObject({ usd: 1.3, estimated: true });
  expect((await it.ralph("report")).stdout).toContain("1.30 USD (estimated)");
  expect((await it.ralph("status")).stdout).toContain("1.30 USD (estimated)");

  const { say: _say, block: _block, ...endless } = spending;
  await using other = await project({ plan: 1, agent: [{ ...endless, sleepLastMs: 100_000 }] });
  expect(await runWith(other, prices, "--max-cost", "1")).toMatchObject({ endReason: "budget_cost" });
});

test("F214 a bound on cost that can't be kept is said, and the cost stays unknown", async () => {
  await using it = await project({ plan: 1, agent: [honest] });
  const result = await it.run("--max-cost", "1");
  expect(result).toMatchObject({ endReason: "plan_complete", cost: { usd: null, estimated: false } });
  expect(result.warnings.map(({ code }) => code)).toContain("cost_unknown");
});

test("A-6 an idle end tells when output, CPU time and files were last seen to move", async () => {
  await using it = await project({
    plan: 1,
    agent: [{ ...digger, sleepMs: 100_000 }],
    rc: { RALPH_IDLE_TIMEOUT_MINUTES: "3s" },
  });
  const result = await it.run("--once");
  expect(result.iterations[0]).toMatchObject({ error: { class: "idle" } });
  expect(result.iterations[0]?.error?.message).toMatch(/no output, .*CPU time.*, (?:no|last) file changes/);
  const log = readFileSync(join(it.path, ".ralph", "live.log"), "utf8");
  expect(log).toContain("no sign of work");
});
