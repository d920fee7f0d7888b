import { mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { bringUpToDate, newer, versionOf } from "./bring-up-to-date.ts";
import { damageMark, inspectFile, isMarkedDamaged } from "./inspect-file.ts";
import { moveAside } from "./move-aside.ts";
import { asLedgerError, ledgerError } from "./sqlite-error.ts";
import { SqliteLedger } from "./sqlite-ledger.ts";

/** How the ledger was found. `recovered`: it was damaged, was moved to `movedTo`, and an empty one stands in its place. */
export type Opened =
  | { readonly kind: "fresh" }
  | { readonly kind: "existing" }
  | { readonly kind: "recovered"; readonly movedTo: string; readonly why: string };

/** A ledger that is open for writing, and how it was found. */
export interface OpenedLedger {
  readonly ledger: SqliteLedger;
  readonly opened: Opened;
}

/** How long another process may hold the file before an append fails as `locked`, in ms. */
const patience = 5000;

/**
 * Opens the ledger at `path` for writing, making it and its folder where they are not. A newer one is refused untouched; a
 * damaged one is moved aside, once (F205). Throws LedgerError. `now` (ms) names the file moved aside.
 */
export function openSqliteLedger(path: string, { now }: { readonly now: () => number }): OpenedLedger {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const found = inspectFile(path);
    switch (found.kind) {
      case "newer":
        throw newer(path, found.version);
      case "absent":
        return { ledger: open(path), opened: { kind: "fresh" } };
      case "damaged":
        return recover(path, now(), found.why);
      case "sound":
        return openSound(path, now);
    }
  } catch (error) {
    throw asLedgerError(error, path);
  }
}

function openSound(path: string, now: () => number): OpenedLedger {
  try {
    return { ledger: open(path), opened: { kind: "existing" } };
  } catch (error) {
    const known = asLedgerError(error, path);
    if (known.code !== "corrupt") throw known;
    return recover(path, now(), known.cause instanceof Error ? known.cause.message : known.message);
  }
}

function recover(path: string, now: number, why: string): OpenedLedger {
  const movedTo = moveAside(path, now);
  return { ledger: open(path), opened: { kind: "recovered", movedTo, why } };
}

function open(path: string): SqliteLedger {
  const db = new DatabaseSync(path);
  try {
    db.exec(`PRAGMA busy_timeout = ${patience}`);
    // Before anything is changed: it may be a newer one, or another program's.
    versionOf(db, path);
    // `fullfsync` is for macOS, where a plain fsync stops at the disk's own cache.
    db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA fullfsync = ON");
    if (isMarkedDamaged(path)) checkWhole(db, path);
    bringUpToDate(db, path);
    return new SqliteLedger(db, path);
  } catch (error) {
    db.close();
    throw error;
  }
}

// Reads the whole file: only after damage was met, since the time it takes grows with the history.
function checkWhole(db: DatabaseSync, path: string): void {
  const answer = Object.values(db.prepare("PRAGMA quick_check(1)").get() ?? {})[0];
  if (answer !== "ok") throw ledgerError("corrupt", path, String(answer), new Error(String(answer)));
  rmSync(damageMark(path), { force: true });
}
