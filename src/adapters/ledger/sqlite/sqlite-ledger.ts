import { writeFileSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type { Entry, Fact } from "../../../core/fact.ts";
import { type Durability, type Ledger, type LedgerError, type Place } from "../../../ports/ledger.ts";
import { keepFact, type KeptFact } from "../check-fact.ts";
import { entriesAfter } from "./entries.ts";
import { damageMark } from "./inspect-file.ts";
import { LedgerReads } from "./ledger-reads.ts";
import { asLedgerError } from "./sqlite-error.ts";
import { statementsOf, type Statements } from "./statements.ts";
import { layTables, TableKeeper } from "./tables/table-keeper.ts";

// In WAL mode a commit is in the log file, and so in the system's care, under NORMAL; FULL waits until it is on the disk.
const synchronous: Readonly<Record<Durability, string>> = {
  buffered: "PRAGMA synchronous = NORMAL",
  synced: "PRAGMA synchronous = FULL",
};

const insertEvent = `INSERT INTO events (run, iteration, at, kind, payload) VALUES ($run, $iteration, $at, $kind, $payload)`;

/** The ledger in SQLite, open for writing: one transaction an append, events and tables together. */
export class SqliteLedger extends LedgerReads implements Ledger {
  readonly #db: DatabaseSync;
  readonly #statement: Statements;
  readonly #tables: TableKeeper;
  #durability: Durability | null = null;

  /** `db` has to be of the present form already. */
  constructor(db: DatabaseSync, path: string) {
    super(db, path);
    this.#db = db;
    this.#statement = statementsOf(db);
    this.#tables = new TableKeeper(db);
  }

  append(place: Place, facts: readonly Fact[], durability: Durability): readonly Entry[] {
    const kept = facts.map(keepFact);
    if (kept.length === 0) return [];
    return this.#transaction(durability, () => kept.map((fact) => this.#write(place, fact)));
  }

  /** Makes the tables anew from the events alone, and says how many events that were. Until it is through, the old ones stand. */
  rebuild(): number {
    return this.#transaction("synced", () => {
      layTables(this.#db);
      return refill(this.#db, this.path);
    });
  }

  /** Writes all of it to a new file, also where its own file is gone: the open connection still has it. */
  copyTo(file: string): void {
    try {
      this.#statement("VACUUM INTO $file").run({ file });
    } catch (error) {
      throw asLedgerError(error, file);
    }
  }

  #write({ run, iteration, at }: Place, { fact, payload }: KeptFact): Entry {
    const { kind } = fact;
    const { lastInsertRowid } = this.#statement(insertEvent).run({ run, iteration, at, kind, payload });
    const entry: Entry = { seq: Number(lastInsertRowid), run, iteration, at, fact };
    this.#tables.keep(entry);
    return entry;
  }

  #transaction<T>(durability: Durability, body: () => T): T {
    try {
      if (durability !== this.#durability) this.#statement(synchronous[durability]).run();
      this.#durability = durability;
      this.#statement("BEGIN IMMEDIATE").run();
      const result = body();
      this.#statement("COMMIT").run();
      return result;
    } catch (error) {
      this.#undo();
      throw this.#marked(asLedgerError(error, this.path));
    }
  }

  #undo(): void {
    this.#tables.forget();
    try {
      this.#db.exec("ROLLBACK");
    } catch {
      // SQLite has ended the transaction by itself.
    }
  }

  // Damage that shows only here would show again in every run; the mark makes the next start look at the whole file.
  #marked(error: LedgerError): LedgerError {
    if (error.code !== "corrupt") return error;
    try {
      writeFileSync(damageMark(this.path), error.message);
    } catch {
      // Then the next run meets the damage where this one did.
    }
    return error;
  }
}

/** Fills empty tables from the events, within the transaction that is open, and counts them. */
export function refill(db: DatabaseSync, path: string): number {
  const tables = new TableKeeper(db);
  let count = 0;
  for (const entry of entriesAfter(statementsOf(db), path, 0, null)) {
    tables.keep(entry);
    count += 1;
  }
  return count;
}
