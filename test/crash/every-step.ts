import { describe, test } from "vitest";
import type { Step } from "../../src/core/step.ts";
import { builtHarness } from "./built-harness.ts";
import { expectSurvived } from "./crash-case.ts";
import { type Moment, moments } from "./fault-plan.ts";
import { type Branching, type Scenario, scenarios } from "./scenarios.ts";

const timeout = 120_000;

/**
 * The moments of a kind of step that no other step has as well. Only effects have an intent. Between a step that is done and the
 * next nothing happens: before an intent is where a claim begins, which stands for all, and after the last step there is no next one.
 * Nothing has been done yet right after an intent: there the first and the last effect of a run that lands stand for all.
 */
const momentsOf = (step: Step["do"], name: Scenario["name"]): readonly Moment[] =>
  moments.filter(
    (moment) =>
      (moment !== "before intent" || (step === "claim" && name === "lands")) &&
      (moment !== "after intent" || ((step === "claim" || step === "land") && name === "lands")) &&
      (moment !== "after done" || step === "end"),
  );

/** A scenario, and of its steps those in which the harness is killed. */
export type Walk = Pick<Scenario, "name" | "steps">;

/** The table of steps, walked: a kill at each moment of each kind of step, in a scenario that meets it; `only` at some of them. */
export function everyStep(
  branching: Branching,
  walks: readonly Walk[] = scenarios,
  only: readonly Moment[] = moments,
): void {
  const harness = builtHarness();
  for (const { name, steps } of walks.filter((walk) => walk.steps.length > 0))
    describe(`a run that ${name}, branching ${branching}`, () => {
      const scenario = scenarioCalled(name);
      const cases = steps.flatMap((step) =>
        momentsOf(step, name)
          .filter((at) => only.includes(at))
          .map((at) => ({ step, at })),
      );
      test.each(cases)("L-29 kill -9 $at of $step: finished once at the next start", { timeout }, (plan) =>
        expectSurvived({ harness: harness.path, scenario, branching, plans: [plan] }),
      );
    });
}

/** The scenario of a name. */
export function scenarioCalled(name: Scenario["name"]): Scenario {
  const scenario = scenarios.find((one) => one.name === name);
  if (scenario === undefined) throw new Error(`no scenario is called ${name}`);
  return scenario;
}
