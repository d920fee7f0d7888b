import type { FactOf } from "../fact.ts";
import type { Iteration } from "../state.ts";
import type { StatusFacts } from "../status/facts.ts";
import { trackerDifferences } from "../status/tracker-differences.ts";
import { countedBetween, issueFaults } from "./issue-faults.ts";

type Recorded = FactOf<"iteration-recorded">;

/** What was measured of the tracker, in the form that blocks are graded by; nothing where the harness writes to it. */
export function trackerFacts({ claim, measured }: Iteration): StatusFacts {
  const tracker = measured?.tracker;
  if (tracker === undefined) return {};
  return {
    ...(claim.cleanup === undefined && !claim.repair ? { trackerIssue: claim.task.id } : {}),
    openIssues: countedBetween(tracker, "open"),
    doneIssues: countedBetween(tracker, "done"),
  };
}

/** Claims about the tracker beside what stands there, where they differ, and issues that stand where no agent may have moved them. */
export function trackerDiscrepancies(iteration: Iteration): Recorded["discrepancies"] {
  const said = iteration.answer?.reading.block?.tracker ?? {};
  return [
    ...trackerDifferences(said, trackerFacts(iteration)).map(({ of, ...both }) => ({ field: of, ...both })),
    ...issueFaults(iteration).map(({ id, state, measured }) => ({
      field: "issueState",
      claimed: `${id} ${state}`,
      measured,
    })),
  ];
}

const fields: ReadonlySet<string | null> = new Set(["LINEAR_ISSUE", "LINEAR_OPEN_COUNT", "LINEAR_DONE_COUNT"]);

/** What the next prompt says was wrong about the tracker: fields that were missing or not true, and issues where they may not be. */
export function trackerCorrections(iteration: Iteration, { graded, blockBy }: Recorded): readonly string[] {
  if (iteration.measured?.tracker === undefined) return [];
  const faults = blockBy === "agent" ? (graded?.faults ?? []).filter(({ field }) => fields.has(field)) : [];
  return [
    ...faults.map(({ message, hint }) => `${message} ${hint}`.trim()),
    ...issueFaults(iteration).map(({ told }) => told),
  ];
}
