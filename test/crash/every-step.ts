import { describe, test } from "vitest";
import { effects, type Step } from "../../src/core/step.ts";
import { builtHarness } from "./built-harness.ts";
import { expectSurvived } from "./crash-case.ts";
import { type Moment, moments } from "./fault-plan.ts";
import { scenarios } from "./scenarios.ts";

const timeout = 120_000;

/** The moments of a kind of step: only effects have an intent. */
const momentsOf = (step: Step["do"]): readonly Moment[] =>
  (effects as readonly string[]).includes(step) ? moments : moments.filter((moment) => !moment.endsWith("intent"));

/** The table of steps, walked: a kill at each moment of each kind of step, in a scenario that meets it. */
export function everyStep(branching: "current" | "task"): void {
  const harness = builtHarness();
  for (const scenario of scenarios.filter(({ steps }) => steps.length > 0))
    describe(`a run that ${scenario.name}, branching ${branching}`, () => {
      const cases = scenario.steps.flatMap((step) => momentsOf(step).map((at) => ({ step, at })));
      test.each(cases)("L-29 kill -9 $at of $step: finished once at the next start", { timeout }, (plan) =>
        expectSurvived({ harness: harness.path, scenario, branching, plan }),
      );
    });
}
