import type { StatusFacts } from "./facts.ts";
import { impliedStatus } from "./implied.ts";
import { coreFields, type ProfileName } from "./profile.ts";
import type { StatusReading } from "./status-block.ts";

/**
 * The block that the harness records in an agent's place (C-16): for a call that ended early BLOCKED with the cause, else what
 * the facts imply. It is nobody's claim.
 */
export function harnessBlock(facts: StatusFacts, cause: string | null, profile: ProfileName): StatusReading {
  const implied = cause === null ? impliedStatus(facts, profile) : null;
  return {
    profile,
    usable: true,
    valid: true,
    block: {
      status: cause === null ? (implied?.status ?? "IN_PROGRESS") : "BLOCKED",
      tasksCompleted: cause === null ? (facts.tasksClosed ?? 0) : 0,
      filesModified: cause === null ? (facts.filesChanged ?? 0) : 0,
      testsStatus: cause === null && facts.gate === "green" ? "PASSING" : cause === null && facts.gate === "red" ? "FAILING" : "NOT_RUN",
      workType: facts.workType ?? null,
      exitSignal: cause === null ? (implied?.exitSignal ?? false) : false,
      recommendation: cause === null ? "Next: the next open task" : `Blocked: ${cause.split("\n")[0] ?? cause}`,
      tracker: {},
    },
    repairs: [],
    faults: [],
    span: null,
    read: new Set(coreFields),
  };
}
