import type { Entry, Fact } from "../core/fact.ts";

/** Raised when the ledger can't be opened, read or written. Nothing is ever half-written. */
export class LedgerError extends Error {
  override readonly name = "LedgerError";
  readonly code: "newer" | "corrupt" | "full" | "read-only" | "locked" | "failed";
  constructor(code: LedgerError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** How sure an append has to be: `buffered` survives a killed process, `synced` a lost power supply too. */
export type Durability = "buffered" | "synced";

/** Where facts go: run and iteration, and the time they became known (ms, UTC). */
export interface Place {
  readonly run: string;
  readonly iteration: number;
  readonly at: number;
}

/** Keeps facts in order, for ever. `append` returns only once the facts are kept, all or none; it throws LedgerError. */
export interface Ledger extends Disposable {
  append(place: Place, facts: readonly Fact[], durability: Durability): readonly Entry[];
  /** The facts of one run, in order. */
  factsOf(run: string): Iterable<Entry>;
  /** The newest run, or null before the first. */
  lastRun(): string | null;
  /** What is remembered over runs about one task: how many iterations, and its last parking that still stands. */
  memoryOf(task: string): TaskMemory;
}

/** What earlier iterations know of a task. */
export interface TaskMemory {
  readonly iterations: number;
  readonly lastSession: string | null;
  /** A person's last answers, oldest first. */
  readonly answers: readonly string[];
}

/** One value in the answer to a query, as JSON carries it. */
export type Cell = string | number | null;

/** The answer to a query: its rows in order, or why there is none, in a sentence for a person. */
export type QueryAnswer =
  | { readonly ok: true; readonly rows: readonly Readonly<Record<string, Cell>>[] }
  | { readonly ok: false; readonly problem: string };

/** Looks at a ledger, also while a run writes to it. Changes nothing; throws LedgerError where nothing can be read. */
export interface LedgerReader extends Pick<Ledger, "factsOf" | "lastRun" | "memoryOf">, Disposable {
  /** The entries of all runs after a sequence number (0: from the first), in order, fetched as they are asked for. */
  entries(after?: number): Iterable<Entry>;
  /** Answers one SQL statement that reads; `$name` in it stands for the value of that name. One that would write is refused. */
  query(sql: string, values?: Readonly<Record<string, Cell>>): QueryAnswer;
}
