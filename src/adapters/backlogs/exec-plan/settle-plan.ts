import { isClosed, type Task, type TaskId } from "../../../core/task.ts";
import type { BacklogChanges, Settlement } from "../../../ports/backlog.ts";
import { spliced, type Splice } from "../splice.ts";
import { changedDocuments, derivedDocuments, type Documents, withStatusText } from "./change-plan.ts";
import type { ExecRevision } from "./exec-revision.ts";
import { execTasks } from "./exec-tasks.ts";
import type { PlanPlace } from "./find-plan.ts";
import { type ExecPlan, type Increment, incrementNumbered, readPlan } from "./read-plan.ts";
import { criteriaOf, type PrdCriterion, readPrd } from "./read-prd.ts";

/** One increment as it was and as it is; `after` null: it is gone. */
interface Pair {
  readonly id: TaskId;
  readonly before: Increment;
  readonly after: Increment | null;
  readonly was: Task;
  readonly is: Task | null;
}

interface Compared {
  readonly pairs: readonly Pair[];
  readonly added: readonly TaskId[];
}

function compared(place: PlanPlace, before: ExecPlan, now: ExecPlan): Compared {
  const [wasTasks, isTasks] = [execTasks(place, before, null), execTasks(place, now, null)];
  const known = new Set(wasTasks.map(({ id }) => id));
  const pairs = before.increments.flatMap((increment, i): readonly Pair[] => {
    const was = wasTasks[i];
    if (was === undefined) return [];
    const at = isTasks.findIndex(({ id }) => id === was.id);
    return [{ id: was.id, before: increment, after: now.increments[at] ?? null, was, is: isTasks[at] ?? null }];
  });
  return { pairs, added: isTasks.filter(({ id }) => !known.has(id)).map(({ id }) => id) };
}

const isTicked = ({ was, is }: Pair): boolean => is !== null && !isClosed(was) && isClosed(is);
const isUnticked = ({ was, is }: Pair): boolean => is !== null && isClosed(was) && !isClosed(is);
/* An agent that could write the test gate of an increment would prove its own work. */
const isLost = ({ was, is }: Pair): boolean =>
  !isClosed(was) && (is === null || is.title !== was.title || is.gate.join("\n") !== was.gate.join("\n"));
const hasChanged = ({ before, after }: Pair): boolean => after !== null && before.status?.value !== after.status?.value;
const noteIn = (increment: Increment | null): string | null =>
  /\(verified resolved at\s+(.*)\)\s*$/i.exec(increment?.status?.value ?? "")?.[1] ?? null;

/** What somebody did to the increments of a plan since a revision, by task. */
export function planChanges(place: PlanPlace, revision: ExecRevision, plan: string): BacklogChanges {
  return changesOf(compared(place, readPlan(revision.plan), readPlan(plan)));
}

function changesOf({ pairs, added }: Compared): BacklogChanges {
  const idsOf = (holds: (pair: Pair) => boolean): readonly TaskId[] => pairs.filter(holds).map(({ id }) => id);
  const isNoted = (pair: Pair): boolean =>
    hasChanged(pair) && (noteIn(pair.after) !== null || !(isTicked(pair) || isUnticked(pair)));
  const notes = pairs.filter(isTicked).flatMap(({ id, after }) => {
    const note = noteIn(after);
    return note === null ? [] : [[id, note] as const];
  });
  return {
    ticked: idsOf(isTicked),
    unticked: idsOf(isUnticked),
    added,
    lost: idsOf(isLost),
    noted: idsOf(isNoted),
    notes: Object.fromEntries(notes),
  };
}

/** The settled documents, and what was put back to come to them. */
export interface SettledPlan {
  readonly documents: Documents;
  readonly putBack: BacklogChanges;
}

/**
 * Undoes what an agent may not have done to plan and criteria since a revision: states and boxes go back but for ticks that are
 * kept, and a document in which something is gone or reworded starts again from how it was. Other words that were written stay.
 */
export function settlePlan(
  place: PlanPlace,
  revision: ExecRevision,
  now: Documents,
  settlement: Settlement,
): SettledPlan {
  const comparison = compared(place, readPlan(revision.plan), readPlan(now.plan));
  const keeps = new Set<string>(settlement.keepTicks);
  const drops = new Set<string>(settlement.dropNotes);
  const changes = changesOf(comparison);
  const putBack: BacklogChanges = {
    ticked: changes.ticked.filter((id) => !keeps.has(id)),
    unticked: changes.unticked,
    added: [],
    lost: changes.lost,
    noted: changes.noted.filter((id) => drops.has(id)),
    notes: {},
  };
  let plan = comparison.pairs.some((pair) => isLost(pair) || pair.after === null) ? revision.plan : now.plan;
  for (const pair of comparison.pairs) plan = withStatusOf(plan, pair.before, pair.before.status?.value ?? null);
  let documents: Documents = { plan, prd: revision.prd === null ? now.prd : boxesBack(revision.prd, now.prd) };
  for (const pair of comparison.pairs) {
    if (!isTicked(pair) || !keeps.has(pair.id) || pair.is === null) continue;
    const note = drops.has(pair.id) ? null : noteIn(pair.after);
    const change = {
      state: pair.is.state,
      ...(note === null ? {} : { note }),
      ...(pair.is.reason === null ? {} : { reason: pair.is.reason }),
    };
    documents = changedDocuments(documents, pair.before.number, change);
  }
  return { documents: derivedDocuments(documents), putBack };
}

function withStatusOf(text: string, { number }: Increment, raw: string | null): string {
  const plan = readPlan(text);
  const increment = incrementNumbered(plan, number);
  return increment === undefined || raw === null ? text : withStatusText(plan, increment, raw);
}

/* Boxes as they were, in the document as it is; the document as it was where a criterion is gone or reworded. */
function boxesBack(before: string, now: string | null): string {
  if (now === null || now === before) return before;
  const [was, is] = [before, now].map((text) => Map.groupBy(criteriaOf(readPrd(text)), ({ box }) => box.text));
  const splices: Splice[] = [];
  for (const [text, criteria] of was ?? []) {
    const same: readonly PrdCriterion[] = is?.get(text) ?? [];
    if (same.length !== criteria.length) return before;
    for (const [i, { box }] of same.entries()) {
      const mark = criteria[i]?.box.mark ?? box.mark;
      if (mark !== box.mark) splices.push({ start: box.at, end: box.at + box.mark.length, text: mark });
    }
  }
  return spliced(now, splices);
}
