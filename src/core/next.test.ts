import { describe, expect, test } from "vitest";
import { played, plainPolicy } from "../testing/played-run.ts";
import { sampleTask } from "../testing/sample-facts.ts";
import { asking, crashing, digging, honest, idle, liar, stuck } from "../testing/turn.ts";
import type { Policy } from "./policy.ts";
import { taskId } from "./task-id.ts";

const bounds = (over: Partial<Policy["run"]>): Partial<Policy> => ({ run: { ...plainPolicy.run, ...over } });
const kinds = (steps: readonly { readonly do: string }[]): readonly string[] => steps.map((step) => step.do);

describe("L-2 one iteration after the other", () => {
  test("the steps of one task come in one order, and a green gate on the same tree serves again", () => {
    const run = played({ tasks: ["A"], turns: [honest], policy: { gated: true } });
    expect(kinds(run.steps)).toEqual([
      "reap",
      "pick",
      "claim",
      "work",
      "measure",
      "gate",
      "land",
      "record",
      "reap",
      "pick",
      "end",
    ]);
  });

  test("F008 F182 every task is worked, one an iteration, from the first on", () => {
    const run = played({ tasks: ["A", "B", "C"], turns: [honest] });
    expect(run).toMatchObject({ end: "plan_complete", outcomes: ["A landed", "B landed", "C landed"] });
    expect(run.view.iterations.map((iteration) => iteration.n)).toEqual([1, 2, 3]);
  });

  test("a task that is not finished goes on before any other is begun", () => {
    expect(played({ tasks: ["A", "B"], turns: [digging, honest] }).outcomes).toEqual([
      "A progressed",
      "A landed",
      "B landed",
    ]);
  });
});

describe("L-13 an empty backlog", () => {
  test("ends the run without a call where no gate is configured", () => {
    const run = played({ tasks: [{ ...sampleTask("A"), state: "done" }] });
    expect(run).toMatchObject({ end: "plan_complete", outcomes: [] });
    expect(kinds(run.steps)).not.toContain("gate");
  });

  test("needs a green gate on this very tree, which is run if it has not been run", () => {
    const run = played({ tasks: [{ ...sampleTask("A"), state: "done" }], policy: { gated: true } });
    expect(kinds(run.steps)).toEqual(["reap", "pick", "gate", "end"]);
    expect(run.end).toBe("plan_complete");
  });

  test("with a red gate becomes a repair of the run's own, worked three rounds at most, then blocked", () => {
    const run = played({
      tasks: [{ ...sampleTask("A"), state: "done" }],
      policy: { gated: true },
      proofs: ["red"],
      turns: [{ ...digging, gate: "red" }],
    });
    expect(run).toMatchObject({ end: "blocked", outcomes: ["repair-the-gate progressed"] });
    expect(run.steps.filter((step) => step.do === "work")).toHaveLength(3);
    expect(run.steps.filter((step) => step.do === "work").every((step) => step.role === "fixer")).toBe(true);
  });

  test("with a gate that the repair made green is complete, and the repair counts as no task", () => {
    const run = played({
      tasks: [{ ...sampleTask("A"), state: "done" }],
      policy: { gated: true },
      proofs: ["red", "green"],
      turns: [digging],
    });
    expect(run).toMatchObject({ end: "plan_complete", outcomes: ["repair-the-gate landed"] });
  });
});

describe("L-12a completion is judged before the caps", () => {
  test("F011 the last task landed in the last allowed iteration: plan_complete", () => {
    expect(played({ tasks: ["A"], turns: [honest], policy: bounds({ iterations: 1 }) }).end).toBe("plan_complete");
  });

  test("so it is with a person's own number of tasks, and with --once", () => {
    expect(played({ tasks: ["A"], turns: [honest], policy: { cap: 1 } }).end).toBe("plan_complete");
    expect(played({ tasks: ["A"], turns: [honest], policy: { once: true } }).end).toBe("plan_complete");
  });
});

