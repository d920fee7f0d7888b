import * as fc from "fast-check";
import { join } from "node:path";
import { expect, test } from "vitest";
import { anyFact, factKinds, factOfKind } from "../../../testing/fact-arbitrary.ts";
import { agentFinished, iterationRecorded, taskClaimed, warned, workLanded } from "../../../testing/sample-facts.ts";
import { openSqliteLedger } from "./open-sqlite-ledger.ts";
import { readSqliteLedger } from "./read-sqlite-ledger.ts";
import { tables } from "./tables/schema.ts";
import { tempFolder } from "../../../testing/temp-folder.ts";

const fresh = () => join(tempFolder("ledger"), "ralph.db");
const place = (run: string, iteration: number) => ({ run, iteration, at: 1_700_000_000_000 });
const open = (path: string) => openSqliteLedger(path, { now: Date.now }).ledger;

function rowsOf(path: string, sql: string) {
  using reader = readSqliteLedger(path);
  const answer = reader.query(sql);
  if (!answer.ok) throw new Error(answer.problem);
  return answer.rows;
}

const contentOf = (path: string) =>
  Object.fromEntries(Object.keys(tables).map((table) => [table, rowsOf(path, `SELECT * FROM ${table}`)]));

const anyAppend = fc.record({
  run: fc.constantFrom("r1", "r2"),
  iteration: fc.nat(2),
  facts: fc.array(anyFact, { minLength: 1, maxLength: 4 }),
});

test("D-1 the tables that are made from the events alone are the tables that were kept beside them", () => {
  const streams = fc.array(anyAppend, { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(streams, (appends) => {
      const path = fresh();
      using ledger = open(path);
      for (const { run, iteration, facts } of appends) ledger.append(place(run, iteration), facts, "buffered");
      const kept = contentOf(path);
      const events = appends.reduce((sum, { facts }) => sum + facts.length, 0);
      expect(ledger.rebuild()).toBe(events);
      expect(contentOf(path)).toEqual(kept);
    }),
    { numRuns: 12 },
  );
});

test.each(factKinds)("a fact %s is kept and read back", (kind) => {
  using ledger = open(fresh());
  ledger.append(place("r1", 1), [taskClaimed("A")], "buffered");
  for (const fact of fc.sample(factOfKind(kind), 20)) {
    const given = ledger.append(place("r1", 1), [fact], "buffered");
    expect([...ledger.entries((given[0]?.seq ?? 0) - 1)]).toEqual(given);
  }
});

test("D-2 an iteration's row tells what was dispatched, spent and landed", () => {
  const path = fresh();
  using ledger = open(path);
  const calls = [agentFinished(), agentFinished({ role: "fixer", round: 2, costUsd: null, usage: null })];
  ledger.append(place("r1", 1), [taskClaimed("ABC-1"), ...calls, workLanded("abc"), iterationRecorded()], "buffered");
  expect(rowsOf(path, "SELECT * FROM ralph_iterations")).toMatchObject([
    {
      id: "r1/1",
      run: "r1",
      n: 1,
      task_id: "ABC-1",
      status: "done",
      implementer_dispatches: 1,
      fixer_dispatches: 1,
      rounds: 2,
      notes: "abc",
      tokens: 100,
      cost: 0.5,
      commit: "abc",
      end: "landed",
    },
  ]);
});

test("D-2a an iteration stands as claimed until it is recorded, and escalated means needs-human-review", () => {
  const path = fresh();
  using ledger = open(path);
  const status = () => rowsOf(path, "SELECT status FROM ralph_iterations")[0]?.["status"];
  ledger.append(place("r1", 1), [taskClaimed("A")], "buffered");
  expect(status()).toBe("claimed");
  ledger.append(place("r1", 1), [iterationRecorded({ outcome: "escalated" })], "buffered");
  expect(status()).toBe("needs-human-review");
});

test("D-2 money that nobody told is unknown, not nothing", () => {
  const path = fresh();
  using ledger = open(path);
  ledger.append(place("r1", 1), [taskClaimed("A"), agentFinished({ costUsd: null })], "buffered");
  expect(rowsOf(path, "SELECT cost FROM ralph_iterations")).toEqual([{ cost: null }]);
});

test("D-2 what was claimed and what was measured stand side by side", () => {
  const path = fresh();
  using ledger = open(path);
  const discrepancies = [{ field: "filesModified", claimed: 3, measured: [1, 2] }];
  ledger.append(place("r1", 1), [taskClaimed("A"), iterationRecorded({ discrepancies })], "buffered");
  expect(rowsOf(path, "SELECT task_id, field, claimed, measured FROM ralph_discrepancies")).toEqual([
    { task_id: "A", field: "filesModified", claimed: "3", measured: "[1,2]" },
  ]);
});

// The names are what people's scripts rely on; more columns may come, none may go.
test.each([
  [
    "ralph_iterations",
    'id, task_id, status, implementer_dispatches, fixer_dispatches, rounds, notes, started_at, ended_at, run, end, tokens, cost, "commit"',
  ],
  [
    "ralph_review_verdicts",
    "iteration_id, task_id, round, reviewer_model, verdict, duration_s, suspicious_quick_verdict, blocking_issues, recorded_at",
  ],
  [
    "ralph_delivery_grades",
    "iteration_id, task_id, commit_sha, judge_agent_id, status, ac_coverage_score, ac_coverage_notes, code_quality_score, code_quality_notes, test_quality_score, test_quality_notes, overall_notes, dispatched_at, collected_at",
  ],
  [
    "ralph_status_blocks",
    "iteration_id, profile, status, tasks_completed_this_loop, files_modified, tests_status, work_type, exit_signal, recommendation, linear_issue, linear_open_count, linear_done_count, linear_epic, linear_epic_done, linear_epic_total, next_intended_issue, usable, valid, repairs, faults, raw_text",
  ],
  ["ralph_agent_calls", "role, agent, model, session, exit, tokens_in, tokens_out, tokens_cached, cost, duration_s"],
  ["ralph_runs", "id, started_at, ended_at, end_reason, exit_code"],
  ["ralph_gate_runs", "iteration_id, verdict, commands, duration_s"],
  ["ralph_discrepancies", "iteration_id, field, claimed, measured"],
])("D-2 %s has the columns that people query, before the first run too", (table, columns) => {
  expect(rowsOf(fresh(), `SELECT ${columns} FROM ${table}`)).toEqual([]);
});

test("D-1 the events can't be changed or removed, whoever has the file open", async () => {
  const path = fresh();
  using ledger = open(path);
  ledger.append(place("r1", 1), [warned("a")], "buffered");
  const { DatabaseSync } = await import("node:sqlite");
  const other = new DatabaseSync(path);
  expect(() => other.exec("UPDATE events SET at = 0")).toThrow(/append only/);
  expect(() => other.exec("DELETE FROM events")).toThrow(/append only/);
  other.close();
});
