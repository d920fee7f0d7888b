import type { Criterion } from "../../../../core/task.ts";
import {
  boxOf,
  headingOf,
  labelReader,
  type LabelledValue,
  markdownLines,
  type MarkdownLine,
} from "../../markdown-lines.ts";
import { spliced } from "../../splice.ts";

/** A task's own file as far as the harness looks at it. */
export interface SpecText {
  readonly status: LabelledValue | null;
  readonly criteria: readonly Criterion[];
  readonly body: string;
}

const statusAt = labelReader("Status");

/** Reads a task's file: its first `**Status:**` line, and the boxes under its acceptance criteria, else all boxes. */
export function readSpec(text: string): SpecText {
  const lines = markdownLines(text);
  let status: LabelledValue | null = null;
  const boxes: { readonly isCriterion: boolean; readonly criterion: Criterion }[] = [];
  let under: number | null = null;
  for (const line of lines) {
    const heading = headingOf(line);
    if (heading !== null) {
      if (under !== null && heading.level <= under) under = null;
      if (under === null && /^(?:acceptance criteria|acceptance|done when)\b/i.test(heading.title))
        under = heading.level;
      continue;
    }
    status ??= statusAt(line);
    const box = boxOf(line);
    if (box !== null)
      boxes.push({ isCriterion: under !== null, criterion: { text: box.text, done: /x/i.test(box.mark) } });
  }
  const named = boxes.filter(({ isCriterion }) => isCriterion);
  const criteria = (named.length > 0 ? named : boxes).map(({ criterion }) => criterion);
  return {
    status,
    criteria,
    body: plainBody(text),
  };
}

const plainBody = (text: string): string => {
  const body = text.startsWith("\uFEFF") ? text.slice(1) : text;
  return (body.includes("\r") ? body.replaceAll(/\r\n|\r/g, "\n") : body).trim();
};

/** The file with another status text; with a line for it, below its title, where it had none. */
export function withSpecStatus(text: string, raw: string): string {
  const lines = markdownLines(text);
  const status = firstStatus(lines);
  if (status !== null) {
    const lead = status.start > 0 && /[*:]/.test(text.charAt(status.start - 1)) ? " " : "";
    return status.value === raw ? text : spliced(text, [{ start: status.start, end: status.end, text: lead + raw }]);
  }
  const eol = eolOf(text);
  const title = lines.find((line) => headingOf(line) !== null);
  const at = title?.next ?? (text.startsWith("\uFEFF") ? 1 : 0);
  const lead = title === undefined ? "" : title.next === title.end ? eol + eol : eol;
  return spliced(text, [
    { start: at, end: at, text: `${lead}**Status:** ${raw}${eol}${title === undefined ? eol : ""}` },
  ]);
}

function firstStatus(lines: readonly MarkdownLine[]): LabelledValue | null {
  for (const line of lines) {
    const status = statusAt(line);
    if (status !== null) return status;
  }
  return null;
}

const eolOf = (text: string): string => /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";

/** The file with words under a heading of the second level, which is made at the end where it is missing. Words that stand there already are not written again. */
export function withWords(text: string, heading: string, words: string): string {
  const eol = eolOf(text);
  const said = words.trim().replaceAll(/\r\n|\r|\n/g, eol);
  const lines = markdownLines(text);
  const at = lines.findIndex((line) => headingOf(line)?.title.toLowerCase() === heading.toLowerCase());
  if (at < 0) {
    const gap = text === "" ? "" : /[\r\n]$/.test(text) ? eol : eol + eol;
    return `${text}${gap}## ${heading}${eol}${eol}${said}${eol}`;
  }
  const level = headingAt(lines, at);
  const next = lines.slice(at + 1).find((line) => (headingOf(line)?.level ?? 9) <= level);
  const end = next?.start ?? text.length;
  const section = text.slice(lines[at]?.next ?? end, end);
  if (section.includes(said)) return text;
  const kept = section.trimEnd();
  const body = kept === "" ? `${eol}${said}${eol}` : `${kept}${eol}${eol}${said}${eol}`;
  const start = lines[at]?.next ?? end;
  const lead = /[\r\n]$/.test(text.slice(0, start)) ? "" : eol;
  return spliced(text, [{ start, end, text: `${lead}${body}${next === undefined ? "" : eol}` }]);
}

const headingAt = (lines: readonly MarkdownLine[], at: number): number => {
  const line = lines[at];
  return (line === undefined ? null : headingOf(line)?.level) ?? 2;
};

/** What a new file says. */
export interface NewSpec {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly body: string;
  readonly criteria: readonly string[];
}

/** A file for a task that had none. */
export const newSpec = ({ id, title, status, body, criteria }: NewSpec): string =>
  [
    `# ${id}: ${title}`,
    `**Status:** ${status}`,
    ...(body.trim() === "" ? [] : [body.trim()]),
    `## Acceptance Criteria`,
    `${(criteria.length === 0 ? [title] : criteria).map((text) => `- [ ] ${text}`).join("\n")}\n`,
  ].join("\n\n");
