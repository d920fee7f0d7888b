import { fitLine, type Line } from "./line.ts";
import type { Scene, Size } from "./scene.ts";
import {
  agent,
  breaker,
  budget,
  discrepancies,
  header,
  hint,
  landings,
  type Part,
  present,
  recommendation,
  setAside,
  spent,
  task,
  wish,
} from "./sections.ts";
import { stageLine } from "./stage-line.ts";

/** A line in its place from top to bottom. Where room is short, the highest rank goes first. */
interface Row {
  readonly rank: number;
  readonly line: Line;
}

const empty: Line = [];
const gap = (): readonly Row[] => [{ rank: 100, line: empty }];

const one =
  (rank: number, part: Part) =>
  (scene: Scene, columns: number): readonly Row[] => {
    const line = part(scene, columns);
    return line === null ? [] : [{ rank, line }];
  };

/** The first of a list is worth more than the others. */
const list =
  (rank: number, lines: (scene: Scene) => readonly Line[]) =>
  (scene: Scene): readonly Row[] =>
    lines(scene)
      .slice(0, longestList)
      .map((line, at) => ({ rank: at === 0 ? rank : rank + 10 + at, line }));
const longestList = 5;

const parts: readonly ((scene: Scene, columns: number) => readonly Row[])[] = [
  one(3, header),
  gap,
  one(1, task),
  one(2, stageLine),
  gap,
  one(0, present),
  one(8, agent),
  one(5, spent),
  one(7, budget),
  one(6, breaker),
  gap,
  list(9, landings),
  list(10, setAside),
  one(11, discrepancies),
  one(12, recommendation),
  gap,
  one(4, wish),
  one(13, hint),
];

/** The live view of one moment: at most `rows` lines, none wider than `columns`. Pure. */
export function frame(scene: Scene, { columns, rows }: Size): readonly Line[] {
  const all = parts.flatMap((part) => part(scene, columns));
  const kept = new Set(all.toSorted((a, b) => a.rank - b.rank).slice(0, rows));
  const lines = all.filter((row) => kept.has(row)).map((row) => row.line);
  return lines.filter((line, at) => line !== empty || isBetween(lines, at)).map((line) => fitLine(line, columns));
}

/** A gap stands only between two lines, and only once. */
const isBetween = (lines: readonly Line[], at: number): boolean =>
  at > 0 && lines[at - 1] !== empty && lines.slice(at + 1).some((line) => line !== empty);