describe("L-25 bounds of a run, each with its own end", () => {
  const endless = { tasks: ["A", "B", "C", "D", "E"] };
  const rows = [
    ["budget_iterations", bounds({ iterations: 2 }), digging, 2],
    ["budget_time", bounds({ timeMs: 30 * 60_000 }), { ...digging, minutes: 20 }, 2],
    ["budget_cost", bounds({ costUsd: 3 }), { ...digging, costUsd: 2 }, 2],
    ["budget_tokens", bounds({ tokens: 1_000 }), { ...digging, tokens: 600 }, 2],
    ["cap_reached", { cap: 2 }, honest, 2],
    ["once_done", { once: true }, honest, 1],
  ] as const;
  test.each(rows)("%s", (end, policy, turn, iterations) => {
    const run = played({ ...endless, policy, turns: [turn] });
    expect(run.end).toBe(end);
    expect(run.state.iterations).toBe(iterations);
  });

  test("a cost that nobody told is unknown, and never taken for nothing", () => {
    expect(played({ ...endless, turns: [honest] }).state.spent.costUsd).toBeNull();
  });

  test("F191 calls per hour: the run waits until the oldest call is an hour old, and goes on", () => {
    const run = played({ tasks: ["A", "B", "C"], policy: { callsPerHour: 2 }, turns: [honest] });
    const waits = run.entries.flatMap(({ fact }) => (fact.kind === "waited" ? [fact.why] : []));
    expect(run.end).toBe("plan_complete");
    expect(waits).toEqual(["calls_per_hour"]);
  });

  test("a cap per task parks the task, and the run goes on", () => {
    const run = played({
      tasks: ["A", "B"],
      policy: { task: { iterations: 2, timeMs: null, costUsd: null, tokens: null } },
      turns: [digging, digging, honest],
    });
    expect(run.outcomes).toEqual(["A progressed", "A escalated", "B landed"]);
  });
});

describe("L-15 when nothing can be picked", () => {
  test("V019 all of it waits on something outside: queue_blocked", () => {
    expect(played({ tasks: ["A", "B"], turns: [stuck] })).toMatchObject({
      end: "queue_blocked",
      outcomes: ["A blocked", "B blocked"],
    });
  });

  test("something waits for an answer: needs_human", () => {
    expect(played({ tasks: ["A", "B"], turns: [stuck, asking, asking] })).toMatchObject({
      end: "needs_human",
      outcomes: ["A blocked", "B no_progress", "B escalated"],
    });
  });

  test("five different tasks parked in a row, though more could be picked: the same ends", () => {
    const tasks = ["A", "B", "C", "D", "E", "F", "G"];
    expect(played({ tasks, turns: [stuck] })).toMatchObject({ end: "queue_blocked" });
    expect(played({ tasks, turns: [stuck] }).outcomes).toHaveLength(5);
  });

  test("a landing in between begins the count anew", () => {
    const turns = [stuck, stuck, stuck, stuck, honest, stuck];
    expect(played({ tasks: ["A", "B", "C", "D", "E", "F"], turns }).outcomes).toHaveLength(6);
  });

  test("only faulty tasks are left: config_invalid where nothing was worked, else needs_human", () => {
    expect(played({ tasks: ["A"], faulty: ["A"] }).end).toBe("config_invalid");
    expect(played({ tasks: ["A", "B"], faulty: ["B"], turns: [honest] }).end).toBe("needs_human");
  });

  test("a dependency on a blocked task keeps the other closed, and the run ends", () => {
    const run = played({ tasks: ["A", { ...sampleTask("B"), deps: [taskId("A")] }], turns: [stuck] });
    expect(run).toMatchObject({ end: "queue_blocked", outcomes: ["A blocked"] });
  });

  test("under status/1 a blocked task ends the run as blocked", () => {
    const run = played({ tasks: ["A", "B"], policy: { contract: "status/1", onBlocked: "stop" }, turns: [stuck] });
    expect(run).toMatchObject({ end: "blocked", outcomes: ["A blocked"] });
  });
});

