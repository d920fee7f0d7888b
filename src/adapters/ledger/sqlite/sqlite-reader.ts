import type { DatabaseSync } from "node:sqlite";
import type { Cell, LedgerReader, QueryAnswer } from "../../../ports/ledger.ts";
import { answerQuery } from "./answer-query.ts";
import { LedgerReads } from "./ledger-reads.ts";

/** A ledger open for looking only, beside whoever writes to it. */
export class SqliteReader extends LedgerReads implements LedgerReader {
  readonly #db: DatabaseSync;

  constructor(db: DatabaseSync, path: string) {
    super(db, path);
    this.#db = db;
  }

  query(sql: string, values: Readonly<Record<string, Cell>> = {}): QueryAnswer {
    return answerQuery(this.#db, sql, values);
  }
}
