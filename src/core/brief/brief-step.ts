import { isCalledOff } from "../playbooks/again.ts";
import { park } from "../playbooks/give-up.ts";
import { type Iteration, nextCall, type State } from "../state.ts";
import type { Step } from "../step.ts";

/**
 * What a brief makes of the first step of work on a task: where a coordinator is there and has not been asked, it is asked first;
 * where its brief says that the task can't be done, nobody else is called. Null: the work goes on as it is.
 */
export function briefStep(state: State, iteration: Iteration, wanted: Step): Step | null {
  const { brief, claim, calls } = iteration;
  if (wanted.do !== "work" || calls.length > 0 || claim.repair || claim.preflight === true) return null;
  const block = brief?.brief?.block ?? null;
  if (block !== null) return park(iteration, "blocked", block.reason);
  if (brief !== null || state.policy.briefs !== true || isCalledOff(state, iteration)) return null;
  return { do: "brief", call: nextCall(iteration) };
}
