import { describe, test } from "vitest";
import { effects, type Step } from "../../src/core/step.ts";
import { isThorough } from "../../src/testing/thorough.ts";
import { builtHarness } from "./built-harness.ts";
import { expectSurvived } from "./crash-case.ts";
import { type Moment, moments } from "./fault-plan.ts";
import { type Branching, type Scenario, scenarios } from "./scenarios.ts";

const timeout = 120_000;

const isEffect = (step: Step["do"]): boolean => (effects as readonly string[]).includes(step);

/**
 * The moments of a kind of step that no other step has as well. Only effects have an intent, and until its effect nothing has been
 * done: there the run that lands stands for all others. After the last step there is no next one before which to die.
 */
const allMomentsOf = (step: Step["do"], name: Scenario["name"]): readonly Moment[] =>
  moments.filter(
    (moment) =>
      (!moment.endsWith("intent") || (isEffect(step) && name === "lands")) &&
      (moment !== "after done" || step === "end"),
  );

/** Of these, the ones that stand for the others: nothing is done before and after an intent, whatever it is an intent of. */
const fewMomentsOf: typeof allMomentsOf = (step, name) =>
  allMomentsOf(step, name).filter(
    (moment) =>
      (moment !== "before intent" || step === "claim") &&
      (moment !== "after intent" || step === "claim" || step === "land"),
  );

const momentsOf = isThorough ? allMomentsOf : fewMomentsOf;

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
