import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { openSqliteLedger } from "../../src/adapters/ledger/sqlite/open-sqlite-ledger.ts";
import { readSqliteLedger } from "../../src/adapters/ledger/sqlite/read-sqlite-ledger.ts";
import { tables } from "../../src/adapters/ledger/sqlite/tables/schema.ts";
import { viewOf } from "../../src/core/summary.ts";
import { foldRun } from "../../src/loop/starting/recover.ts";
import { runJson } from "../../src/show/report/run-json.ts";

/**
 * Holds a ledger against what a run printed: its facts folded again give the same state and every figure, and the tables made
 * anew from the facts are the tables that were kept (D-1). A run that was refused at the door has no facts.
 */
export function expectLedgerAgrees(path: string, printed: ReturnType<typeof runJson>): void {
  if (!existsSync(path)) return;
  using reader = readSqliteLedger(path);
  const entries = [...reader.factsOf(printed.run)];
  const view = viewOf(entries);
  if (view !== null) {
    expect(runJson(view, printed.next)).toEqual(printed);
    expect(foldRun(entries)).toEqual(view.state);
  }
  expectTablesAgree(path);
}

function expectTablesAgree(path: string): void {
  const folder = mkdtempSync(join(tmpdir(), "ralph-ledger-"));
  try {
    const copy = join(folder, "ralph.db");
    for (const end of ["", "-wal", "-shm"]) if (existsSync(path + end)) cpSync(path + end, copy + end);
    const kept = contentOf(copy);
    const { ledger } = openSqliteLedger(copy, { now: Date.now });
    ledger.rebuild();
    ledger[Symbol.dispose]();
    expect(contentOf(copy)).toEqual(kept);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function contentOf(path: string): Readonly<Record<string, unknown>> {
  using reader = readSqliteLedger(path);
  return Object.fromEntries(
    Object.keys(tables).map((table) => {
      const answer = reader.query(`SELECT * FROM ${table}`);
      if (!answer.ok) throw new Error(answer.problem);
      return [table, answer.rows];
    }),
  );
}
