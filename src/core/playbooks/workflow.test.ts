import { describe, expect, test } from "vitest";
import { type Play, played } from "../../testing/played-run.ts";
import { planFile } from "../../testing/played-world.ts";
import { sampleTask } from "../../testing/sample-facts.ts";
import { asking, blockless, digging, honest, idle, stuck, type Turn } from "../../testing/turn.ts";
import { repairLimit } from "./rounds.ts";

const kindsOf = (play: Play): readonly string[] => played(play).steps.map((step) => step.do);
const workOf = (play: Play) => played(play).steps.filter((step) => step.do === "work");
const grouped = (...ids: readonly string[]) => ids.map((id) => ({ ...sampleTask(id), group: "One" }));

describe("P-2 when the gate is due", () => {
  test("in the middle of a section nothing is checked; at its end all of it is", () => {
    const run = played({ tasks: grouped("A", "B"), policy: { gated: true }, turns: [honest] });
    expect(run.view.iterations.map((iteration) => iteration.gate)).toEqual(["not_run", "green"]);
  });

  test("a LARGE task never waits for the end of its section", () => {
    const tasks = grouped("A", "B").map((task) => ({ ...task, large: task.id === "A" }));
    const run = played({ tasks, policy: { gated: true }, turns: [honest] });
    expect(run.view.iterations.map((iteration) => iteration.gate)).toEqual(["green", "green"]);
  });

  test("P-0 with qa: iteration every task is checked", () => {
    const run = played({ tasks: grouped("A", "B"), policy: { gated: true, qa: "iteration" }, turns: [honest] });
    expect(run.view.iterations.map((iteration) => iteration.gate)).toEqual(["green", "green"]);
  });

  test("P-40 where no gate is configured nothing is asked of one", () => {
    expect(kindsOf({ tasks: ["A"], turns: [honest] })).not.toContain("gate");
  });
});

describe("P-2 a red gate", () => {
  const red: Turn = { ...honest, gate: "red" };

  test("is mended by a fixer in the same iteration, and the task lands", () => {
    const run = played({ tasks: ["A"], policy: { gated: true }, turns: [red, honest] });
    expect(run.outcomes).toEqual(["A landed"]);
    expect(run.view.iterations[0]).toMatchObject({ calls: { implementer: 1, fixer: 1 }, gateRuns: 2, rounds: 2 });
  });

  test("F014 one run and three repairs with a run each, then a person is asked and the run stops as blocked", () => {
    const play = { tasks: ["A", "B"], policy: { gated: true }, turns: [red] };
    const run = played(play);
    expect(run).toMatchObject({ end: "blocked", outcomes: ["A escalated"] });
    expect(run.view.iterations[0]).toMatchObject({
      gateRuns: 1 + repairLimit,
      calls: { implementer: 1, fixer: repairLimit },
    });
    expect(run.view.parked[0]).toMatchObject({ state: "needs_human", reason: "the gate stays red: npm test" });
  });

  test("a fixer that changes nothing has its round counted, though the verdict is served", () => {
    const run = played({ tasks: ["A"], policy: { gated: true }, turns: [red, { ...idle, tick: "kept", gate: "red" }] });
    expect(run.view.iterations[0]).toMatchObject({ gateRuns: 1, calls: { fixer: repairLimit } });
    expect(run.end).toBe("blocked");
  });

  test("a verdict counts for the tree it was given on, and for no other", () => {
    const steps = kindsOf({ tasks: ["A"], policy: { gated: true }, turns: [red, honest] });
    expect(steps.filter((step) => step === "gate" || step === "land")).toEqual(["gate", "gate", "land"]);
  });
});

describe("L-24 a tick is a claim", () => {
  test("F002 COMPLETE with a kept tick finishes the task, never the run", () => {
    expect(played({ tasks: ["A", "B"], turns: [honest] }).outcomes).toEqual(["A landed", "B landed"]);
  });

  test("F022 work without a tick is progress and does not land where the agent closes", () => {
    expect(kindsOf({ tasks: ["A"], turns: [digging], policy: { once: true } })).not.toContain("land");
  });

  test("a tick that was taken back lands nothing", () => {
    expect(kindsOf({ tasks: ["A"], turns: [{ ...honest, tick: "undone" }], policy: { once: true } })).not.toContain(
      "land",
    );
  });

  test("where the harness closes, a claim with measured work lands without a tick", () => {
    const { tick: _tick, ...claimed } = honest;
    expect(played({ tasks: ["A"], turns: [claimed], policy: { close: "harness" } }).outcomes).toEqual(["A landed"]);
  });

  test("where the harness closes, a claim without work lands nothing", () => {
    const empty: Turn = { block: { status: "COMPLETE", tasksCompleted: 1 } };
    expect(kindsOf({ tasks: ["A"], turns: [empty], policy: { close: "harness", once: true } })).not.toContain("land");
  });
});

describe("P-4 a task that needs no work", () => {
  const verified: Turn = {
    changed: [planFile],
    tick: "kept",
    evidence: { ok: true, text: "src/a.ts:1" },
    block: { status: "COMPLETE", workType: "VERIFICATION", tasksCompleted: 1 },
  };

  test("closes with evidence that exists, as verified", () => {
    const run = played({ tasks: ["A"], turns: [verified] });
    expect(run.outcomes).toEqual(["A verified"]);
  });

  test("stays open where the evidence was invented", () => {
    const invented: Turn = { ...verified, tick: "undone", evidence: { ok: false, text: "src/none.ts:9" } };
    expect(played({ tasks: ["A"], turns: [invented], policy: { once: true } }).outcomes).toEqual(["A no_progress"]);
  });
});

