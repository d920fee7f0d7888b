import { expect, test } from "vitest";
import { stageOf } from "../../src/core/step.ts";
import { auditSteps } from "./audit-steps.ts";
import { crewSteps } from "./crew-steps.ts";
import { mergeSteps } from "./merge-steps.ts";
import { scenarios } from "./scenarios.ts";

test("every kind of step has a scenario in which the harness is killed in it", () => {
  const killed = new Set<string>([
    ...scenarios.flatMap((scenario) => scenario.steps),
    ...crewSteps,
    ...auditSteps,
    ...mergeSteps,
  ]);
  expect(Object.keys(stageOf).filter((step) => !killed.has(step))).toEqual([]);
});
