import type { Step } from "../../src/core/step.ts";

/** The steps in which a run of audits is killed. */
export const auditSteps: readonly Step["do"][] = ["file-findings"];
