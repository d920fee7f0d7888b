import { isLost, type Pair } from "./compare.ts";
import type { Plan, PlanItem } from "./plan.ts";

/**
 * Tells where in the later text a lost item belongs: behind what stood before it in its section, else before what came
 * after it, else below the heading. Null if nothing of its section is left.
 */
export function placesOf(was: Plan, is: Plan, pairs: readonly Pair[]): (lost: PlanItem) => number | null {
  const stands = new Map<number, PlanItem>();
  for (const pair of pairs) {
    const { before, after } = pair;
    if (after === null || before.section.path !== after.section.path || (isLost(pair) && pair.fate === "moved"))
      continue;
    stands.set(before.index, after);
  }
  const above = nearest(was.items, stands);
  const below = nearest(was.items.toReversed(), stands);
  const headings = headingEnds(is);
  return (lost) => {
    const previous = above.get(lost.index);
    const next = stands.get(below.get(lost.index)?.index ?? -1);
    if (previous !== undefined) {
      const at = behind({ was, is, stands }, previous, lost);
      const after = (stands.get(previous.index) ?? previous).at.start;
      return next !== undefined && next.at.start > after ? Math.min(at, next.at.start) : at;
    }
    return next === undefined ? (headings.get(lost.section.path) ?? null) : next.at.start;
  };
}

/* For each item the nearest one of the same section, before it in the given order, that still stands. */
function nearest(items: readonly PlanItem[], stands: ReadonlyMap<number, PlanItem>): Map<number, PlanItem> {
  const found = new Map<number, PlanItem>();
  let last: PlanItem | undefined;
  for (const item of items) {
    if (last !== undefined && last.section.path !== item.section.path) last = undefined;
    if (last !== undefined) found.set(item.index, last);
    if (stands.has(item.index)) last = item;
  }
  return found;
}

interface Revisions {
  readonly was: Plan;
  readonly is: Plan;
  /* The later form of what still stands, by its index in the earlier plan. */
  readonly stands: ReadonlyMap<number, PlanItem>;
}

/* Behind the whole of the sibling that `previous` is or stands under; a child goes right below its parent's own lines. */
function behind({ was, is, stands }: Revisions, previous: PlanItem, lost: PlanItem): number {
  const now = stands.get(previous.index) ?? previous;
  if (lost.at.parent === previous.index) return Math.min(now.at.end, is.items[now.index + 1]?.at.start ?? Infinity);
  for (let at = previous.index; at >= 0; at = was.items[at]?.at.parent ?? -1)
    if (was.items[at]?.at.parent === lost.at.parent) return stands.get(at)?.at.end ?? now.at.end;
  return now.at.end;
}

/* Behind each heading's line and one empty line below it. */
function headingEnds(plan: Plan): Map<string, number> {
  const ends = new Map<string, number>();
  for (const [index, heading] of plan.scan.headings.entries()) {
    const { path } = plan.sectionAt(index);
    const gap = /^[ \t]*(?:\r\n|\r|\n)/.exec(plan.text.slice(heading.end, heading.end + 80))?.[0].length ?? 0;
    if (!ends.has(path)) ends.set(path, heading.end + gap);
  }
  return ends;
}
