import type { DatabaseSync } from "node:sqlite";
import type { Entry } from "../../../core/fact.ts";
import type { TaskMemory } from "../../../ports/ledger.ts";
import { entriesAfter } from "./entries.ts";
import { asLedgerError } from "./sqlite-error.ts";
import { statementsOf, type Statements } from "./statements.ts";

/** What can be read from an open ledger, by whoever has it open. Costs the same however long the history is. */
export class LedgerReads {
  readonly path: string;
  readonly #db: DatabaseSync;
  readonly #statement: Statements;
  #closed = false;

  constructor(db: DatabaseSync, path: string) {
    this.#db = db;
    this.path = path;
    this.#statement = statementsOf(db);
  }

  /** The facts of one run, in order. */
  factsOf(run: string): Iterable<Entry> {
    return this.#guarded(entriesAfter(this.#statement, this.path, 0, run));
  }

  /** The entries of all runs after a sequence number, in order. */
  entries(after = 0): Iterable<Entry> {
    return this.#guarded(entriesAfter(this.#statement, this.path, after, null));
  }

  /** The run that began last, or null before the first. */
  lastRun(): string | null {
    return this.#one((statement) => {
      const row = statement("SELECT id FROM ralph_runs ORDER BY first_seq DESC LIMIT 1").get();
      return row === undefined ? null : String(row["id"]);
    });
  }

  /** What earlier iterations know of a task: counted when they happened, so that nothing is counted again. */
  memoryOf(task: string): TaskMemory {
    return this.#one((statement) => {
      const row = statement("SELECT iterations, last_session FROM ralph_tasks WHERE task_id = $task").get({ task });
      const session = row?.["last_session"] ?? null;
      const answers = statement("SELECT text FROM ralph_answers WHERE task_id = $task ORDER BY id DESC LIMIT 5").all({
        task,
      });
      return {
        iterations: Number(row?.["iterations"] ?? 0),
        lastSession: session === null ? null : String(session),
        answers: answers.map((each) => String(each["text"])).toReversed(),
      };
    });
  }

  /** Closes the file. More than once is as good as once. */
  [Symbol.dispose](): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#db.close();
  }

  #one<T>(read: (statement: Statements) => T): T {
    try {
      return read(this.#statement);
    } catch (error) {
      throw asLedgerError(error, this.path);
    }
  }

  *#guarded(entries: Iterable<Entry>): Generator<Entry> {
    try {
      yield* entries;
    } catch (error) {
      throw asLedgerError(error, this.path);
    }
  }
}
