import type { Change } from "../../core/fact.ts";
import { count, isoTime, moment, oneLine, rowsOf } from "../text/words.ts";

/** Work that was put aside: a commit below refs/ralph/wip. */
export interface ShownWork {
  readonly task: string;
  readonly attempt: string;
  readonly ref: string;
  readonly commit: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly subject: string;
}

/** Kept work as JSON: the time is ISO 8601. */
export const workJson = ({ task, attempt, ref, commit, at, subject }: ShownWork) => ({
  task,
  attempt: Number(attempt),
  ref,
  commit,
  at: isoTime(at),
  subject,
});

/** What is kept, newest first, a line each. */
export function worksText(works: readonly ShownWork[]): string {
  if (works.length === 0) return "No work was put aside.\n";
  const name = ({ task, attempt }: ShownWork): string => oneLine(`${task}/${attempt}`);
  const width = Math.max(...works.map((work) => name(work).length));
  const lines = works.map(
    (work) => `${name(work).padEnd(width)}  ${work.commit.slice(0, 10)}  ${moment(work.at)}  ${oneLine(work.subject)}`,
  );
  return `${lines.join("\n")}\n`;
}

/** One kept work with the files that it changed. */
export function workText(work: ShownWork, changes: readonly Change[]): string {
  const rows = rowsOf([
    ["kept at", work.ref],
    ["commit", work.commit],
    ["when", moment(work.at)],
    ["why", oneLine(work.subject)],
    ["holds", count(changes.length, "changed file")],
  ]);
  const files = changes.map(({ path, kind }) => `  ${kind.padEnd(12)} ${oneLine(path)}`);
  const hints = [
    `Look at it: git show ${work.commit.slice(0, 10)}`,
    `Bring it back: ralph wip restore ${work.task}/${work.attempt}`,
  ];
  return `${[`${oneLine(work.task)}, attempt ${work.attempt}`, ...rows, "", ...files, "", ...hints].join("\n")}\n`;
}
