import { markdownLines, plainText, type Table, tablesIn, type TableRow } from "../../markdown-lines.ts";
import { spliced, type Splice } from "../../splice.ts";

/** A row of the index document that stands for a task: the bytes of its status cell. */
export interface IndexRow {
  readonly id: string;
  readonly line: number;
  readonly status: string;
  readonly start: number;
  readonly end: number;
}

/** The index document as far as it says how tasks stand. */
export interface IndexRows {
  readonly text: string;
  readonly rows: ReadonlyMap<string, readonly IndexRow[]>;
  /** Tables that tasks can stand in. */
  readonly tables: readonly Table[];
}

const columnOf = (header: TableRow, name: RegExp): number =>
  header.cells.findIndex(({ text }) => name.test(plainText(text)));

/** Reads the rows of all tables that have a column Status; a row's first cell is the id. */
export function readRows(text: string): IndexRows {
  const tables = tablesIn(markdownLines(text)).filter(({ header }) => columnOf(header, /^status$/i) > 0);
  const found = tables.flatMap(({ header, rows }) => {
    const column = columnOf(header, /^status$/i);
    return rows.flatMap((row): IndexRow[] => {
      const id = plainText(row.cells[0]?.text ?? "");
      const cell = row.cells[column];
      if (id === "" || cell === undefined) return [];
      return [{ id, line: row.line, ...withoutMarks(cell) }];
    });
  });
  return { text, rows: Map.groupBy(found, ({ id }) => id), tables };
}

function withoutMarks({ text, start }: { readonly text: string; readonly start: number }) {
  const lead = /^[*_`~]*/.exec(text)?.[0].length ?? 0;
  const tail = /[*_`~]*$/.exec(text.slice(lead))?.[0].length ?? 0;
  const status = text.slice(lead, text.length - tail);
  return { status, start: start + lead, end: start + lead + status.length };
}

/** The document with another status in every row of the task. */
export function withRowStatus(rows: IndexRows, id: string, status: string): string {
  const splices: readonly Splice[] = (rows.rows.get(id) ?? []).map((row) => ({
    start: row.start,
    end: row.end,
    text: row.start === row.end ? padded(rows.text, row.start, status) : status,
  }));
  return spliced(rows.text, splices);
}

/* An empty cell may have no space around it. */
const padded = (text: string, at: number, status: string): string =>
  `${text.charAt(at - 1) === "|" ? " " : ""}${status}${text.charAt(at) === "|" ? " " : ""}`;

/** What a new row says. */
export interface NewRow {
  readonly id: string;
  readonly title: string;
  readonly status: string;
}

const newDocument = "# Product\n\n| ID | Title | Status |\n| --- | --- | --- |\n";

/** The document with rows for tasks that had none, behind the last row of the last table of tasks. */
export function withNewRows(text: string, news: readonly NewRow[]): string {
  if (news.length === 0) return text;
  const { tables } = readRows(text);
  const table = tables.at(-1);
  const eol = /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";
  if (table === undefined) {
    const gap = text === "" ? "" : text.endsWith("\n") || text.endsWith("\r") ? eol : eol + eol;
    const made = text === "" ? newDocument : newDocument.split("\n").slice(2).join("\n");
    return withNewRows(`${text}${gap}${made.replaceAll("\n", eol)}`, news);
  }
  const lines = news.map((row) => lineFor(row, table.header)).join(eol);
  const before = text.slice(0, table.end);
  const lead = /[\r\n]$/.test(before) ? "" : eol;
  const rest = text.slice(table.end);
  return `${before}${lead}${lines}${rest === "" && lead !== "" ? "" : eol}${rest}`;
}

function lineFor({ id, title, status }: NewRow, header: TableRow): string {
  const words = header.cells.map(({ text }, i) => {
    const name = plainText(text);
    if (i === 0) return id;
    if (/^status$/i.test(name)) return status;
    return /^(?:title|task|name|summary|description)$/i.test(name) ? title.replaceAll("|", "\\|") : "";
  });
  return `| ${words.join(" | ")} |`;
}
