import { hashOf } from "../texts/hash-of.ts";
import type { Issue } from "../answer/verdict.ts";

/** Lines of a file that differ between two rounds, from 1, both ends included. */
export interface ChangedLines {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

/** The id of a finding: the same for the same words about the same file, wherever its lines have moved to and whoever says it. */
export const findingId = ({ file, category, description }: Issue): string =>
  `${category}-${hashOf(`${file ?? ""}|${category}|${plain(description)}`).slice(0, 6)}`;

/* Numbers of lines move from round to round, and stand in texts as well. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/\bline[s]?\s*\d+(?:\s*[-–]\s*\d+)?|:\d+\b/g, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Findings of several judges as one list, what is said twice only once; the heaviest first. */
export function united(issues: readonly Issue[]): readonly Issue[] {
  const byId = new Map<string, Issue>();
  for (const issue of issues) {
    const id = findingId(issue);
    const known = byId.get(id);
    if (known === undefined || weight(issue) > weight(known)) byId.set(id, issue);
  }
  return [...byId.values()].toSorted((one, other) => weight(other) - weight(one));
}

const weights: Readonly<Record<Issue["severity"], number>> = { high: 2, medium: 1, low: 0 };
const weight = ({ severity }: Issue): number => weights[severity];

/** True where two rounds have found the very same. */
export function isSameSet(one: readonly Issue[], other: readonly Issue[]): boolean {
  const [first, second] = [new Set(one.map(findingId)), new Set(other.map(findingId))];
  return first.size > 0 && first.size === second.size && [...first].every((id) => second.has(id));
}

/** What a round after the first may be told of: earlier findings, and what was changed since them. */
export interface Rounds {
  readonly earlier: readonly Issue[];
  readonly changed: readonly ChangedLines[];
}

/** Findings of a later round, parted: what counts, and what comes too late. */
export interface SortedFindings {
  readonly counted: readonly Issue[];
  readonly late: readonly Issue[];
}

/**
 * A later round may say again what an earlier one has found, and add what is about lines changed since or of high severity. What
 * names no place can't be told to be elsewhere, and counts. Where nothing was changed since, nothing was answered, and all counts.
 */
export function sortFindings(issues: readonly Issue[], { earlier, changed }: Rounds): SortedFindings {
  const known = new Set(earlier.map(findingId));
  const counts = (issue: Issue): boolean =>
    changed.length === 0 ||
    known.has(findingId(issue)) ||
    issue.severity === "high" ||
    issue.file === null ||
    isChanged(issue, changed);
  return { counted: issues.filter(counts), late: issues.filter((issue) => !counts(issue)) };
}

/** Beside a changed line is close enough: those who count lines by eye miss by one or two. */
const slack = 3;

const isChanged = ({ file, line }: Issue, changed: readonly ChangedLines[]): boolean =>
  changed.some(
    ({ path, from, to }) =>
      path === file?.replace(/^\.\//, "") && (line === null || (line >= from - slack && line <= to + slack)),
  );

/** The lines that a patch changes, as they are numbered in the new content; where lines only went, their place. */
export function changedLinesOf(patch: string): readonly ChangedLines[] {
  const changed: ChangedLines[] = [];
  let path: string | null = null;
  let at = 0;
  for (const line of patch.split("\n")) {
    const start = /^@@ -\d+(?:,\d+)? \+(\d+)/.exec(line)?.[1];
    // A file that is gone has no lines left.
    if (line.startsWith("+++ ")) path = /^\+\+\+ "?b\/(.+?)"?\t?$/.exec(line)?.[1] ?? null;
    else if (start !== undefined) at = Number(start);
    else if (path !== null && /^[+-](?!--)/.test(line)) changed.push({ path, from: at, to: at });
    if (!line.startsWith("+++ ") && start === undefined && /^[+ ]/.test(line)) at += 1;
  }
  return changed;
}

/** How many lines a patch adds and takes away. */
export const changedLineCount = (patch: string): number =>
  patch.split("\n").filter((line) => /^[+-](?!\+\+ |-- )/.test(line)).length;
