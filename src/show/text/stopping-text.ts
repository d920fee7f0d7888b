import type { Stage } from "../../core/step.ts";

/** What is still done, and what is not, when somebody stops a run in a stage. `isWaiting`: it only waits for a time to come. */
export function stoppingText(stage: Stage, isWaiting: boolean): string {
  if (isWaiting) return "the wait is over, all there is is kept";
  if (stage === "work") return "ending the agent; its work is measured and kept";
  if (stage === "land") return "finishing the landing, which can't be split";
  return stage === "gate"
    ? "ending the gate; the iteration is written down"
    : "finishing this step and writing it down";
}
