import type { LedgerReader } from "../../ports/ledger.ts";

/** The last iteration on a task, over all runs; null where it was never worked. */
export function lastIterationOf(
  ledger: Pick<LedgerReader, "query">,
  task: string,
): { readonly run: string; readonly iteration: number } | null {
  const answer = ledger.query(
    "SELECT run, n FROM ralph_iterations WHERE task_id = $task ORDER BY started_at DESC, n DESC LIMIT 1",
    { task },
  );
  const row = answer.ok ? answer.rows[0] : undefined;
  return row === undefined ? null : { run: String(row["run"]), iteration: Number(row["n"]) };
}
