import type { IterationOutcome } from "../../../../core/fact.ts";
import { cellOf, insertForTask, isoTime, iterationId, once, type Projection } from "./projection.ts";
import { blockColumns, blockRow } from "./status-block.ts";

/** How an iteration stands, by the way it ended. */
const statusOf: Readonly<Record<IterationOutcome, string>> = {
  landed: "done",
  verified: "done",
  progressed: "progressed",
  no_progress: "no_progress",
  failed: "failed",
  blocked: "blocked",
  escalated: "needs-human-review",
  exit_refused: "exit_refused",
  waiting_merge: "waiting_merge",
  limited: "limited",
  interrupted: "interrupted",
};

/** The end of an iteration settles its status, its block and what was claimed against what was measured. */
export const iterationRecorded: readonly Projection<"iteration-recorded">[] = [
  once(
    `UPDATE ralph_iterations SET status = $status, outcome = $outcome, ended_at = $ended_at, notes = coalesce(notes, $notes)
     WHERE id = $id`,
    (entry) => ({
      id: iterationId(entry),
      status: statusOf[entry.fact.outcome],
      outcome: entry.fact.outcome,
      ended_at: isoTime(entry.at),
      notes: entry.fact.error?.message ?? null,
    }),
  ),
  {
    // Graded again after the gate: only that grade counts.
    sql: `UPDATE ralph_status_blocks SET usable = $usable, valid = $valid, faults = $faults
          WHERE id = (SELECT max(id) FROM ralph_status_blocks WHERE iteration_id = $iteration_id)`,
    rows: (entry) => {
      const { graded, blockBy } = entry.fact;
      if (graded === null || blockBy !== "agent") return [];
      const { usable, valid, faults } = blockRow(graded);
      return [{ iteration_id: iterationId(entry), usable, valid, faults }];
    },
  },
  {
    sql: insertForTask("ralph_status_blocks", ["iteration_id", "call", "block_by", "recorded_at", ...blockColumns]),
    rows: (entry) => {
      const { graded, blockBy } = entry.fact;
      if (graded === null || blockBy !== "harness") return [];
      return [
        {
          iteration_id: iterationId(entry),
          call: null,
          block_by: blockBy,
          recorded_at: isoTime(entry.at),
          ...blockRow(graded),
        },
      ];
    },
  },
  {
    sql: insertForTask("ralph_discrepancies", ["iteration_id", "run", "field", "claimed", "measured", "recorded_at"]),
    rows: (entry) =>
      entry.fact.discrepancies.map(({ field, claimed, measured }) => ({
        iteration_id: iterationId(entry),
        run: entry.run,
        field,
        claimed: cellOf(claimed),
        measured: cellOf(measured),
        recorded_at: isoTime(entry.at),
      })),
  },
];
