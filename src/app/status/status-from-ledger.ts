import { readSqliteLedger } from "../../adapters/ledger/sqlite/read-sqlite-ledger.ts";
import { viewOf } from "../../core/summary.ts";
import { statusJson, type StatusJson } from "../../show/status/status-json.ts";

/** The status of the last run as its facts tell it; null before the first. */
export function statusFromLedger(path: string): StatusJson | null {
  using ledger = readSqliteLedger(path);
  const last = ledger.lastRun();
  const view = last === null ? null : viewOf(ledger.factsOf(last));
  return view === null ? null : statusJson(view, view.stage, null);
}
