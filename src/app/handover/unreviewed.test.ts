import { join } from "node:path";
import { expect, test } from "vitest";
import { openSqliteLedger } from "../../adapters/ledger/sqlite/open-sqlite-ledger.ts";
import { readSqliteLedger } from "../../adapters/ledger/sqlite/read-sqlite-ledger.ts";
import { taskClaimed, workLanded } from "../../testing/sample-facts.ts";
import { runStarted } from "../../testing/sample-run.ts";
import { tempFolder } from "../../testing/temp-folder.ts";
import { unreviewed } from "./unreviewed.ts";

/** A ledger of runs with so many landings each, one run after the other. */
function ledgerOf(runs: Readonly<Record<string, number>>): string {
  const path = join(tempFolder("unreviewed"), "ralph.db");
  using ledger = openSqliteLedger(path, { now: Date.now }).ledger;
  let at = 1_700_000_000_000;
  for (const [run, landings] of Object.entries(runs)) {
    ledger.append({ run, iteration: 0, at: (at += 1_000) }, [runStarted()], "buffered");
    for (let n = 1; n <= landings; n += 1)
      ledger.append({ run, iteration: n, at: (at += 1_000) }, [taskClaimed(`ABC-${n}`), workLanded()], "buffered");
  }
  return path;
}

test("P-45 a run that is named has all of its landings, however many there were since", () => {
  using ledger = readSqliteLedger(ledgerOf({ old: 2, newer: 200 }));
  expect(unreviewed(ledger, "old").map(({ detail }) => `${detail.run} ${detail.claim.task.id}`)).toEqual([
    "old ABC-1",
    "old ABC-2",
  ]);
  expect(unreviewed(ledger, null)).toHaveLength(200);
  expect(unreviewed(ledger, "old' OR '1'='1")).toEqual([]);
});
