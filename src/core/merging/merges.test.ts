import { describe, expect, test } from "vitest";
import { type Play, played } from "../../testing/played-run.ts";
import type { Turn } from "../../testing/turn.ts";
import type { Policy } from "../policy.ts";

const minute = 60_000;
const policy: Partial<Policy> = {
  close: "harness",
  merges: { forge: "github", async: true, pollMs: minute, patienceMs: 10 * minute },
};
const done: Turn = { changed: ["src/thing.ts"], block: { status: "COMPLETE", tasksCompleted: 1 } };
const run = (play: Partial<Play>) => played({ turns: [done], ...play, policy: { ...policy, ...play.policy } });
const stepsOf = ({ steps }: ReturnType<typeof played>): readonly string[] =>
  steps.flatMap((step) => (["claim", "work", "merge", "land", "wait", "park"].includes(step.do) ? [step.do] : []));

describe("R-5 pull requests that wait", () => {
  test("the next task is worked meanwhile, and what is merged has landed", () => {
    const { end, outcomes, state } = run({ tasks: ["A", "B"], merges: { A: ["pending", "merged"] } });
    expect([end, outcomes, state.landed, state.merges]).toEqual(["plan_complete", ["A landed", "B landed"], 2, []]);
  });

  test("they are looked at once between two iterations, and waited for when there is nothing else to do", () => {
    const it = run({ merges: { A: ["pending", "pending", "merged"] } });
    expect(stepsOf(it)).toEqual(["claim", "work", "land", "merge", "wait", "merge", "wait", "merge"]);
    expect(it.end).toBe("plan_complete");
  });

  test("a wait has an end: merges_pending, with the task still open and no agent called again", () => {
    const it = run({ merges: { A: ["pending"] } });
    expect(it.end).toBe("merges_pending");
    expect(it.outcomes).toEqual(["A waiting_merge"]);
    // Patience of ten minutes, from the end of the first wait on.
    expect(stepsOf(it).filter((step) => step === "wait")).toHaveLength(11);
    expect(stepsOf(it).filter((step) => step === "work")).toHaveLength(1);
  });

  test("a red one goes back to an agent, in the same pull request, before any new task", () => {
    const it = run({ tasks: ["A", "B"], merges: { A: ["red", "merged"] } });
    expect(it.outcomes).toEqual(["A waiting_merge", "A landed", "B landed"]);
    expect(it.view.iterations.map(({ pull }) => pull?.pr)).toEqual([1, 1, 2]);
    expect(it.view.iterations[0]?.mergeFailure).toBe("red: red");
  });

  test("one that stays red goes to a person after three failures, and the rest is worked", () => {
    const { end, outcomes, view } = run({ tasks: ["A", "B"], merges: { A: ["red"] } });
    expect([end, outcomes.at(-2), outcomes.at(-1)]).toEqual(["needs_human", "A escalated", "B landed"]);
    expect(view.parked[0]?.reason).toContain("could not be merged 3 times");
  });

  test("one that a person has closed is nobody's work any more", () => {
    const { end, outcomes, tasks } = run({ tasks: ["A", "B"], merges: { A: ["closed"] } });
    expect([end, outcomes]).toEqual(["needs_human", ["A waiting_merge", "B landed"]]);
    expect(tasks.map(({ state }) => state)).toEqual(["needs_human", "done"]);
  });

  test("L-12 they are no veto against an exit", () => {
    const exit: Turn = {
      ...done,
      say: "All done.",
      block: { status: "COMPLETE", tasksCompleted: 1, exitSignal: true },
    };
    const { view } = run({ turns: [exit], merges: { A: ["pending", "merged"] } });
    expect(view.iterations[0]?.refusedExit).not.toContain("not_landed");
  });
});

describe("R-4 a merge that is blocked", () => {
  const sync = { merges: { forge: "github", async: false, pollMs: minute, patienceMs: 10 * minute } } as const;

  test("what the forge has found is mended within the iteration, as a red gate is", () => {
    const red: Turn = { ...done, refusal: "checks" };
    const { outcomes, view } = run({ turns: [red, done], policy: sync });
    expect(outcomes).toEqual(["A landed"]);
    expect(view.iterations[0]).toMatchObject({ rounds: 2, calls: { implementer: 1, fixer: 1 } });
  });

  test("so many times, then a person is asked", () => {
    const { outcomes } = run({ turns: [{ ...done, refusal: "checks" }], policy: sync });
    expect(outcomes).toEqual(["A escalated"]);
  });
});
