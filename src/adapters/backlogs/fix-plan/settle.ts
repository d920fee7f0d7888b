import type { BacklogChanges, Settlement } from "../../../ports/backlog.ts";
import { changesOf, comparePlans, isLost, isOpen, type Comparison, type Pair } from "./compare.ts";
import { placesOf } from "./places.ts";
import type { Plan, PlanItem } from "./plan.ts";
import { inserted, spliced, type Insertion, type Splice } from "../splice.ts";

/** The settled text, and what was put back to come to it. */
export interface Settled {
  readonly text: string;
  readonly putBack: BacklogChanges;
}

/**
 * Undoes in `now` what an agent may not have done since `before`: lost open items stand again at their place, ticks that
 * are not kept and all unticks are undone, dropped notes go. Everything else that was written stays, byte for byte. If
 * the items can't be put back that way (they would stand in a comment, their section is gone), the plan starts again
 * from `before`, with the kept ticks, the notes and the added items. `read` makes a plan of a text.
 */
export function settlePlan(before: string, now: string, settlement: Settlement, read: (text: string) => Plan): Settled {
  const [was, is] = [read(before), read(now)];
  const comparison = comparePlans(was, is);
  const rules = { keep: new Set<string>(settlement.keepTicks), drop: new Set<string>(settlement.dropNotes) };
  const changes = changesOf(comparison);
  const putBack: BacklogChanges = {
    ticked: changes.ticked.filter((id) => !rules.keep.has(id)),
    unticked: changes.unticked,
    added: [],
    lost: changes.lost,
    noted: changes.noted.filter((id) => rules.drop.has(id)),
    notes: {},
  };
  const emptied = is.items.length === 0 && was.items.length > 0;
  if (!emptied && isNothing(putBack)) return { text: now, putBack };
  const mended = emptied ? null : mend(was, is, comparison, rules);
  const settled = mended !== null && isSettled(comparePlans(was, read(mended)), rules);
  return { text: settled ? mended : restart(was, is, comparison, rules), putBack };
}

interface Rules {
  readonly keep: ReadonlySet<string>;
  readonly drop: ReadonlySet<string>;
}

const isNothing = (changes: BacklogChanges): boolean =>
  changes.ticked.length + changes.unticked.length + changes.lost.length + changes.noted.length === 0;

function isSettled(comparison: Comparison, rules: Rules): boolean {
  const changes = changesOf(comparison);
  return changes.lost.length === 0 && changes.unticked.length === 0 && changes.ticked.every((id) => rules.keep.has(id));
}

/* Null: a lost item has no place to go back to. */
function mend(was: Plan, is: Plan, comparison: Comparison, rules: Rules): string | null {
  const placeFor = placesOf(was, is, comparison.pairs);
  const insertions: Insertion[] = [];
  for (const pair of comparison.pairs) {
    if (!isLost(pair) || pair.fate === "reworded") continue;
    const at = placeFor(pair.before);
    if (at === null) return null;
    const { start, end } = ownLines(was, pair.before);
    const edits = carriedOver(was, is, pair, rules).map((edit) => ({
      start: edit.start - start,
      end: edit.end - start,
      text: edit.text,
    }));
    insertions.push({ at, lines: spliced(was.text.slice(start, end), edits) });
  }
  const splices = comparison.pairs.flatMap((pair) => restored(was, is, pair, rules));
  return spliced(is.text, [...splices, ...inserted(is.text, insertions)]);
}

/* What of an agent's tick and notes goes into the item as it was before: edits of the earlier text. */
function carriedOver(was: Plan, is: Plan, pair: Pair, rules: Rules): readonly Splice[] {
  const { before, after } = pair;
  if (after === null || rules.drop.has(before.id)) return [];
  const ticks = isOpen(before) && !isOpen(after) && rules.keep.has(before.id);
  const notes = ticks || !isOpen(before) === !isOpen(after) ? notesText(is, after) : undoneNotes(was, is, pair);
  const start = before.at.textStart + before.core.length;
  const box = { start: before.at.box, end: before.at.box + before.at.mark.length, text: after.at.mark };
  return [...(ticks ? [box] : []), { start, end: before.textEnd, text: notes }];
}

/* The edits that make an item that is still there right. One in a wrong place is taken out, to be put in again. */
function restored(was: Plan, is: Plan, pair: Pair, rules: Rules): readonly Splice[] {
  const { before, after } = pair;
  if (after === null) return [];
  if (isLost(pair) && pair.fate === "moved") return [{ ...ownLines(is, after), text: "" }];
  const splices: Splice[] = [];
  const undone = isOpen(before) !== isOpen(after) && !(isOpen(before) && rules.keep.has(before.id));
  const dropped = rules.drop.has(before.id);
  if (undone) splices.push({ start: after.at.box, end: after.at.box + after.at.mark.length, text: before.at.mark });
  const core = dropped || isLost(pair) ? before.core : after.core;
  const notes = dropped ? notesText(was, before) : undone ? undoneNotes(was, is, pair) : notesText(is, after);
  const { textStart, lineEnd } = after.at;
  if (core + notes !== is.text.slice(textStart, after.textEnd))
    splices.push({ start: textStart, end: after.textEnd, text: core + notes });
  if (!dropped) return splices;
  const had = new Set(before.notes.map((note) => note.value));
  const below = after.notes.filter((note) => note.start >= lineEnd && !had.has(note.value));
  return [...splices, ...below.map(({ start, end }) => ({ start, end, text: "" }))];
}

const notesText = (plan: Plan, item: PlanItem): string =>
  plan.text.slice(item.at.textStart + item.core.length, item.textEnd);

/* A note of state that went with the tick comes back; evidence that came with it stays, unless it is dropped. */
function undoneNotes(was: Plan, is: Plan, { before, after }: Pair): string {
  const had = before.notes.some((note) => note.kind === "state");
  const has = after?.notes.some((note) => note.kind === "state");
  return after === null || (had && !has) ? notesText(was, before) : notesText(is, after);
}

/* The lines of an item up to its first nested item. */
function ownLines(plan: Plan, item: PlanItem): { start: number; end: number } {
  const next = plan.items[item.index + 1];
  return { start: item.at.start, end: Math.min(item.at.end, next?.at.start ?? Infinity) };
}

function restart(was: Plan, is: Plan, { pairs, added }: Comparison, rules: Rules): string {
  const splices = pairs.flatMap((pair) => carriedOver(was, is, pair, rules));
  const ends = new Map(was.items.map((item) => [item.section.path, item.at.end]));
  const taken = new Set(was.items.filter((item) => item.explicit).map((item) => item.id));
  const insertions = added.map((item) => {
    const { start, end } = ownLines(is, item);
    const at = taken.has(item.id) ? undefined : ends.get(item.section.path);
    return { at: at ?? was.text.length, lines: is.text.slice(start, end) };
  });
  return spliced(was.text, [...splices, ...inserted(was.text, insertions)]);
}
