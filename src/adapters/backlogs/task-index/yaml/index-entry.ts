/** What a key of an entry holds, by its source text: `007` and `1e3` stay what they are. */
export type FieldValue =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] }
  /** Anything that no field of a task can be: a map, or a list of more than words. */
  | { readonly kind: "other" };

/** Something wrong with the text of an entry, at its line (from 1). */
export interface EntryProblem {
  readonly line: number;
  readonly code: string;
  readonly message: string;
}

/** One task as the index has it. `start` and `end` are offsets of its own lines, or of itself in a flow collection. */
export interface IndexEntry {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** Its key, where tasks stand in a map. */
  readonly key: string | null;
  readonly fields: ReadonlyMap<string, FieldValue>;
  readonly problem: EntryProblem | null;
}

/** A whole index. */
export interface IndexReading {
  readonly text: string;
  readonly entries: readonly IndexEntry[];
  /** `entries`: each stands by itself and was read by itself. `document`: anchors or brackets go over several. */
  readonly read: "entries" | "document";
  /** How tasks are listed, and whether one can be put behind the last as lines of its own. */
  readonly form: "list" | "map";
  /** The column of the dash or key of an entry; null where entries are no lines of their own. */
  readonly column: number | null;
  /** Set where nothing can be taken from the text as a whole. */
  readonly problems: readonly EntryProblem[];
}

/** The text of a field; null where it is not there, empty, or `null`. */
export function textOf(entry: IndexEntry, ...keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = entry.fields.get(key);
    if (value?.kind === "text" && !isNothing(value.text)) return value.text.trim();
  }
  return null;
}

/** The words of a list, each once; a text counts as words with commas between. */
export function listOf(entry: IndexEntry, ...keys: readonly string[]): readonly string[] {
  for (const key of keys) {
    const value = entry.fields.get(key);
    if (value === undefined || value.kind === "other") continue;
    const items = value.kind === "list" ? value.items : isNothing(value.text) ? [] : value.text.split(",");
    return [...new Set(items.map((item) => item.trim()).filter((item) => item !== ""))];
  }
  return [];
}

const isNothing = (text: string): boolean => /^(?:|~|null)$/i.test(text.trim());

/** The id of an entry: its `id`, else its key; null where it has none. */
export const idOf = (entry: IndexEntry): string | null => textOf(entry, "id") ?? entry.key;
