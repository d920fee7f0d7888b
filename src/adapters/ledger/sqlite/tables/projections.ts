import { exitCodeOf } from "../../../../core/end-reason.ts";
import type { FactKind } from "../../../../core/fact.ts";
import { agentFinished, callColumns, callRow } from "./agent-finished.ts";
import { gradeCollected, gradePending } from "./grades.ts";
import { gateJudged } from "./gate-judged.ts";
import { iterationRecorded } from "./iteration-recorded.ts";
import { insertForTask, isoTime, iterationId, once, type Projection } from "./projection.ts";
import { blockColumns, blockRow } from "./status-block.ts";
import { taskClaimed } from "./task-claimed.ts";
import { verdictRead } from "./verdict-read.ts";

/** What each kind of fact does to the tables. A kind that changes none says so by an empty list. */
export const projections: { readonly [K in FactKind]: readonly Projection<K>[] } = {
  "run-started": [
    once(
      `UPDATE ralph_runs SET started_at = $started_at, pid = $pid, host = $host, root = $root, branch = $branch,
         default_branch = $default_branch, head = $head, policy = $policy
       WHERE id = $run`,
      ({ run, at, fact }) => ({
        run,
        started_at: isoTime(at),
        pid: fact.pid,
        host: fact.host,
        root: fact.root,
        branch: fact.branch,
        default_branch: fact.defaultBranch,
        head: fact.head,
        policy: JSON.stringify(fact.policy),
      }),
    ),
  ],
  "run-ended": [
    once(
      "UPDATE ralph_runs SET ended_at = $ended_at, end_reason = $reason, exit_code = $code, message = $message WHERE id = $run",
      ({ run, at, fact }) => ({
        run,
        ended_at: isoTime(at),
        reason: fact.reason,
        code: exitCodeOf(fact.reason),
        message: fact.message,
      }),
    ),
  ],
  "run-recovered": [
    once(
      `UPDATE ralph_iterations SET status = $status, outcome = $outcome, ended_at = $ended_at
       WHERE id = $id AND status = 'claimed'`,
      ({ at, fact }) => ({
        id: iterationId({ run: fact.from, iteration: fact.iteration }),
        status: fact.settled === "landed" ? "done" : "interrupted",
        outcome: fact.settled === "landed" ? "landed" : "interrupted",
        ended_at: isoTime(at),
      }),
    ),
  ],
  "task-claimed": taskClaimed,
  "agent-finished": agentFinished,
  "agent-replaced": [],
  "brief-read": [],
  "findings-filed": [],
  "brief-prepared": [
    {
      sql: insertForTask("ralph_agent_calls", callColumns),
      rows: ({ run, fact }) =>
        fact.calls.map((call) => callRow(call, { run, id: iterationId({ run, iteration: fact.iteration }) })),
    },
  ],
  "answer-read": [
    once(
      insertForTask("ralph_status_blocks", [
        "iteration_id",
        "call",
        "block_by",
        "recorded_at",
        "raw_text",
        ...blockColumns,
      ]),
      (entry) => ({
        iteration_id: iterationId(entry),
        call: entry.fact.call,
        block_by: "agent",
        recorded_at: isoTime(entry.at),
        ...blockRow(entry.fact.reading),
        raw_text: entry.fact.raw,
      }),
    ),
  ],
  "verdict-read": verdictRead,
  "gate-judged": gateJudged,
  "work-landed": [
    once(
      `UPDATE ralph_iterations SET commit_sha = $commit, notes = $commit, branch = coalesce($branch, branch) WHERE id = $id`,
      (entry) => ({ id: iterationId(entry), commit: entry.fact.commit, branch: entry.fact.branch }),
    ),
  ],
  "merge-pending": [
    once(`UPDATE ralph_iterations SET notes = $notes, branch = $branch WHERE id = $id`, ({ run, fact }) => ({
      id: iterationId({ run, iteration: fact.iteration ?? 0 }),
      notes: `pull request #${fact.pr}: ${fact.message}`,
      branch: fact.branch,
    })),
  ],
  "merge-ended": [
    once(
      `UPDATE ralph_iterations SET commit_sha = coalesce($commit, commit_sha), notes = $notes,
         outcome = CASE WHEN $result = 'merged' THEN 'landed' ELSE outcome END,
         status = CASE WHEN $result = 'merged' THEN 'done' ELSE status END WHERE id = $id`,
      ({ run, fact }) => ({
        id: iterationId({ run, iteration: fact.iteration ?? 0 }),
        commit: fact.commit,
        notes: fact.commit ?? `pull request #${fact.pr} ${fact.result}: ${fact.message}`,
        result: fact.result,
      }),
    ),
  ],
  "merges-seen": [],
  "landing-refused": [
    once("UPDATE ralph_iterations SET notes = $notes WHERE id = $id", (entry) => ({
      id: iterationId(entry),
      notes: `${entry.fact.why}: ${entry.fact.message}`,
    })),
  ],
  "task-parked": [
    once("UPDATE ralph_iterations SET notes = $reason, question = $question WHERE id = $id", (entry) => ({
      id: iterationId(entry),
      reason: entry.fact.reason,
      question: entry.fact.question,
    })),
  ],
  "iteration-recorded": iterationRecorded,
  "grade-pending": gradePending,
  "grade-collected": gradeCollected,
  "repository-prepared": [],
  "wish-heard": [],
  reaped: [],
  "backlog-read": [],
  "work-measured": [],
  "work-kept": [],
  "tick-withdrawn": [],
  "review-closed": [],
  "baseline-taken": [],
  "work-simplified": [],
  "simplification-undone": [],
  waited: [],
  warned: [],
  "breaker-reset": [],
  "specs-checked": [],
  "acceptance-judged": [],
  "task-answered": [
    once(
      `INSERT INTO ralph_answers (run, task_id, text, answered_by, recorded_at)
       VALUES ($run, $task_id, $text, $answered_by, $recorded_at)`,
      ({ run, at, fact }) => ({
        run,
        task_id: fact.task,
        text: fact.text,
        answered_by: fact.by,
        recorded_at: isoTime(at),
      }),
    ),
  ],
  "work-reviewed": [
    once(
      `INSERT INTO ralph_reviews (iteration_id, run, task_id, commit_sha, decision, revert_sha, reviewed_by, recorded_at)
       VALUES ($iteration_id, $run, $task_id, $commit_sha, $decision, $revert_sha, $reviewed_by, $recorded_at)`,
      ({ run, at, fact }) => ({
        iteration_id: iterationId({ run, iteration: fact.iteration }),
        run,
        task_id: fact.task,
        commit_sha: fact.commit,
        decision: fact.decision,
        revert_sha: fact.revert,
        reviewed_by: fact.by,
        recorded_at: isoTime(at),
      }),
    ),
  ],
  "step-intended": [],
};
