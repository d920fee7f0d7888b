import type { TaskId } from "../../../core/task.ts";
import type { BacklogChanges } from "../../../ports/backlog.ts";
import { markStates, type Plan, type PlanItem } from "./plan.ts";

/** One item of the earlier plan and what became of it: as it was, with other words, in another place, or not there. */
export interface Pair {
  readonly before: PlanItem;
  readonly after: PlanItem | null;
  readonly fate: "kept" | "reworded" | "moved" | "gone";
}

/** Two revisions of a plan, item by item. `added` are the items of the later one without a counterpart. */
export interface Comparison {
  readonly pairs: readonly Pair[];
  readonly added: readonly PlanItem[];
}

/**
 * Pairs the items of two revisions: by id; then, for open items that seem gone, by the same text elsewhere (moved) or by
 * like text in the same gap (reworded). Linear in the number of items.
 */
export function comparePlans(before: Plan, after: Plan): Comparison {
  const later = new Map(after.items.map((item) => [item.key, item]));
  const pairs = new Map<string, Pair>();
  const gone: PlanItem[] = [];
  for (const item of before.items) {
    const found = later.get(item.key);
    if (found === undefined) gone.push(item);
    else pairs.set(item.key, { before: item, after: found, fate: fateOf(item, found) });
    later.delete(item.key);
  }
  const elsewhere = Map.groupBy(later.values(), (item) => item.core);
  const gaps = gapsOf(after, pairs);
  for (const item of gone) {
    const moved = elsewhere.get(item.core)?.find((each) => later.has(each.key));
    const found =
      moved ?? (isOpen(item) ? rewordedIn(gaps.get(gapBefore(before, item, pairs)) ?? [], item, later) : undefined);
    pairs.set(item.key, {
      before: item,
      after: found ?? null,
      fate: found === undefined ? "gone" : moved === undefined ? "reworded" : "moved",
    });
    if (found !== undefined) later.delete(found.key);
  }
  return { pairs: before.items.flatMap((item) => pairs.get(item.key) ?? []), added: [...later.values()] };
}

/** Whether an item still asks for something to be done. */
export const isOpen = (item: PlanItem): boolean => item.state !== "done" && item.state !== "cancelled";

/** The fates that an open item may not have. */
export const isLost = ({ before, fate }: Pair): boolean => isOpen(before) && fate !== "kept";

/** What a comparison comes to, by ids. */
export function changesOf({ pairs, added }: Comparison): BacklogChanges {
  const there = pairs.flatMap(({ before, after }) => (after === null ? [] : { id: before.id, before, after }));
  const ticked = there.filter((pair) => isOpen(pair.before) && !isOpen(pair.after));
  return {
    ticked: ticked.map(({ id }) => id),
    unticked: there.filter((pair) => !isOpen(pair.before) && isOpen(pair.after)).map(({ id }) => id),
    added: added.map(({ id }) => id),
    lost: pairs.filter(isLost).map(({ before }) => before.id),
    noted: there
      .filter(({ before, after }) => !saysTheSame(before, after) || isAnnotated(before, after))
      .map(({ id }) => id),
    notes: evidenceOf(ticked),
  };
}

/* Most items have no notes, and their text need not be made. */
const saysTheSame = (before: PlanItem, after: PlanItem): boolean =>
  (before.notes.length + after.notes.length === 0 && before.at.mark === after.at.mark) ||
  saidOf(before) === saidOf(after);

/** What an item says besides its text: its notes, and a mark that means more than open or done, as one text to compare. */
function saidOf(item: PlanItem): string {
  const state = markStates[item.at.mark];
  const notes = item.notes.map((note) => `${note.kind === "state" ? note.state : note.kind} ${note.value}`);
  return [state === "todo" || state === "done" ? "" : item.at.mark, ...notes].join("\n");
}

function evidenceOf(
  ticked: readonly { readonly id: TaskId; readonly before: PlanItem; readonly after: PlanItem }[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    ticked.flatMap(({ id, before, after }) => {
      const values = after.notes.filter((note) => note.kind === "closing").map((note) => note.value);
      if (isAnnotated(before, after)) values.push(spaced(after.core).slice(spaced(before.core).length).trim());
      return values.length === 0 ? [] : [[id, values.join("; ")]];
    }),
  );
}

/* Words put behind the text of an item with an id are a note, too. An optional section would take an open item out of the run. */
function fateOf(before: PlanItem, after: PlanItem): Pair["fate"] {
  if (isOpen(before) && after.section.optional && !before.section.optional) return "moved";
  return before.core === after.core || spaced(before.core) === spaced(after.core) || isAnnotated(before, after)
    ? "kept"
    : "reworded";
}

/** Whether words were only put behind an item's text. */
function isAnnotated(before: PlanItem, after: PlanItem): boolean {
  if (before.core === after.core) return false;
  const [was, is] = [spaced(before.core), spaced(after.core)];
  return is.length > was.length && is.startsWith(was) && /^[\s.,;:—–(-]/.test(is.slice(was.length));
}

const spaced = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/* Items without counterpart, by the nearest paired item above them. */
function gapsOf(after: Plan, pairs: ReadonlyMap<string, Pair>): Map<string, PlanItem[]> {
  const gaps = new Map<string, PlanItem[]>();
  let above = "";
  for (const item of after.items) {
    if (pairs.get(item.key)?.after === item) above = item.key;
    else gaps.set(above, [...(gaps.get(above) ?? []).slice(-widestGap), item]);
  }
  return gaps;
}

const widestGap = 16;
const nearWords = 0.5;

function gapBefore(before: Plan, item: PlanItem, pairs: ReadonlyMap<string, Pair>): string {
  for (let at = item.index - 1; at >= 0 && at >= item.index - widestGap; at--) {
    const key = before.items[at]?.key ?? "";
    if (pairs.get(key)?.after?.key === key) return key;
  }
  return "";
}

function rewordedIn(
  gap: readonly PlanItem[],
  item: PlanItem,
  free: ReadonlyMap<string, PlanItem>,
): PlanItem | undefined {
  const words = wordsIn(item.core);
  return gap.find((each) => free.has(each.key) && !each.explicit && likeness(words, wordsIn(each.core)) >= nearWords);
}

const wordsIn = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = a.intersection(b).size;
  return both === 0 ? 0 : both / (a.size + b.size - both);
}
