import type { SQLOutputValue } from "node:sqlite";
import type { Entry, Fact } from "../../../core/fact.ts";
import { ledgerError } from "./sqlite-error.ts";
import type { Statements } from "./statements.ts";

const pageSize = 500;

/** The columns of an entry, in the order of its making. */
const columns = "seq, run, iteration, at, kind, payload";

// What was checked when it was appended is not checked again.
function toEntry(row: Record<string, SQLOutputValue>, path: string): Entry {
  try {
    const fact: Fact = { kind: row["kind"], ...JSON.parse(String(row["payload"])) };
    return {
      seq: Number(row["seq"]),
      run: String(row["run"]),
      iteration: Number(row["iteration"]),
      at: Number(row["at"]),
      fact,
    };
  } catch (cause) {
    throw ledgerError("corrupt", path, `event ${Number(row["seq"])} can't be read`, cause);
  }
}

/**
 * Entries after a sequence number, of one run or of all, in order. Fetched page by page, so that no reading is left open
 * between two entries and memory stays flat.
 */
export function* entriesAfter(
  statement: Statements,
  path: string,
  after: number,
  run: string | null,
): Generator<Entry> {
  const select =
    run === null
      ? statement(`SELECT ${columns} FROM events WHERE seq > $after ORDER BY seq LIMIT ${pageSize}`)
      : statement(`SELECT ${columns} FROM events WHERE run = $run AND seq > $after ORDER BY seq LIMIT ${pageSize}`);
  let last = after;
  for (;;) {
    const rows = select.all(run === null ? { after: last } : { after: last, run });
    for (const row of rows) yield toEntry(row, path);
    if (rows.length < pageSize) return;
    last = Number(rows.at(-1)?.["seq"]);
  }
}