describe("L-21 progress is measured", () => {
  test("a change of the plan alone is none, whatever the block says", () => {
    const talk: Turn = { changed: [planFile], block: { status: "IN_PROGRESS", filesModified: 7 } };
    expect(played({ tasks: ["A"], turns: [talk], policy: { once: true } }).outcomes).toEqual(["A no_progress"]);
  });

  test("F107 what a call had changed when its time ended counts, and the next goes on with the task", () => {
    const late: Turn = { ...digging, outcome: "timed_out", message: "15 minutes are over" };
    const run = played({ tasks: ["A"], turns: [late, honest] });
    expect(run.outcomes).toEqual(["A progressed", "A landed"]);
    expect(run.state.breaker.state).toBe("closed");
  });
});

describe("L-15 L-14 a task that waits on something outside", () => {
  test("is parked with its reason, and the next is picked", () => {
    const run = played({ tasks: ["A", "B"], turns: [stuck, honest] });
    expect(run.outcomes).toEqual(["A blocked", "B landed"]);
    expect(run.view.parked[0]).toMatchObject({ state: "blocked", reason: "needs a key" });
  });

  test("V019 BLOCKED with EXIT_SIGNAL true while others can be picked parks the task alone", () => {
    const all: Turn = { block: { status: "BLOCKED", exitSignal: true, recommendation: "Blocked: all wait" } };
    expect(played({ tasks: ["A", "B"], turns: [all, honest] })).toMatchObject({
      outcomes: ["A blocked", "B landed"],
      end: "queue_blocked",
    });
  });

  test("feeds neither the breaker nor the halts", () => {
    const run = played({ tasks: ["A", "B", "C", "D"], turns: [stuck, stuck, stuck, honest] });
    expect(run.state.breaker).toMatchObject({ state: "closed", noProgress: 0 });
    expect(run.outcomes).toHaveLength(4);
  });
});

describe("L-24b questions", () => {
  test("the agent is told once that nobody answers, and the second time a person is asked", () => {
    const run = played({ tasks: ["A"], turns: [asking] });
    expect(run).toMatchObject({ end: "needs_human", outcomes: ["A no_progress", "A escalated"] });
    expect(run.view.parked[0]?.question).toBe("Should I take the first?");
  });

  test("F124 what an agent program keeps from every unattended agent waits for a person at once: no other try would help", () => {
    const deniedFor = "Claude requested permissions to edit .claude/settings.json which is a sensitive file.";
    const run = played({ tasks: ["A", "B"], turns: [{ ...idle, denials: 1, deniedFor }, honest] });
    expect(run.outcomes).toEqual(["A escalated", "B landed"]);
    expect(run.view.parked[0]?.reason).toMatch(/make the change by hand/);
  });

  test("a question beside work is no reason to stop", () => {
    expect(played({ tasks: ["A"], turns: [{ ...honest, say: "Done. Should I also rename it?" }] }).outcomes).toEqual([
      "A landed",
    ]);
  });
});

describe("L-23 a missing block", () => {
  test("is asked for once in the same session, and what was measured still lands", () => {
    const { block: _block, ...mute } = honest;
    const play = {
      tasks: ["A"],
      canResume: true,
      turns: [
        { ...mute, block: null },
        { ...honest, changed: ["src/thing.ts"] },
      ],
    };
    expect(workOf(play).map((step) => step.purpose)).toEqual(["task", "ask-block"]);
    expect(played(play).outcomes).toEqual(["A landed"]);
  });

  test("is not asked for where the agent can't go on in its session", () => {
    expect(workOf({ tasks: ["A"], turns: [blockless], policy: { once: true } })).toHaveLength(1);
  });

  test("is asked for once a round, and no more", () => {
    expect(workOf({ tasks: ["A"], canResume: true, turns: [blockless], policy: { once: true } })).toHaveLength(2);
  });

  test("F005 three in a row without a measured change halt the run", () => {
    const run = played({
      tasks: ["A", "B", "C"],
      policy: {
        breaker: {
          noProgress: 9,
          sameError: 9,
          permissionDenials: 9,
          outputDeclinePercent: 70,
          cooldownMs: 0,
          autoReset: false,
        },
      },
      turns: [blockless],
    });
    expect(run.end).toBe("no_status_block_3x");
  });

  test("a measured change sets the count to nothing", () => {
    const run = played({
      tasks: ["A", "B", "C"],
      turns: [blockless, { ...digging, block: null }, blockless, { ...digging, block: null }, honest],
    });
    expect(run.end).toBe("plan_complete");
  });
});

describe("R-3 F158 F145 a landing that was refused", () => {
  const refused: Turn = { ...honest, refusal: "hook" };

  test("takes the tick back, tells the agent, and goes on with the task", () => {
    const run = played({ tasks: ["A"], turns: [refused, honest] });
    expect(run.outcomes).toEqual(["A progressed", "A landed"]);
    expect(run.steps.map((step) => step.do)).toContain("withdraw");
  });

  test("takes it back as well where the harness had closed the task", () => {
    const { tick: _tick, ...claimed } = refused;
    expect(kindsOf({ tasks: ["A"], turns: [claimed], policy: { close: "harness", once: true } })).toContain("withdraw");
  });

  test("three times ends with a person", () => {
    const run = played({ tasks: ["A"], turns: [refused] });
    expect(run.outcomes).toEqual(["A progressed", "A progressed", "A escalated"]);
    expect(run.view.parked[0]?.reason).toMatch(/could not land 3 times \(hook\)/);
  });
});
