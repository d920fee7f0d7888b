import type { Step } from "../../src/core/step.ts";

/** Steps that only a crew takes; the harness is killed in each of them in `crew.test.ts`. */
export const crewSteps = ["prepare", "judge", "collect"] as const satisfies readonly Step["do"][];
