import { callColumns, callRow } from "./agent-finished.ts";
import { insertForTask, isoTime, iterationId, once, type Projection } from "./projection.ts";

const of = (run: string, iteration: number): string => iterationId({ run, iteration });

/** A judge that was started is a row that waits for its grades; one that is asked again after a kill has the same. */
export const gradePending: readonly Projection<"grade-pending">[] = [
  once(
    "DELETE FROM ralph_delivery_grades WHERE iteration_id = $iteration_id AND status = 'pending'",
    ({ run, fact }) => ({
      iteration_id: of(run, fact.iteration),
    }),
  ),
  once(
    insertForTask("ralph_delivery_grades", ["iteration_id", "commit_sha", "judge_agent_id", "status", "dispatched_at"]),
    ({ run, at, fact }) => ({
      iteration_id: of(run, fact.iteration),
      commit_sha: fact.commit,
      judge_agent_id: fact.judge,
      status: "pending",
      dispatched_at: isoTime(at),
    }),
  ),
];

/** Grades that have come settle the row, and those that won't as well; the judge's calls are rows of their own. */
export const gradeCollected: readonly Projection<"grade-collected">[] = [
  once(
    `INSERT INTO ralph_delivery_grades (iteration_id, task_id, commit_sha, status, dispatched_at)
     SELECT $iteration_id, $task, $commit, 'pending', $at
     WHERE NOT EXISTS (SELECT 1 FROM ralph_delivery_grades WHERE iteration_id = $iteration_id)`,
    ({ run, at, fact }) => ({
      iteration_id: of(run, fact.iteration),
      task: fact.task,
      commit: fact.commit,
      at: isoTime(at),
    }),
  ),
  once(
    `UPDATE ralph_delivery_grades SET status = $status, judge_agent_id = NULL, collected_at = $at,
       ac_coverage_score = $ac, ac_coverage_notes = $ac_notes, code_quality_score = $code,
       code_quality_notes = $code_notes, test_quality_score = $test, test_quality_notes = $test_notes,
       overall_notes = $overall
     WHERE iteration_id = $iteration_id`,
    ({ run, at, fact }) => ({
      iteration_id: of(run, fact.iteration),
      status: fact.grades === null ? "failed" : "collected",
      at: isoTime(at),
      ac: fact.grades?.acCoverage ?? null,
      ac_notes: fact.grades?.acCoverageNotes ?? null,
      code: fact.grades?.codeQuality ?? null,
      code_notes: fact.grades?.codeQualityNotes ?? null,
      test: fact.grades?.testQuality ?? null,
      test_notes: fact.grades?.testQualityNotes ?? null,
      overall: fact.grades?.overallNotes ?? fact.why,
    }),
  ),
  {
    sql: insertForTask("ralph_agent_calls", callColumns),
    rows: ({ run, fact }) => fact.calls.map((call) => callRow(call, { run, id: of(run, fact.iteration) })),
  },
];
