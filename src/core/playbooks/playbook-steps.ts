import type { Playbook } from "../policy.ts";
import type { Iteration, State } from "../state.ts";
import type { Step } from "../step.ts";
import { increments } from "./increments.ts";
import { crew } from "./crew.ts";
import { workflow } from "./workflow.ts";

/** A playbook as a function: what the iteration under way wants next. Pure; the same state always wants the same step. */
export type PlaybookSteps = (state: State, iteration: Iteration) => Step;

/** Every playbook by its name. */
export const playbookSteps: Readonly<Record<Playbook, PlaybookSteps>> = {
  workflow,
  increments,
  crew,
};
