import { existsSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { bringUpToDate, newer, versionOf } from "./bring-up-to-date.ts";
import { inspectFile } from "./inspect-file.ts";
import { asLedgerError, ledgerError } from "./sqlite-error.ts";
import { SqliteReader } from "./sqlite-reader.ts";

const patience = 2000;

/**
 * Opens the ledger at `path` for looking, also while a run writes to it. Makes no ledger: where there is none yet, what is
 * read is empty. Throws LedgerError for one that is newer or damaged.
 */
export function readSqliteLedger(path: string): SqliteReader {
  try {
    const found = inspectFile(path);
    if (found.kind === "newer") throw newer(path, found.version);
    if (found.kind === "absent" || isBlank(path)) return emptyReader(path);
    if (found.kind === "damaged") throw ledgerError("corrupt", path, found.why);
    return openReader(path);
  } catch (error) {
    throw asLedgerError(error, path);
  }
}

// A run that begins right now has made the file, and nothing in it.
const isBlank = (path: string): boolean => statSync(path).isFile() && statSync(path).size === 0;

function emptyReader(path: string): SqliteReader {
  const db = new DatabaseSync(":memory:");
  bringUpToDate(db, path);
  db.exec("PRAGMA query_only = ON");
  return new SqliteReader(db, path);
}

function openReader(path: string): SqliteReader {
  const db = connect(path);
  try {
    if (versionOf(db, path) > 0) return new SqliteReader(db, path);
  } catch (error) {
    db.close();
    throw error;
  }
  db.close();
  return emptyReader(path);
}

function connect(path: string): DatabaseSync {
  try {
    return checked(new DatabaseSync(path, { readOnly: true }));
  } catch (error) {
    // SQLite wants to share its log's index beside the file. Where the folder can't be written to and there is no log,
    // nobody is writing either, and the file can be taken as it is.
    if (asLedgerError(error, path).code !== "read-only" || existsSync(`${path}-wal`)) throw error;
    const asItIs = pathToFileURL(path);
    asItIs.searchParams.set("immutable", "1");
    return checked(new DatabaseSync(asItIs, { readOnly: true }));
  }
}

// A database is opened no sooner than something is asked of it.
function checked(db: DatabaseSync): DatabaseSync {
  try {
    db.exec(`PRAGMA busy_timeout = ${patience}; PRAGMA query_only = ON`);
    db.prepare("SELECT count(*) FROM sqlite_schema").get();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
