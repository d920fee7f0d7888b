import { describe, expect, test } from "vitest";
import { type Play, played } from "../../testing/played-run.ts";
import { sampleTask } from "../../testing/sample-facts.ts";
import { digging, honest, idle, stuck, type Turn } from "../../testing/turn.ts";
import { playbookFacts } from "../policy.ts";
import type { Task } from "../task.ts";
import { repairLimit } from "./rounds.ts";

const policy = { playbook: "increments", ...playbookFacts("increments", "exec-plan", "workflow/1.2") } as const;
const increment = (id: string, over: Partial<Task> = {}): Task => ({
  ...sampleTask(id),
  gate: ["npm run check"],
  ...over,
});
const { tick: _tick, ...works } = honest;
const red: Turn = { ...works, gate: "red" };
const run = (play: Play) => played({ tasks: [increment("01")], ...play, policy: { ...policy, ...play.policy } });
const kindsOf = (play: Play): readonly string[] => run(play).steps.map((step) => step.do);
const gatesOf = (play: Play) => run(play).steps.filter((step) => step.do === "gate");

describe("P-10 an increment", () => {
  test("is worked, passes its own test gate, and lands", () => {
    const kinds = kindsOf({ turns: [works] });
    expect(kinds).toEqual([
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
    expect(gatesOf({ turns: [works] })).toEqual([{ do: "gate", round: 1, commands: ["npm run check"] }]);
  });

  test("without a gate of its own passes the full one, where there is one", () => {
    const tasks = [increment("01", { gate: [] })];
    expect(gatesOf({ tasks, turns: [works], policy: { gated: true } })[0]).toEqual({ do: "gate", round: 1 });
    expect(gatesOf({ tasks, turns: [works] })).toEqual([]);
  });

  test("its own gate says nothing about the whole: at the end the full gate is run", () => {
    const gates = gatesOf({ turns: [works], policy: { gated: true } });
    expect(gates).toEqual([
      { do: "gate", round: 1, commands: ["npm run check"] },
      { do: "gate", round: 0 },
    ]);
  });

  test("asks no architect, however large it is", () => {
    const roles = run({ tasks: [increment("01", { large: true })], turns: [works] }).steps.flatMap((step) =>
      step.do === "work" ? [step.role] : [],
    );
    expect(roles).toEqual(["implementer"]);
  });

  test("a red gate goes back to the agent until it is green", () => {
    const play = run({ turns: [red, red, works] });
    expect(play.outcomes).toEqual(["01 landed"]);
    expect(play.view.iterations[0]).toMatchObject({ calls: { implementer: 1, fixer: 2 }, gateRuns: 3 });
  });

  test("a fixer's word that more is to come does not end the rounds", () => {
    const play = run({ turns: [red, { ...digging, gate: "red" }, works] });
    expect(play.outcomes).toEqual(["01 landed"]);
  });

  test("of which the agent says that more is to come is not asked of its gate yet", () => {
    const play = run({ turns: [digging, works] });
    expect(play.outcomes).toEqual(["01 progressed", "01 landed"]);
    expect(play.view.iterations[0]?.gateRuns).toBe(0);
  });

  test("a green gate over no work closes nothing", () => {
    expect(run({ turns: [{ block: { status: "COMPLETE", tasksCompleted: 1 } }] })).toMatchObject({
      end: "needs_human",
      outcomes: ["01 no_progress", "01 escalated"],
    });
  });

  test("P-4 that was done before closes with evidence, over a green gate", () => {
    const verified: Turn = { evidence: { ok: true, text: "src/a.ts:1" }, block: { workType: "VERIFICATION" } };
    const done: Turn = { ...verified, block: { ...verified.block, status: "COMPLETE", tasksCompleted: 1 } };
    expect(run({ turns: [done] }).outcomes).toEqual(["01 verified"]);
    expect(run({ turns: [{ ...done, gate: "red" }], policy: { once: true } }).outcomes).toEqual(["01 blocked"]);
  });
});

describe("P-11 an increment that can't be completed", () => {
  const tasks = [increment("01"), increment("02")];

  test("F014 is blocked after one run and three repairs with a run each, and the run ends with nothing skipped", () => {
    const play = run({ tasks, turns: [red] });
    expect(play).toMatchObject({ end: "blocked", outcomes: ["01 blocked"] });
    expect(play.view.iterations[0]).toMatchObject({
      gateRuns: 1 + repairLimit,
      calls: { implementer: 1, fixer: repairLimit },
    });
    expect(play.view.parked[0]).toMatchObject({ state: "blocked", reason: "the gate stays red: npm run check" });
  });

  test("L-15 or that waits on something outside ends the run too", () => {
    expect(run({ tasks, turns: [stuck] })).toMatchObject({ end: "blocked", outcomes: ["01 blocked"] });
  });

  test("one that got nowhere twice waits for a person", () => {
    expect(run({ turns: [idle] })).toMatchObject({ end: "needs_human", outcomes: ["01 no_progress", "01 escalated"] });
  });
});

describe("P-12 the mark of a finished increment", () => {
  const marked: Turn = { say: "RALPH_COMPLETE", block: null };

  test("L-23 stands for the block: nobody asks for one, and it feeds no halt", () => {
    const play = run({ canResume: true, turns: [{ ...works, ...marked }] });
    expect(play.outcomes).toEqual(["01 landed"]);
    expect(play.steps.filter((step) => step.do === "work")).toHaveLength(1);
    expect(run({ turns: [marked], policy: { once: true } }).state).toMatchObject({
      halts: { missingBlocks: 0 },
      corrections: [],
    });
  });

  test("proves nothing", () => {
    expect(kindsOf({ turns: [marked], policy: { once: true } })).not.toContain("land");
    expect(run({ turns: [{ ...works, ...marked, gate: "red" }] })).toMatchObject({ end: "blocked" });
  });

  test("is none under another playbook", () => {
    const play = played({ tasks: ["A"], canResume: true, turns: [{ ...honest, ...marked }, honest] });
    expect(play.steps.flatMap((step) => (step.do === "work" ? [step.purpose] : []))).toEqual(["task", "ask-block"]);
  });
});

test("L-13 a full gate that is red at the end is mended as a task of the run's own", () => {
  const play = run({ turns: [works], proofs: ["red", "green"], policy: { gated: true } });
  expect(play).toMatchObject({ end: "plan_complete", outcomes: ["01 landed", "repair-the-gate landed"] });
});
