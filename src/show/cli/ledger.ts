import type { Entry } from "../../core/fact.ts";
import type { Cell, LedgerReader } from "../../ports/ledger.ts";
import { count, isoTime } from "../text/words.ts";
import type { CommandAnswer } from "./command-answer.ts";

/** The forms that a ledger can be exported in. */
export const exportFormats = ["jsonl", "csv"] as const;
export type ExportFormat = (typeof exportFormats)[number];

type Row = Readonly<Record<string, Cell>>;

const badUse = 2;

/** `ralph ledger query SQL`: rows as a table for people, as a JSON array for programs. A refused query exits 2 and says why. */
export function ledgerQuery(reader: LedgerReader, sql: string, { json }: { readonly json: boolean }): CommandAnswer {
  const answer = reader.query(sql);
  if (!answer.ok) return { stdout: "", stderr: `${answer.problem}\n`, exitCode: badUse };
  const stdout = json ? `${JSON.stringify(answer.rows)}\n` : tableOf(answer.rows);
  return { stdout, stderr: "", exitCode: 0 };
}

/** `ralph ledger export`: every event as text, piece by piece, so that a long history needs no memory. */
export function* ledgerExport(reader: LedgerReader, format: ExportFormat): Generator<string> {
  const form = formats[format];
  yield form.head;
  for (const entry of reader.entries()) yield form.line(entry);
}

/** `ralph ledger rebuild`: `rebuild` makes the tables anew from the events and tells how many those were. */
export function ledgerRebuild(rebuild: () => number, { json }: { readonly json: boolean }): CommandAnswer {
  const events = rebuild();
  const stdout = json
    ? `${JSON.stringify({ events })}\n`
    : `The tables were made anew from ${count(events, "event")}.\n`;
  return { stdout, stderr: "", exitCode: 0 };
}

const formats: Readonly<Record<ExportFormat, { readonly head: string; line(entry: Entry): string }>> = {
  jsonl: { head: "", line: (entry) => `${JSON.stringify(entry)}\n` },
  csv: { head: "seq,run,iteration,at,kind,payload\n", line: csvLine },
};

function csvLine({ seq, run, iteration, at, fact }: Entry): string {
  const { kind, ...payload } = fact;
  const fields = [seq, run, iteration, isoTime(at), kind, JSON.stringify(payload)];
  return `${fields.map((field) => csvField(String(field))).join(",")}\n`;
}

// RFC 4180, with the line feed alone that Unix tools expect.
const csvField = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const widestCell = 60;

function tableOf(rows: readonly Row[]): string {
  const [first] = rows;
  if (first === undefined) return "No rows.\n";
  const names = Object.keys(first);
  const lines = [names, ...rows.map((row) => names.map((name) => cellText(row[name] ?? null)))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const drawn = lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return `${drawn.join("\n")}\n`;
}

// What agents wrote may hold line breaks and terminal codes; in a table for people they are blanks.
function cellText(cell: Cell): string {
  const text = cell === null ? "" : String(cell).replaceAll(/\p{Cc}+/gu, " ");
  return text.length > widestCell ? `${text.slice(0, widestCell - 1)}…` : text;
}
