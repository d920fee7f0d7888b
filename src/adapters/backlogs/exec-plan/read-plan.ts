import {
  headingOf,
  labelReader,
  type LabelledValue,
  markdownLines,
  type MarkdownLine,
  plainText,
  type Table,
  tablesIn,
} from "../markdown-lines.ts";
import { numbersIn, plainNumber } from "./exec-words.ts";

/** One increment of an execution plan. */
export interface Increment {
  /** As it is written in its heading: `01`. */
  readonly number: string;
  readonly title: string;
  readonly line: number;
  readonly status: LabelledValue | null;
  /** Where a line for a status would go. */
  readonly below: number;
  /** Numbers of increments that come before it; null: nothing is said. */
  readonly deps: readonly string[] | null;
  /** The kind of its commit, where the plan names one. */
  readonly type: string | null;
  readonly scope: readonly string[];
  readonly files: readonly string[];
  readonly gate: readonly string[];
  /** Its section without heading and status line. */
  readonly body: string;
}

/** A row of the table of milestones: the increments it names and its status cell. */
export interface Milestone {
  readonly name: string;
  readonly line: number;
  readonly increments: readonly string[];
  readonly status: LabelledValue;
}

/** A whole plan. */
export interface ExecPlan {
  readonly text: string;
  readonly increments: readonly Increment[];
  readonly milestones: readonly Milestone[];
  readonly current: LabelledValue | null;
  readonly overall: LabelledValue | null;
}

const readers = {
  status: labelReader("Status"),
  deps: labelReader("Depends on"),
  type: labelReader("Type"),
  current: labelReader("Current Increment"),
  overall: labelReader("Overall Status"),
};

/** Reads a plan's text. Never fails; what is wrong with it is told by others. */
export function readPlan(text: string): ExecPlan {
  const lines = markdownLines(text);
  return {
    text,
    increments: incrementsIn(lines),
    milestones: tablesIn(lines).flatMap(milestonesIn),
    current: firstValue(lines, readers.current),
    overall: firstValue(lines, readers.overall),
  };
}

const firstValue = (
  lines: readonly MarkdownLine[],
  read: (line: MarkdownLine) => LabelledValue | null,
): LabelledValue | null => {
  for (const line of lines) {
    const found = read(line);
    if (found !== null) return found;
  }
  return null;
};

const incrementTitle = /^increment\s+([A-Za-z0-9][\w.]*?)(?:\s*[—–:.)-]+\s*|\s+|$)(.*)$/i;

function incrementsIn(lines: readonly MarkdownLine[]): readonly Increment[] {
  const starts = lines.flatMap((line, at) => {
    const heading = headingOf(line);
    const [, number, title] = heading === null ? [] : (incrementTitle.exec(plainText(heading.title)) ?? []);
    if (heading === null || number === undefined) return [];
    return [{ at, level: heading.level, number, title: title?.trim() ?? "" }];
  });
  return starts.map(({ at, level, number, title }) => {
    const end = lines.findIndex((line, i) => i > at && endsSection(line, level));
    const section = lines.slice(at + 1, end < 0 ? lines.length : end);
    const head = lines[at];
    return {
      number,
      title: title === "" ? `increment ${number}` : title,
      line: head?.line ?? 1,
      ...partsOf(section, head?.next ?? 0),
    };
  });
}

function endsSection(line: MarkdownLine, level: number): boolean {
  const heading = headingOf(line);
  return heading !== null && (heading.level <= level || incrementTitle.test(plainText(heading.title)));
}

type Part = "scope" | "files" | "gate" | "other";
const partNames: readonly (readonly [RegExp, Part])[] = [
  [/^scope\b/i, "scope"],
  [/^(?:primary\s+)?files\b/i, "files"],
  [/^(?:test[\s-]*gates?|gate|validation)\b/i, "gate"],
];
const partOf = (title: string): Part => partNames.find(([form]) => form.test(title))?.[1] ?? "other";

/** A line such as `Test gate:`, `**Test gate:**` or `**Test gate**` that begins a part without being a heading; with what stands behind it. */
const partLine =
  /^\s{0,3}\**(scope|(?:primary )?files|(?:test[\s-]*)?gates?)(?:\**\s*:\**\s*(.*)|(?<=\*\*.+)\*\*\s*)$/i;

function partsOf(section: readonly MarkdownLine[], below: number): Omit<Increment, "number" | "title" | "line"> {
  const found: Record<Part, string[]> = { scope: [], files: [], gate: [], other: [] };
  let part: Part = "other";
  const deps = firstValue(section, readers.deps);
  const status = firstValue(section, readers.status);
  for (const line of section) {
    const heading = headingOf(line);
    const [, name, rest = ""] = line.place === "text" ? (partLine.exec(line.text) ?? []) : [];
    if (heading !== null) part = partOf(plainText(heading.title));
    else if (name !== undefined) {
      part = partOf(name);
      if (rest.trim() !== "") found[part].push(...rest.split(",").map(firstWords));
    } else if (line.place === "code") {
      if (part === "gate") found.gate.push(line.text);
    } else {
      const item = /^\s*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(\S.*)$/.exec(line.text)?.[1];
      if (line.place === "text" && item !== undefined)
        found[part].push(part === "scope" ? item.trim() : firstWords(item));
    }
  }
  return {
    status,
    below,
    deps: deps === null ? null : /^none\b|^-+$|^—$/i.test(deps.value) ? [] : numbersIn(deps.value).map(withoutPlan),
    type: firstValue(section, readers.type)?.value.toLowerCase() ?? null,
    scope: found.scope,
    files: found.files,
    gate: commandsIn(found.gate),
    body: section
      .filter((line) => line.line !== status?.line)
      .map(({ text }) => text)
      .join("\n")
      .trim(),
  };
}

/* The code span that an item has, else its words up to a dash. */
const firstWords = (item: string): string =>
  /(`+)(.+?)\1/.exec(item)?.[2]?.trim() ?? item.split(/\s+[—–]\s+/)[0]?.trim() ?? "";

/* A dependency may be given as the task's id, with the plan's number before its own. */
const withoutPlan = (number: string): string => plainNumber(number.replace(/^\d{3,}-(?=.)/, ""));

/* One command a line, without a prompt before it; a backslash at the end goes on. */
function commandsIn(lines: readonly string[]): readonly string[] {
  const commands: string[] = [];
  let open = "";
  for (const line of lines) {
    const text = `${open}${line.trim().replace(/^\$\s+/, "")}`;
    open = "";
    if (text === "" || text.startsWith("#")) continue;
    if (text.endsWith("\\")) open = `${text.slice(0, -1).trimEnd()} `;
    else commands.push(text);
  }
  return commands;
}

function milestonesIn({ header, rows }: Table): readonly Milestone[] {
  const columns = header.cells.map(({ text }) => plainText(text).toLowerCase());
  const at = columns.findIndex((name) => /^increments?\b/.test(name));
  const status = columns.findIndex((name) => /^status$/.test(name));
  if (at < 0 || status < 0) return [];
  return rows.flatMap((row) => {
    const cell = row.cells[status];
    if (cell === undefined) return [];
    return [
      {
        name: plainText(row.cells[0]?.text ?? ""),
        line: row.line,
        increments: numbersIn(plainText(row.cells[at]?.text ?? "")),
        status: { value: cell.text, start: cell.start, end: cell.end, line: row.line },
      },
    ];
  });
}

/** The increment with a number, however many zeros are before it. */
export const incrementNumbered = (plan: ExecPlan, number: string): Increment | undefined =>
  plan.increments.find((increment) => plainNumber(increment.number) === plainNumber(number));
