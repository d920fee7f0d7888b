/** A JSON object whose fields nobody has looked at yet. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** True for an object that is neither null nor an array. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The field as text; null where it is missing or of another kind. */
export function textOf(record: JsonRecord, key: string): string | null {
  const value = record[key];
  return typeof value === "string" ? value : null;
}

/** The field as a finite number; null where it is missing or of another kind. */
export function numberOf(record: JsonRecord, key: string): number | null {
  const value = record[key];
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** The field as an object; an empty one where it is missing or of another kind. */
export function recordOf(record: JsonRecord, key: string): JsonRecord {
  const value = record[key];
  return isRecord(value) ? value : {};
}

/** The field's objects; none where it is missing or no array. */
export function recordsOf(record: JsonRecord, key: string): readonly JsonRecord[] {
  const value = record[key];
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** What one line of a JSON-lines stream turned out to be. `lost` lines could not be read, now or at any later time. */
export interface LineReading {
  readonly record: JsonRecord | null;
  readonly lost: readonly string[];
}

/** Reads JSON lines one by one and mends a record that raw line feeds inside a string cut into several lines. */
export interface JsonLines {
  push(line: string): LineReading;
  /** The pieces still held when the stream ended. */
  rest(): readonly string[];
}

const maxHeldLines = 64;
const maxHeldChars = 1_000_000;

/** A fresh reader; its memory is bounded by one megabyte of pieces held for mending. */
export function jsonLines(): JsonLines {
  let held: string[] = [];
  const drop = (): readonly string[] => {
    const lost = held;
    held = [];
    return lost;
  };
  return {
    push(raw) {
      const line = raw.replace(/\r$/, "").replace(/^\uFEFF/, "");
      if (line.trim() === "") return { record: null, lost: [] };
      const record = parse(line);
      if (record !== null) return { record, lost: drop() };
      if (line.startsWith("{")) {
        const lost = drop();
        if (line.length > maxHeldChars) return { record: null, lost: [...lost, line] };
        held = [line];
        return { record: null, lost };
      }
      if (held.length === 0) return { record: null, lost: [line] };
      held.push(line);
      const mended = line.trimEnd().endsWith("}") ? parse(held.join("\\n")) : null;
      if (mended !== null) held = [];
      const tooMuch = held.length > maxHeldLines || held.reduce((sum, piece) => sum + piece.length, 0) > maxHeldChars;
      return { record: mended, lost: tooMuch ? drop() : [] };
    },
    rest: drop,
  };
}

function parse(line: string): JsonRecord | null {
  return parseStrictly(line) ?? (line.includes("\0") ? parseStrictly(line.replaceAll("\0", "")) : null);
}

function parseStrictly(line: string): JsonRecord | null {
  // A cheap look first: most stray lines are no JSON, and an exception costs more than a comparison.
  if (!/^\s*\{/.test(line)) return null;
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
