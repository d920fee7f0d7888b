import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import type { Cell, QueryAnswer } from "../../../ports/ledger.ts";

// A read-only connection refuses to write to the ledger, but VACUUM INTO and ATTACH would still make other files.
const readingWords = ["SELECT", "WITH", "VALUES", "EXPLAIN"];

const withoutComments = (sql: string): string => sql.replaceAll(/--[^\n]*|\/\*[^]*?(?:\*\/|$)/g, " ");

const firstWord = (sql: string): string => /[A-Za-z]+/.exec(withoutComments(sql))?.[0].toUpperCase() ?? "";

function toCell(value: SQLOutputValue): Cell {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString("hex");
  return value;
}

const isEmpty = (sql: string): boolean => withoutComments(sql).replaceAll(/[;\s]/g, "") === "";

/**
 * Answers one reading statement on a connection that can't write; `values` are bound to its `$names`. Integers too big for JSON come
 * as text, bytes as hex.
 */
export function answerQuery(db: DatabaseSync, sql: string, values: Readonly<Record<string, Cell>>): QueryAnswer {
  if (isEmpty(sql)) return refused("There is no SQL in the query.");
  const word = firstWord(sql);
  if (!readingWords.includes(word))
    return refused(
      `A query of the ledger only reads, and begins with ${readingWords.join(", ")}; this one begins with ${word}.`,
    );
  try {
    const statement = db.prepare(sql);
    // SQLite prepares the first statement alone and would leave out the others without a word.
    if (!isEmpty(sql.slice(statement.sourceSQL.length)))
      return refused("A query of the ledger is one statement; this is more.");
    statement.setReadBigInts(true);
    const rows = statement.all(values);
    return {
      ok: true,
      rows: rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toCell(value)]))),
    };
  } catch (error) {
    return refused(`SQLite can't answer: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

const refused = (problem: string): QueryAnswer => ({ ok: false, problem });
