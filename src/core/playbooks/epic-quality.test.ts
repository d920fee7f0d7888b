import { describe, expect, test } from "vitest";
import type { Policy, ReviewRules } from "../policy.ts";
import type { Step } from "../step.ts";
import { type Play, type Played, played } from "../../testing/played-run.ts";
import { sampleTask } from "../../testing/sample-facts.ts";
import { honest, type Turn } from "../../testing/turn.ts";
import { repairLimit } from "./rounds.ts";

const review: ReviewRules = { roles: null, program: false, minMs: 0, minMsByModel: {} };
const policy: Partial<Policy> = { gated: true, review };
const grouped = (...ids: readonly string[]) => ids.map((id) => ({ ...sampleTask(id), group: "One" }));

const play = (turns: readonly Turn[], over: Partial<Policy> = {}, tasks: Play["tasks"] = grouped("A", "B")): Played =>
  played({ tasks, turns, policy: { ...policy, ...over } });

const reviewsOf = ({ steps }: Played): readonly Extract<Step, { do: "review" }>[] =>
  steps.filter((step) => step.do === "review");
const judgesOf = (run: Played): readonly (readonly string[])[] =>
  reviewsOf(run).map((step) => step.seats.map((seat) => seat.role));

describe("P-2 who judges, and when", () => {
  test("at the end of a section reviewer and validator are asked at once, after a green gate; before it nobody is", () => {
    const run = play([honest]);
    expect(judgesOf(run)).toEqual([["reviewer", "validator"]]);
    expect(run.view.iterations.map((iteration) => iteration.verdicts.length)).toEqual([0, 2]);
    const kinds = run.steps.map((step) => step.do);
    expect(kinds.indexOf("gate")).toBeLessThan(kinds.indexOf("review"));
    expect(run).toMatchObject({ end: "plan_complete", outcomes: ["A landed", "B landed"] });
  });

  test("all of the section is looked at, from the commit that its first task began with", () => {
    expect(reviewsOf(play([honest]))[0]).toMatchObject({ scope: "epic", since: "head", form: "check" });
  });

  test.each<[string, Partial<Policy>, Play["tasks"], readonly (readonly string[])[]]>([
    ["a section of one task is left to the gate", {}, grouped("A"), []],
    ["tasks without a section are each their own", {}, ["A", "B"], []],
    [
      "a large task is judged wherever it stands",
      {},
      [{ ...sampleTask("A"), large: true }],
      [["reviewer", "validator"]],
    ],
    ["judges that a person names come in any case", { review: { ...review, roles: ["tester"] } }, ["A"], [["tester"]]],
    ["a validator program does, too", { review: { ...review, program: true } }, ["A"], [["validator"]]],
    ["none at all, where a person says so", { review: { ...review, roles: [] } }, grouped("A", "B"), []],
    ["under qa: iteration nobody is asked by himself", { qa: "iteration" }, grouped("A", "B"), []],
  ])("%s", (_name, over, tasks, judges) => {
    const run = play([honest], over, tasks);
    expect(judgesOf(run)).toEqual(judges);
    expect(run.end).toBe("plan_complete");
  });
});

describe("P-2 an answer without a verdict", () => {
  const mute: Turn = { ...honest, verdicts: { reviewer: ["unreadable"] } };

  test("stands for nothing where nobody has named the judge", () => {
    expect(play([mute])).toMatchObject({ end: "plan_complete", outcomes: ["A landed", "B landed"] });
  });

  test("is a failed check of a judge who was named", () => {
    const run = play([honest, mute, honest], { review: { ...review, roles: ["reviewer"] } }, grouped("A", "B"));
    expect(run.steps.filter((step) => step.do === "work" && step.role === "fixer").length).toBeGreaterThan(0);
  });
});

