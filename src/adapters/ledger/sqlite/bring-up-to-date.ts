import type { DatabaseSync } from "node:sqlite";
import { ledgerError } from "./sqlite-error.ts";
import { refill } from "./sqlite-ledger.ts";
import { applicationId, migrations } from "./tables/schema.ts";
import { layTables } from "./tables/table-keeper.ts";

const number = (db: DatabaseSync, sql: string): number => Number(Object.values(db.prepare(sql).get() ?? {})[0]);

/** How many migrations an open file has seen. Throws LedgerError for one that is newer than this program, or not ours. */
export function versionOf(db: DatabaseSync, path: string): number {
  const version = number(db, "PRAGMA user_version");
  const application = number(db, "PRAGMA application_id");
  const isBlank = number(db, "SELECT count(*) FROM sqlite_schema") === 0;
  if (application !== applicationId && !isBlank)
    throw ledgerError("failed", path, "it is a database of another program");
  if (version > migrations.length) throw newer(path, version);
  return version;
}

/** The refusal of a ledger of version `version`. */
export const newer = (path: string, version: number) =>
  ledgerError("newer", path, `its version is ${version}, this program knows ${migrations.length}`);

/** Takes an open file through the migrations that it has not seen, all or none. */
export function bringUpToDate(db: DatabaseSync, path: string): void {
  if (versionOf(db, path) === migrations.length) return;
  db.exec("BEGIN IMMEDIATE");
  try {
    // Asked again: somebody else may have been first.
    const missing = migrations.slice(versionOf(db, path));
    for (const { sql } of missing) db.exec(sql);
    if (missing.some((migration) => migration.refill)) {
      layTables(db);
      refill(db, path);
    }
    db.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migrations.length}; COMMIT`);
  } catch (error) {
    db.exec("ROLLBACK");
    throw error;
  }
}