describe("L-28 what people wish", () => {
  test("stop: the call is not followed by another, and the run ends as interrupted", () => {
    const run = played({ tasks: ["A", "B"], turns: [{ ...honest, wish: "stop" }] });
    expect(run).toMatchObject({ end: "interrupted", outcomes: ["A interrupted"] });
  });

  test("stop after the task: the task is finished, no other is begun", () => {
    const run = played({ tasks: ["A", "B"], turns: [{ ...honest, wish: "stop-after-task" }] });
    expect(run).toMatchObject({ end: "stopped", outcomes: ["A landed"] });
  });

  test("pause: the iteration is finished, then the run stands still until somebody resumes it", () => {
    const run = played({ tasks: ["A", "B"], turns: [{ ...honest, wish: "pause" }, honest] });
    expect(run.steps.filter((step) => step.do === "wait")).toEqual([{ do: "wait", why: "pause", until: null }]);
    expect(run.end).toBe("plan_complete");
  });

  test("stop in the very claim: no agent is started for it", () => {
    const run = played({ tasks: ["A"], turns: [honest], wishes: { 2: "stop" } });
    expect(kinds(run.steps)).toEqual(["reap", "pick", "claim", "record", "end"]);
    expect(run).toMatchObject({ end: "interrupted", outcomes: ["A interrupted"] });
  });
});

describe("L-20 L-24 what ends a run that gets nowhere", () => {
  test("F007 F020 twice in a row an exit claim over open tasks with nothing changed: plan_mismatch", () => {
    expect(played({ tasks: ["A", "B", "C"], turns: [liar] })).toMatchObject({
      end: "plan_mismatch",
      outcomes: ["A exit_refused", "A escalated"],
    });
  });

  test("F181 F010 three iterations without progress: breaker_open, though each task is another", () => {
    const run = played({ tasks: ["A", "B", "C"], turns: [idle] });
    expect(run).toMatchObject({ end: "breaker_open", outcomes: ["A no_progress", "A escalated", "B no_progress"] });
  });

  test("F019 a task with two idle iterations is parked, and the next one gets its chance", () => {
    const run = played({ tasks: ["A", "B"], turns: [idle, idle, honest] });
    expect(run).toMatchObject({ outcomes: ["A no_progress", "A escalated", "B landed"], end: "needs_human" });
    expect(run.view.parked[0]).toMatchObject({ task: "A", state: "needs_human", reason: "no_progress" });
  });

  test("F064 L-26 what is not the agent's fault ends the run at once and counts nowhere", () => {
    const run = played({ tasks: ["A"], turns: [{ outcome: "auth", message: "not logged in" }] });
    expect(run).toMatchObject({ end: "agent_unavailable" });
    expect(run.state.breaker).toMatchObject({ state: "closed", noProgress: 0 });
  });

  test("L-24a a call that crashes is an error, never a missing block", () => {
    const run = played({ tasks: ["A", "B", "C", "D"], turns: [crashing] });
    expect(run.end).toBe("breaker_open");
    expect(run.state.halts.missingBlocks).toBe(0);
  });
});

describe("L-20 F061 the breaker that an earlier run left open", () => {
  const breaker = {
    state: "open",
    since: 1_700_000_000_000 - 60_000,
    reason: "3 iterations in a row without progress",
  } as const;

  test("a start by hand is half-open at once, and progress closes it", () => {
    const run = played({ tasks: ["A"], breaker, turns: [honest] });
    expect(run).toMatchObject({ end: "plan_complete" });
    expect(run.state.breaker.state).toBe("closed");
    expect(kinds(run.steps)).not.toContain("wait");
  });

  test("an unattended start waits out the cool-down", () => {
    const cooldown = { ...plainPolicy.breaker, cooldownMs: 30 * 60_000 };
    const run = played({ tasks: ["A"], breaker, turns: [honest], policy: { unattended: true, breaker: cooldown } });
    expect(run.steps.find((step) => step.do === "wait")).toMatchObject({
      why: "cooldown",
      until: breaker.since + 30 * 60_000,
    });
    expect(run.end).toBe("plan_complete");
  });

  test("L-24c counters of an earlier run never end the next one", () => {
    expect(played({ tasks: ["A"], breaker, turns: [idle, honest] })).toMatchObject({
      end: "plan_complete",
      outcomes: ["A no_progress", "A landed"],
    });
  });
});
