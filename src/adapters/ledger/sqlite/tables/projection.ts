import type { Entry, FactKind, FactOf } from "../../../../core/fact.ts";

/** What a column takes. */
export type SqlValue = string | number | null;

/** A row for a statement: its named values. */
export type Row = Readonly<Record<string, SqlValue>>;

/** An entry of one kind. */
export type EntryOf<K extends FactKind> = Omit<Entry, "fact"> & { readonly fact: { readonly kind: K } & FactOf<K> };

/** One statement that a kind of fact calls for, once for each row. */
export interface Projection<K extends FactKind> {
  readonly sql: string;
  rows(entry: EntryOf<K>): readonly Row[];
}

/** The key of an iteration in every table: `<run>/<n>`. */
export const iterationId = (place: Pick<Entry, "run" | "iteration">): string => `${place.run}/${place.iteration}`;

/** Milliseconds as people and SQLite's date functions read them. */
export const isoTime = (ms: number): string => new Date(ms).toISOString();

/** Milliseconds as seconds. */
export const seconds = (ms: number): number => ms / 1000;

/** A value of any kind in one cell: texts as they are, else JSON. */
export const cellOf = (value: unknown): SqlValue => {
  if (value === undefined || value === null) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
};

/** A projection of exactly one row. */
export const once = <K extends FactKind>(sql: string, row: (entry: EntryOf<K>) => Row): Projection<K> => ({
  sql,
  rows: (entry) => [row(entry)],
});

/** Inserts a row with these columns; `iteration_id` has to be among them, and the task of that iteration stands beside it. */
export const insertForTask = (table: string, columns: readonly string[]): string =>
  `INSERT INTO ${table} (task_id, ${columns.join(", ")})
   VALUES ((SELECT task_id FROM ralph_iterations WHERE id = $iteration_id), ${columns.map((name) => `$${name}`).join(", ")})`;
