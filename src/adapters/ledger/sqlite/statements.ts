import type { DatabaseSync, StatementSync } from "node:sqlite";

/** Gives the prepared statement of an SQL text: prepared once per connection. */
export type Statements = (sql: string) => StatementSync;

/** The prepared statements of one connection. */
export function statementsOf(db: DatabaseSync): Statements {
  const prepared = new Map<string, StatementSync>();
  return (sql) => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    const fresh = db.prepare(sql);
    prepared.set(sql, fresh);
    return fresh;
  };
}
