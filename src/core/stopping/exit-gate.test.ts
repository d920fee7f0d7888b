import { describe, expect, test } from "vitest";
import { type Play, played } from "../../testing/played-run.ts";
import { sampleTask } from "../../testing/sample-facts.ts";
import { honest, stuck, type Turn } from "../../testing/turn.ts";
import { vetoText } from "../texts/corrections.ts";
import { taskId } from "../task-id.ts";

/** The vetoes against the exit that the first iteration asked for; null where it asked for none. */
function vetoes(play: Play): readonly string[] | null {
  const [first] = played(play).entries.flatMap(({ fact }) => (fact.kind === "iteration-recorded" ? [fact] : []));
  return first?.exit?.vetoes ?? null;
}

/** All that an exit needs: an explicit claim, two signs of completion, work that landed. */
const leaving: Turn = {
  ...honest,
  say: "All tasks are complete.",
  block: {
    status: "COMPLETE",
    exitSignal: true,
    testsStatus: "PASSING",
    tasksCompleted: 1,
    recommendation: "All tasks complete, nothing is left to do",
  },
};
const without = (over: Partial<Turn["block"]>): Turn => ({ ...leaving, block: { ...leaving.block, ...over } });
const waiting = { ...sampleTask("B"), deps: [taskId("C")] };
const stuckC = sampleTask("C");

describe("L-10 an exit is granted", () => {
  test("with an explicit signal, two signs of completion and no veto", () => {
    expect(vetoes({ tasks: ["A"], turns: [leaving] })).toEqual([]);
  });

  test("and ends the run as plan_complete where nothing is left", () => {
    expect(played({ tasks: ["A"], turns: [leaving] }).end).toBe("plan_complete");
  });

  test("and as exit_signal where what is left can't be worked", () => {
    const run = played({ tasks: [stuckC, "A", waiting], turns: [stuck, leaving] });
    expect(run).toMatchObject({ end: "exit_signal", outcomes: ["C blocked", "A landed"] });
  });
});

describe("L-12 an exit is refused, each reason by its name", () => {
  test.each<readonly [string, Play]>([
    ["open_tasks", { tasks: ["A", "B"], turns: [leaving] }],
    ["gate_red", { tasks: ["A"], turns: [{ ...leaving, gate: "red" }], policy: { gated: true } }],
    [
      "gate_not_run",
      {
        tasks: [
          { ...sampleTask("A"), group: "One" },
          { ...waiting, group: "One" },
        ],
        turns: [leaving],
        policy: { gated: true },
      },
    ],
    ["deferred", { tasks: ["A"], turns: [without({ testsStatus: "DEFERRED" })] }],
    ["call_failed", { tasks: ["A"], turns: [{ ...leaving, denials: 1 }] }],
    [
      "gate_timed_out",
      { tasks: ["A"], turns: [{ ...leaving, gate: "red", gateProblem: "timed_out" }], policy: { gated: true } },
    ],
    ["not_landed", { tasks: ["A"], turns: [{ ...leaving, refusal: "hook" }] }],
    ["marks", { tasks: ["A"], turns: [{ ...leaving, marks: ["src/a.ts:3"] }] }],
    [
      "few_indicators",
      { tasks: [waiting, stuckC, "A"], turns: [{ ...without({ status: "IN_PROGRESS" }), say: "Done here." }] },
    ],
  ])("%s", (veto, play) => {
    expect(vetoes(play)).toContain(veto);
    expect(vetoText(veto)).not.toBe(veto);
  });

  test("V020 and the agent is told by a correction", () => {
    const run = played({ tasks: ["A", "B"], turns: [{ ...leaving, tick: "undone" }], policy: { once: true } });
    expect(run.state.corrections.join("\n")).toMatch(/EXIT_SIGNAL: true was refused: .*open tasks are left/);
  });
});

describe("L-12a no exit is asked for", () => {
  test("F001 by a text, however sure, that stands beside EXIT_SIGNAL false", () => {
    const sure: Turn = {
      ...honest,
      say: "Feature complete. All tests pass. Everything is done.",
      block: { status: "IN_PROGRESS", exitSignal: false },
    };
    expect(vetoes({ tasks: ["A", "B"], turns: [sure] })).toBeNull();
    expect(played({ tasks: ["A", "B"], turns: [sure] }).outcomes).toEqual(["A landed", "B landed"]);
  });

  test("F002 by STATUS COMPLETE alone", () => {
    expect(vetoes({ tasks: ["A", "B", "C"], turns: [honest] })).toBeNull();
  });

  test("F005 by words in an answer without a block", () => {
    expect(vetoes({ tasks: ["A"], turns: [{ say: "done complete finished ready", block: null }] })).toBeNull();
  });

  test("L-14 by BLOCKED with EXIT_SIGNAL true: the backlog is asked, not the agent", () => {
    const blocked: Turn = { block: { status: "BLOCKED", exitSignal: true, recommendation: "Blocked: all of it" } };
    expect(vetoes({ tasks: ["A"], turns: [blocked] })).toBeNull();
    expect(played({ tasks: ["A"], turns: [blocked] }).end).toBe("queue_blocked");
  });
});
