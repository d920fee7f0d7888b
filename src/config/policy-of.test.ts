import { expect, test } from "vitest";
import { loadConfig } from "./load.ts";
import { policyOf, type RunWishes } from "./policy-of.ts";
import { tempFolder } from "../testing/temp-folder.ts";

const wishes: RunWishes = { source: "file", cap: null, once: false, optional: false, unattended: false, audit: false };

async function policy(env: Readonly<Record<string, string>>, more: Partial<RunWishes> = {}) {
  const { config } = await loadConfig({ root: tempFolder("policy"), env });
  return policyOf(config, { ...wishes, ...more });
}

test("L-20 L-25 the bounds that hold without configuration", async () => {
  expect(await policy({})).toMatchObject({
    run: { iterations: 50, timeMs: null, costUsd: null, tokens: null },
    callsPerHour: 100,
    callTimeoutMs: 900_000,
    idleTimeoutMs: 600_000,
    sessionExpiryMs: 86_400_000,
    exitWindow: 5,
    breaker: {
      noProgress: 3,
      sameError: 5,
      permissionDenials: 2,
      outputDeclinePercent: 70,
      cooldownMs: 1_800_000,
      autoReset: false,
    },
    gated: false,
    session: "fresh",
    onLimit: "wait",
  });
});

test.each([
  [
    "file",
    {
      playbook: "workflow",
      qa: "epic",
      close: "agent",
      branching: "task",
      answer: "block",
      onBlocked: "skip",
      recovery: "resume",
    },
  ],
  ["linear", { playbook: "workflow", close: "harness" }],
  ["prd-json", { playbook: "workflow", close: "agent" }],
  [
    "exec-plan",
    {
      playbook: "increments",
      qa: "increment",
      close: "harness",
      branching: "plan",
      onBlocked: "stop",
      recovery: "reset",
    },
  ],
  [
    "task-index",
    { playbook: "crew", qa: "commit", close: "harness", branching: "current", answer: "summary", onBlocked: "skip" },
  ],
] as const)("P-0 what a playbook fixes on source %s", async (source, facts) => {
  expect(await policy({}, { source })).toMatchObject(facts);
});

test("P-0 a person's word wins over the playbook's", async () => {
  const env = {
    RALPH_PLAYBOOK: "crew",
    RALPH_QA: "iteration",
    RALPH_CLOSE: "agent",
    RALPH_BRANCHING: "task",
    RALPH_RECOVERY: "stash",
  };
  expect(await policy(env)).toMatchObject({
    playbook: "crew",
    qa: "iteration",
    close: "agent",
    branching: "task",
    recovery: "stash",
  });
});

test("L-15 under status/1 checks follow each iteration, and a blocked task stops the run", async () => {
  expect(await policy({ RALPH_CONTRACT: "status/1" })).toMatchObject({ qa: "iteration", onBlocked: "stop" });
});

test("times of seconds become whole milliseconds", async () => {
  const { run, breaker } = await policy({ RALPH_MAX_TIME_MINUTES: "1s", CB_COOLDOWN_MINUTES: "5s" });
  expect([run.timeMs, breaker.cooldownMs]).toEqual([1000, 5000]);
});

test("L-1 a policy is JSON, so that it can stand in the ledger", async () => {
  const made = await policy({ RALPH_GATE: "npm test" });
  expect(JSON.parse(JSON.stringify(made))).toEqual(made);
  expect(made.gated).toBe(true);
});

test("B-45 agents write to Linear where that is set and tasks come from there; what has landed is done all the same", async () => {
  const env = { RALPH_LINEAR_PROJECT: "Demo", RALPH_LINEAR_WRITES: "agent", RALPH_CLOSE: "agent" };
  expect(await policy(env, { source: "linear" })).toMatchObject({ tracker: "agent", close: "harness" });
  expect(await policy(env)).not.toHaveProperty("tracker");
  expect(await policy({ ...env, RALPH_LINEAR_WRITES: "harness" }, { source: "linear" })).not.toHaveProperty("tracker");
});
