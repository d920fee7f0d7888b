import type { Iteration, State } from "../state.ts";
import { isUnfit } from "./give-up.ts";
import { inRounds } from "./rounds.ts";

/**
 * The workflow playbook: what the iteration under way wants next. A LARGE task has a design before it has an
 * implementer; a person is asked about work whose checks stay red.
 */
export const workflow = inRounds({
  isDesigned: ({ claim }) => claim.task.large && !claim.repair,
  isFinished,
  afterRed: "needs_human",
});

/** The task's work is there to be proven: the agent's tick stands, or the harness may close what was claimed and measured. */
function isFinished(state: State, iteration: Iteration): boolean {
  const { measured, claim, answer } = iteration;
  if (measured === null || isUnfit(measured)) return false;
  if (claim.repair) return true;
  if (measured.tick === "kept") return true;
  if (state.policy.close === "agent") return false;
  const block = answer?.reading.block;
  const claims = block?.status === "COMPLETE" || (block?.tasksCompleted ?? 0) > 0;
  return claims && (measured.workChanges.length > 0 || measured.evidence?.ok === true);
}
