import type { ProcessRow, ProcessViewer } from "../process-viewer.ts";

/** Identity of a process that was seen: pid and start time. */
export const identity = (row: ProcessRow): string => `${row.pid}:${row.start}`;

/** What belongs together: a child's pid (0: no child), the marks in its environment, and identities seen earlier. */
export interface Kin {
  readonly leader: number;
  /** Asked at each look: which marks are this child's alone depends on what else runs. */
  readonly marks: () => readonly string[];
  readonly seen: Set<string>;
}

/**
 * The processes of `rows` that belong to the child: itself, its group and session, their descendants, whatever carries its
 * mark or was seen as one of them before. The harness and its parent never belong.
 */
export function kinOf(rows: readonly ProcessRow[], kin: Kin, viewer: ProcessViewer): readonly ProcessRow[] {
  const children = Map.groupBy(rows, (row) => row.ppid);
  const found = new Map<number, ProcessRow>();
  const add = (row: ProcessRow) => {
    const waiting = [row];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (found.has(next.pid) || next.pid === process.pid || next.pid === process.ppid) continue;
      found.set(next.pid, next);
      waiting.push(...(children.get(next.pid) ?? []));
    }
  };
  const byDescent = ({ pid, pgid, sid }: ProcessRow) => [pid, pgid, sid].includes(kin.leader);
  for (const row of rows) if (kin.seen.has(identity(row)) || (kin.leader > 0 && byDescent(row))) add(row);
  const marks = kin.marks();
  if (marks.length === 0) return [...found.values()];
  for (const row of rows) if (!found.has(row.pid) && viewer.carries(row, marks)) add(row);
  return [...found.values()];
}
