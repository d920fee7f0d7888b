import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { warned } from "../../../testing/sample-facts.ts";
import { openSqliteLedger } from "./open-sqlite-ledger.ts";
import { readSqliteLedger } from "./read-sqlite-ledger.ts";
import { tempFolder } from "../../../testing/temp-folder.ts";

const folder = () => tempFolder("ledger");

function filled(): string {
  const path = join(folder(), "ralph.db");
  using ledger = openSqliteLedger(path, { now: Date.now }).ledger;
  ledger.append({ run: "r1", iteration: 1, at: 1_700_000_000_000 }, [warned("a"), warned("b")], "buffered");
  return path;
}

test.each([
  [
    "SELECT seq, kind FROM events",
    [
      { seq: 1, kind: "warned" },
      { seq: 2, kind: "warned" },
    ],
  ],
  ["  -- how many\n/* of them */ select count(*) as n from events; -- done", [{ n: 2 }]],
  ["WITH few AS (SELECT * FROM events LIMIT 1) SELECT at FROM few", [{ at: 1_700_000_000_000 }]],
  [
    "VALUES (9223372036854775807, 1.5, x'00ff', NULL)",
    [{ column1: "9223372036854775807", column2: 1.5, column3: "00ff", column4: null }],
  ],
  ["SELECT name FROM pragma_table_info('ralph_runs') LIMIT 1", [{ name: "id" }]],
  ["SELECT ';' AS mark", [{ mark: ";" }]],
])("D-7 %s is answered", (sql, rows) => {
  using reader = readSqliteLedger(filled());
  expect(reader.query(sql)).toEqual({ ok: true, rows });
});

test.each([
  "DELETE FROM ralph_iterations",
  "WITH few AS (SELECT 1) DELETE FROM ralph_iterations",
  "INSERT INTO events (run, iteration, at, kind, payload) VALUES ('r', 1, 1, 'k', '{}') RETURNING seq",
  "DROP TABLE events",
  "PRAGMA query_only = OFF",
  "ATTACH 'new.db' AS other",
  "VACUUM INTO 'new.db'",
  "SELECT 1; DELETE FROM ralph_iterations",
  "SELECT load_extension('x')",
  "selct 1",
  "SELECT * FROM nothing",
  " -- nothing but a comment",
  "",
])("D-7 %s is refused with a reason, and changes nothing", (sql) => {
  const path = filled();
  using reader = readSqliteLedger(path);
  const answer = reader.query(sql);
  expect(answer).toMatchObject({ ok: false, problem: expect.stringMatching(/\.$/) });
  expect(reader.query("SELECT count(*) AS n FROM events")).toEqual({ ok: true, rows: [{ n: 2 }] });
  expect(readdirSync(join(path, "..")).filter((name) => !name.startsWith("ralph.db"))).toEqual([]);
  expect(readdirSync(".")).not.toContain("new.db");
});

test("D-7 values are bound to the names of a query, never read as SQL", () => {
  using reader = readSqliteLedger(filled());
  const sql = "SELECT count(*) AS n FROM events WHERE run = $run";
  expect(reader.query(sql, { run: "r1" })).toEqual({ ok: true, rows: [{ n: 2 }] });
  expect(reader.query(sql, { run: "r1' OR '1'='1" })).toEqual({ ok: true, rows: [{ n: 0 }] });
});

test("a reader makes no ledger where there is none, and what it reads is empty", () => {
  const dir = folder();
  using reader = readSqliteLedger(join(dir, "ralph.db"));
  expect(reader.lastRun()).toBeNull();
  expect([...reader.entries()]).toEqual([]);
  expect(reader.query("SELECT * FROM ralph_iterations")).toEqual({ ok: true, rows: [] });
  expect(reader.query("DELETE FROM ralph_iterations")).toMatchObject({ ok: false });
  expect(readdirSync(dir)).toEqual([]);
});

test("entries are read from where a reader left off", () => {
  using reader = readSqliteLedger(filled());
  expect([...reader.entries(1)].map((entry) => entry.seq)).toEqual([2]);
});
