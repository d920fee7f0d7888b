import { blockFromFacts } from "./block-from-facts.ts";
import type { StatusFacts } from "./facts.ts";
import { gradeStatusBlock } from "./grade.ts";
import type { ProfileName } from "./profile.ts";
import { readStatusBlock } from "./read-status-block.ts";
import { oneLine, renderStatusBlock } from "./render-status-block.ts";
import type { RenderableBlock } from "./render-status-block.ts";
import type { GradedStatus } from "./status-block.ts";

/** The block for a call that ended too early for the agent to report: blocked by the cause, nothing claimed. */
const earlyEndBlock = (cause: string): RenderableBlock => ({
  status: "BLOCKED",
  tasksCompleted: 0,
  filesModified: 0,
  testsStatus: "NOT_RUN",
  workType: "IMPLEMENTATION",
  exitSignal: false,
  recommendation: `Blocked: ${oneLine(cause) || "the agent's call ended and gave no reason"}`,
  tracker: {},
});

/**
 * The harness's own block, read and graded like an agent's: the one for an early end where there is a cause, else the one
 * that the facts make. It is neither the agent's block nor a missing one; who keeps it marks it as by the harness.
 */
export function harnessBlock(facts: StatusFacts, cause: string | null, profile: ProfileName): GradedStatus {
  const block = cause === null ? blockFromFacts(facts, profile) : earlyEndBlock(cause);
  // An early end claims nothing, so there is nothing to hold against what was measured.
  return gradeStatusBlock(readStatusBlock(renderStatusBlock(block), profile), cause === null ? facts : {});
}
