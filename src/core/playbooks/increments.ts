import { type Iteration, roundOf, type State } from "../state.ts";
import { isUnfit } from "./give-up.ts";
import { inRounds } from "./rounds.ts";

/**
 * The increments playbook: work, the increment's own test gate, a repair for each red run, and then the landing.
 * Work that stays red is blocked and ends the run, since later increments may build on it.
 */
export const increments = inRounds({ isDesigned: () => false, isFinished, afterRed: "blocked" });

/** The gate decides as soon as there is work, unless the first answer says itself that more is to come. */
function isFinished({ policy }: State, iteration: Iteration): boolean {
  const { measured, claim, answer } = iteration;
  if (measured === null || isUnfit(measured)) return false;
  if (claim.repair || measured.tick === "kept") return true;
  if (policy.close === "agent") return false;
  if (roundOf(iteration) === 1 && saysUnfinished(answer)) return false;
  return measured.workChanges.length > 0 || measured.evidence?.ok === true;
}

function saysUnfinished(answer: Iteration["answer"]): boolean {
  if (answer === null || !answer.reading.usable || answer.marked === true) return false;
  const { block } = answer.reading;
  return block?.status === "IN_PROGRESS" && block.tasksCompleted === 0;
}
