import type { DatabaseSync } from "node:sqlite";
import type { Entry, FactKind } from "../../../../core/fact.ts";
import { statementsOf, type Statements } from "../statements.ts";
import { type EntryOf, isoTime } from "./projection.ts";
import { projections } from "./projections.ts";
import { indexes, tables } from "./schema.ts";

/** Makes the tables anew, empty. */
export function layTables(db: DatabaseSync): void {
  for (const [name, columns] of Object.entries(tables)) {
    db.exec(`DROP TABLE IF EXISTS ${name}; CREATE TABLE ${name} ${columns}`);
  }
  for (const [name, columns] of Object.entries(indexes)) {
    db.exec(`CREATE INDEX ${name}_by_${columns.replaceAll(/\W/g, "")} ON ${name} ${columns}`);
  }
}

/** Keeps the tables of one connection in step with the events. To be called within the transaction of the event. */
export class TableKeeper {
  readonly #statement: Statements;
  #begun: string | null = null;

  constructor(db: DatabaseSync) {
    this.#statement = statementsOf(db);
  }

  keep<K extends FactKind>(entry: EntryOf<K>): void {
    this.#begin(entry);
    for (const projection of projections[entry.fact.kind]) {
      for (const row of projection.rows(entry)) this.#statement(projection.sql).run(row);
    }
  }

  /** Forgets which run is under way: after a transaction that was rolled back. */
  forget(): void {
    this.#begun = null;
  }

  // A run begins with its first fact, whatever that is: an early end has no start.
  #begin({ run, seq, at }: Pick<Entry, "run" | "seq" | "at">): void {
    if (run === this.#begun) return;
    this.#statement(
      "INSERT INTO ralph_runs (id, first_seq, started_at) VALUES ($run, $seq, $at) ON CONFLICT DO NOTHING",
    ).run({
      run,
      seq,
      at: isoTime(at),
    });
    this.#begun = run;
  }
}
