import { describe, expect, test } from "vitest";
import { played } from "../../testing/played-run.ts";
import { honest, idle } from "../../testing/turn.ts";

const stepsOf = (run: ReturnType<typeof played>): readonly string[] =>
  run.steps.flatMap((step) =>
    step.do === "work" ? [step.role] : ["brief", "park"].includes(step.do) ? [step.do] : [],
  );

describe("P-6 the coordinator before the work", () => {
  test("where one is there it is asked once a task, before anybody works", () => {
    const run = played({ tasks: ["A", "B"], turns: [honest], policy: { briefs: true } });
    expect([stepsOf(run), run.end]).toEqual([["brief", "implementer", "brief", "implementer"], "plan_complete"]);
  });

  test("where none is there nobody is asked", () => {
    expect(stepsOf(played({ turns: [honest] }))).toEqual(["implementer"]);
  });

  test("a block parks the task as blocked before an implementer is called, and the run goes on", () => {
    const run = played({ tasks: ["A", "B"], policy: { briefs: true }, brief: { block: { reason: "no key" } } });
    expect(stepsOf(run)).toEqual(["brief", "park", "brief", "park"]);
    expect(run.outcomes).toEqual(["A blocked", "B blocked"]);
    expect(run.end).toBe("queue_blocked");
    expect(run.view.parked[0]?.reason).toBe("no key");
    expect(run.state.breaker.noProgress).toBe(0);
    expect(run.view.iterations[0]?.block).toMatchObject({ status: "BLOCKED", exitSignal: false, by: "harness" });
  });

  test.each(["workflow", "increments", "crew"] as const)("no brief stops nothing, under %s", (playbook) => {
    const turns = [{ ...honest, summary: {} }];
    const run = played({ turns, policy: { briefs: true, playbook, close: "harness" }, brief: null });
    expect(stepsOf(run).slice(0, 2)).toEqual(["brief", "implementer"]);
    expect(run.outcomes).toEqual(["A landed"]);
  });

  test("a repair of the run's own has no brief", () => {
    const run = played({ tasks: [], policy: { briefs: true, gated: true }, turns: [idle], proofs: ["red"] });
    expect(stepsOf(run)).not.toContain("brief");
  });

  test("its cost counts, and it is no round of work", () => {
    const run = played({ turns: [honest], policy: { briefs: true } });
    expect(run.view.iterations[0]).toMatchObject({ calls: { coordinator: 1, implementer: 1 }, rounds: 1 });
    expect(run.state.spent.unknownCalls).toBe(2);
  });
});