describe("P-2 one failed check makes the gate of the section red", () => {
  const failed: Turn = { ...honest, verdicts: { validator: ["FAIL"] } };

  test("a fixer mends it before another task is picked, and everybody judges again", () => {
    const tasks = [...grouped("A", "B"), { ...sampleTask("C"), group: "Two" }];
    const run = play([honest, failed, honest], {}, tasks);
    expect(run.outcomes).toEqual(["A landed", "B landed", "C landed"]);
    expect(judgesOf(run)).toEqual([
      ["reviewer", "validator"],
      ["reviewer", "validator"],
    ]);
    expect(run.view.iterations[1]).toMatchObject({ gate: "green", rounds: 2, calls: { implementer: 1, fixer: 1 } });
  });

  test("after three repairs a person is asked, and the run stops: no other section is begun", () => {
    const tasks = [...grouped("A", "B"), { ...sampleTask("C"), group: "Two" }];
    const run = play([honest, failed], {}, tasks);
    expect(run).toMatchObject({ end: "blocked", outcomes: ["A landed", "B escalated"] });
    expect(run.view.iterations[1]).toMatchObject({ gate: "red", calls: { fixer: repairLimit } });
    expect(run.view.parked[0]?.reason).toContain("the validator says FAIL");
    expect(run.state.ended?.message).toContain("validator");
  });

  test("an overload of one judge is waited out; the other's verdict stands", () => {
    const run = play([honest, { ...honest, verdicts: { reviewer: ["overloaded", "PASS"] } }]);
    expect(judgesOf(run)).toEqual([["reviewer", "validator"], ["reviewer"]]);
    expect(run.outcomes).toEqual(["A landed", "B landed"]);
  });

  test("a stop while they judge ends the iteration with the task open", () => {
    const run = played({
      tasks: grouped("A", "B"),
      policy,
      turns: [honest],
      wishes: { [play([honest]).steps.findIndex((step) => step.do === "review")]: "stop" },
    });
    expect(run.end).toBe("interrupted");
    expect(run.tasks.map((task) => task.state)).not.toEqual(["done", "done"]);
  });
});

describe("P-3 the simplifier", () => {
  const simplify = { simplify: true };
  const tidied: Turn = { ...honest, simplified: ["src/thing.ts"] };

  test("comes after the judges of a section, and the gate after it", () => {
    const kinds = play([honest, tidied], simplify).steps.map((step) => step.do);
    const end = kinds.slice(kinds.indexOf("review"));
    expect(end.slice(0, 4)).toEqual(["review", "simplify", "gate", "land"]);
  });

  test("that finds nothing needs no further gate", () => {
    const kinds = play([honest], simplify).steps.map((step) => step.do);
    expect(kinds.slice(kinds.indexOf("simplify"), kinds.indexOf("simplify") + 2)).toEqual(["simplify", "land"]);
  });

  test("that turns the gate red has its changes put back, and nobody has to mend them", () => {
    const run = play([honest, { ...tidied, gateAfterSimplifier: "red" }], simplify);
    const kinds = run.steps.map((step) => step.do);
    expect(kinds.slice(kinds.indexOf("simplify"))).toEqual(
      expect.arrayContaining(["simplify", "gate", "put-back", "gate", "land"]),
    );
    expect(run).toMatchObject({ end: "plan_complete", outcomes: ["A landed", "B landed"] });
    expect(run.view.iterations[1]).toMatchObject({ gate: "green", gateRuns: 2, calls: { simplifier: 1 } });
    expect(run.view.iterations[1]?.calls).not.toHaveProperty("fixer");
    expect(run.state.corrections.join()).not.toContain("red");
  });

  test.each<[string, Partial<Policy>]>([
    ["where a person has switched it off", { simplify: false }],
    ["where no gate could tell what it breaks", { ...simplify, gated: false }],
    ["where every task is checked by itself", { ...simplify, qa: "iteration" }],
  ])("does not come %s", (_name, over) => {
    expect(play([tidied], over).steps.map((step) => step.do)).not.toContain("simplify");
  });
});
