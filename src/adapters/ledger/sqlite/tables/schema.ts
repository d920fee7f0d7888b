/** Marks the file as a ledger of ours ("RLPH"); it stands in the file's header. */
export const applicationId = 0x52_4c_50_48;

/** The events: append only, which the file itself enforces, whoever opens it. */
const events = `
  CREATE TABLE events (
    seq INTEGER PRIMARY KEY,
    run TEXT NOT NULL,
    iteration INTEGER NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL
  );
  CREATE INDEX events_of_run ON events (run);
  CREATE TRIGGER events_stay_as_they_are BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events are append only'); END;
  CREATE TRIGGER events_stay BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events are append only'); END;
`;

/** One step from a version to the next. `refill`: the tables are made anew from the events after it. */
export interface Migration {
  readonly sql: string;
  readonly refill: boolean;
}

/** The way from an empty file to the present form; a file's version is how many of these it has seen. Only ever appended to. */
export const migrations: readonly Migration[] = [
  { sql: events, refill: true },
  // Verdicts have a row each, with more columns.
  { sql: "", refill: true },
  // Answers to tasks that waited, and reviews of what has landed.
  { sql: "", refill: true },
];

/**
 * The tables that people query, each made of its events alone. Times are ISO 8601 in UTC, money is USD, null where
 * it is unknown; `iteration_id` is `<run>/<n>`.
 */
