import { spawnSync } from "node:child_process";
import * as fc from "fast-check";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test, vi } from "vitest";
import { factKinds, factOfKind } from "../../../testing/fact-arbitrary.ts";
import { bringUpToDate } from "./bring-up-to-date.ts";
import { SqliteLedger } from "./sqlite-ledger.ts";
import { tempFolder } from "../../../testing/temp-folder.ts";

const fresh = () => join(tempFolder("ledger"), "ralph.db");

test("D-5 no statement of a run reads through a table: each finds its rows by an index, however long the history", () => {
  const path = fresh();
  const db = new DatabaseSync(path);
  bringUpToDate(db, path);
  const prepare = vi.spyOn(db, "prepare");
  using ledger = new SqliteLedger(db, path);
  for (const kind of factKinds) {
    ledger.append({ run: "r1", iteration: 1, at: 1 }, fc.sample(factOfKind(kind), 30), "synced");
  }
  ledger.lastRun();
  ledger.memoryOf("A");
  Iterator.from(ledger.factsOf("r1")).next();
  Iterator.from(ledger.entries()).next();
  const statements = prepare.mock.calls
    .map(([sql]) => sql)
    .filter((sql) => /^\s*(SELECT|INSERT|UPDATE|DELETE)/.test(sql));
  prepare.mockRestore();

  expect(statements.length).toBeGreaterThan(15);
  const plans = statements.flatMap((sql) =>
    db
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map((step) => String(step["detail"])),
  );
  const scans = plans.filter(
    (detail) =>
      detail.startsWith("SCAN") && !/USING (COVERING )?INDEX sqlite_autoindex_ralph_runs|CONSTANT/.test(detail),
  );
  expect(scans).toEqual([]);
  expect(plans.filter((detail) => detail.includes("TEMP B-TREE"))).toEqual([]);
});

const hasStrace = spawnSync("strace", ["-V"]).status === 0;
const appendBoth = `
  const { openSqliteLedger } = await import(process.argv[1] + "/open-sqlite-ledger.ts");
  const { writeSync } = await import("node:fs");
  const { ledger } = openSqliteLedger(process.argv[2], { now: Date.now });
  const fact = { kind: "warned", code: "c", severity: "warning", message: "m" };
  for (const durability of ["buffered", "synced", "buffered", "synced"]) {
    writeSync(1, "append " + durability);
    ledger.append({ run: "r", iteration: 1, at: 1 }, [fact], durability);
  }
  writeSync(1, "close");
`;

test.skipIf(!hasStrace)("D-4 a synced append waits for the disk, a buffered one does not", () => {
  const args = [
    "-f",
    "-e",
    "trace=fsync,fdatasync,write",
    process.execPath,
    "--no-warnings",
    "--input-type=module",
    "-e",
  ];
  const { stderr } = spawnSync("strace", [...args, appendBoth, import.meta.dirname, fresh()], { encoding: "utf8" });
  const calls: readonly string[] = stderr.match(/"append \w+"|"close"|f(?:data)?sync\(/g) ?? [];
  const from = calls.indexOf('"append buffered"');
  expect(calls.slice(from, calls.indexOf('"close"'))).toEqual([
    '"append buffered"',
    '"append synced"',
    "fsync(",
    '"append buffered"',
    '"append synced"',
    "fsync(",
  ]);
});
