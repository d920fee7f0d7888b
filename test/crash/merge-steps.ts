import type { Step } from "../../src/core/step.ts";
import { isThorough } from "../../src/testing/thorough.ts";

/** The steps in which a run is killed whose pull requests wait while others are worked. */
export const mergeSteps: readonly Step["do"][] = isThorough ? ["merge", "land"] : ["merge"];