export const tables: Readonly<Record<string, string>> = {
  ralph_runs: `(
    id TEXT PRIMARY KEY, first_seq INTEGER NOT NULL UNIQUE, started_at TEXT NOT NULL, ended_at TEXT,
    end_reason TEXT, exit_code INTEGER, message TEXT,
    pid INTEGER, host TEXT, root TEXT, branch TEXT, default_branch TEXT, head TEXT, policy TEXT)`,
  ralph_iterations: `(
    id TEXT PRIMARY KEY, run TEXT NOT NULL, n INTEGER NOT NULL, task_id TEXT NOT NULL, title TEXT, attempt INTEGER,
    branch TEXT, status TEXT NOT NULL, outcome TEXT,
    implementer_dispatches INTEGER NOT NULL DEFAULT 0, fixer_dispatches INTEGER NOT NULL DEFAULT 0,
    calls INTEGER NOT NULL DEFAULT 0, rounds INTEGER NOT NULL DEFAULT 0, notes TEXT, question TEXT,
    started_at TEXT NOT NULL, ended_at TEXT,
    tokens INTEGER NOT NULL DEFAULT 0, tokens_in INTEGER NOT NULL DEFAULT 0, tokens_out INTEGER NOT NULL DEFAULT 0,
    tokens_cached INTEGER NOT NULL DEFAULT 0, cost REAL, cost_estimated INTEGER NOT NULL DEFAULT 0, commit_sha TEXT,
    "commit" TEXT GENERATED ALWAYS AS (commit_sha) VIRTUAL, "end" TEXT GENERATED ALWAYS AS (outcome) VIRTUAL)`,
  ralph_review_verdicts: `(
    id INTEGER PRIMARY KEY, iteration_id TEXT NOT NULL, task_id TEXT, round INTEGER, role TEXT NOT NULL,
    reviewer_agent TEXT, reviewer_family TEXT, reviewer_model TEXT, verdict TEXT NOT NULL, cause TEXT NOT NULL, summary TEXT,
    duration_s REAL NOT NULL, suspicious_quick_verdict INTEGER NOT NULL DEFAULT 0, blocking_issues TEXT NOT NULL, tree TEXT,
    recorded_at TEXT NOT NULL)`,
  ralph_delivery_grades: `(
    id INTEGER PRIMARY KEY, iteration_id TEXT NOT NULL, task_id TEXT, commit_sha TEXT, judge_agent_id TEXT,
    status TEXT NOT NULL DEFAULT 'pending',
    ac_coverage_score INTEGER, ac_coverage_notes TEXT, code_quality_score INTEGER, code_quality_notes TEXT,
    test_quality_score INTEGER, test_quality_notes TEXT, overall_notes TEXT, dispatched_at TEXT NOT NULL, collected_at TEXT)`,
  ralph_status_blocks: `(
    id INTEGER PRIMARY KEY, iteration_id TEXT NOT NULL, task_id TEXT, call INTEGER, block_by TEXT NOT NULL, profile TEXT,
    status TEXT, tasks_completed_this_loop INTEGER, files_modified INTEGER, tests_status TEXT, work_type TEXT,
    exit_signal INTEGER, recommendation TEXT,
    linear_issue TEXT, linear_open_count INTEGER, linear_done_count INTEGER, linear_epic TEXT, linear_epic_done INTEGER,
    linear_epic_total INTEGER, next_intended_issue TEXT,
    usable INTEGER NOT NULL, valid INTEGER NOT NULL, repairs TEXT NOT NULL, faults TEXT NOT NULL, raw_text TEXT,
    recorded_at TEXT NOT NULL)`,
  ralph_gate_runs: `(
    id INTEGER PRIMARY KEY, iteration_id TEXT NOT NULL, run TEXT NOT NULL, task_id TEXT, round INTEGER, verdict TEXT NOT NULL,
    tree TEXT, served INTEGER NOT NULL, commands TEXT NOT NULL, failing TEXT, exit_code INTEGER, problem TEXT,
    duration_s REAL NOT NULL, recorded_at TEXT NOT NULL)`,
  ralph_agent_calls: `(
    id INTEGER PRIMARY KEY, iteration_id TEXT NOT NULL, run TEXT NOT NULL, task_id TEXT, role TEXT NOT NULL, round INTEGER,
    call INTEGER, agent TEXT, family TEXT, model TEXT, session TEXT, exit TEXT NOT NULL, message TEXT,
    tokens_in INTEGER, tokens_out INTEGER, tokens_cached INTEGER, cost REAL, cost_estimated INTEGER NOT NULL,
    duration_s REAL NOT NULL, tool_calls INTEGER, sub_agents INTEGER, retries INTEGER, denials INTEGER,
    prompt_bytes INTEGER, answer_bytes INTEGER, log_path TEXT, started_at TEXT NOT NULL)`,
  ralph_discrepancies: `(
    id INTEGER PRIMARY KEY, iteration_id TEXT NOT NULL, run TEXT NOT NULL, task_id TEXT, field TEXT NOT NULL,
    claimed TEXT, measured TEXT, recorded_at TEXT NOT NULL)`,
  ralph_answers: `(
    id INTEGER PRIMARY KEY, run TEXT NOT NULL, task_id TEXT NOT NULL, text TEXT NOT NULL, answered_by TEXT,
    recorded_at TEXT NOT NULL)`,
  ralph_reviews: `(
    id INTEGER PRIMARY KEY, iteration_id TEXT NOT NULL, run TEXT NOT NULL, task_id TEXT NOT NULL, commit_sha TEXT NOT NULL,
    decision TEXT NOT NULL, revert_sha TEXT, reviewed_by TEXT, recorded_at TEXT NOT NULL)`,
  ralph_tasks: `(task_id TEXT PRIMARY KEY, iterations INTEGER NOT NULL DEFAULT 0, last_session TEXT, last_iteration_id TEXT)`,
};

/** What is looked up by other columns than the key, per table. */
export const indexes: Readonly<Record<string, string>> = {
  ralph_iterations: "(task_id)",
  ralph_review_verdicts: "(iteration_id)",
  ralph_delivery_grades: "(iteration_id)",
  ralph_status_blocks: "(iteration_id)",
  ralph_gate_runs: "(iteration_id)",
  ralph_agent_calls: "(iteration_id)",
  ralph_discrepancies: "(iteration_id)",
  ralph_answers: "(task_id)",
  ralph_reviews: "(iteration_id)",
};
