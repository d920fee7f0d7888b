import { groupSize, isEpicBoundary, openNested } from "../core/picking/epic.ts";
import type { Standing } from "../core/fact.ts";
import { isReadOnlyAudit } from "../core/picking/audit-labels.ts";
import { standingState } from "../core/picking/held-by-label.ts";
import { nearestTask } from "../core/picking/locality.ts";
import { actionable, openTasks, type SelectContext, selectTask } from "../core/picking/select.ts";
import { isClosed, type Task, type TaskId } from "../core/task.ts";
import type { BacklogSnapshot } from "../ports/backlog.ts";
import type { Ledger } from "../ports/ledger.ts";
import type { Picking, PickMemory } from "./tools.ts";

/** What a person chose about picking. */
export interface PickingChoices {
  readonly optional: boolean;
  /** An audit run: it works read-only audit tasks, and nothing else. */
  readonly audit?: boolean;
  readonly nested: "parent" | "tasks";
  readonly filter: ((task: Task) => string | null) | null;
}

/** Picks by the core's rules, with what a person chose and what the run remembers. */
export function pickingBy(choices: PickingChoices): Picking {
  return {
    pick: (snapshot, memory) => {
      const { tasks } = snapshot;
      const context = contextOf(snapshot, choices, memory);
      const { task, reason, near } = selectTask(tasks, context);
      if (task === null) return null;
      const nested = choices.nested === "tasks" ? [] : [...openNested(tasks, task.id)];
      return {
        task,
        reason,
        ...(near === null ? {} : { near }),
        boundary: isEpicBoundary(tasks, task.id),
        groupSize: groupSize(tasks, task.id),
        nested,
      };
    },
    standing: (snapshot, parked) => standingOf(snapshot, choices, parked),
  };
}

/** The context of a selection: faulty tasks left out, parked ones with why, and what lies near. */
export function contextOf(snapshot: BacklogSnapshot, choices: PickingChoices, memory: PickMemory): SelectContext {
  const context = plainContextOf(snapshot, choices, memory);
  return (memory.touched ?? []).length === 0
    ? context
    : { ...context, locality: nearestOf(snapshot.tasks, context, memory.touched ?? []) };
}

/** The nearest of the most urgent tasks: being near never goes before being urgent. */
function nearestOf(tasks: readonly Task[], context: SelectContext, touched: readonly string[]): TaskId | null {
  const ready = actionable(tasks, context);
  const urgent = Math.min(...ready.map(({ priority }) => priority));
  return nearestTask(
    ready.filter(({ priority }) => priority === urgent),
    tasks,
    touched,
  );
}

function plainContextOf(snapshot: BacklogSnapshot, choices: PickingChoices, memory: PickMemory): SelectContext {
  return {
    hinted: memory.hint ?? null,
    campaign: memory.campaign ?? null,
    ours: new Set(memory.ours),
    parked: new Map([
      ...memory.parked.map((id) => [id, "it was set aside in this run"] as const),
      ...(memory.waiting ?? []).map((id) => [id, "its work waits to be merged"] as const),
    ]),
    faulty: faultyOf(snapshot),
    optional: choices.optional,
    audit: choices.audit === true,
    nested: choices.nested,
    ...(choices.filter === null ? {} : { filter: choices.filter }),
  };
}

/** The tasks that a fault keeps from being worked, each with the fault. */
const faultyOf = (snapshot: BacklogSnapshot): ReadonlyMap<TaskId, string> =>
  new Map(
    snapshot.faults
      .filter((fault) => fault.severity === "error")
      .flatMap((fault) => fault.tasks.map((id) => [id, fault.message] as const)),
  );

/** Tasks that stand in progress in the source and that an earlier iteration of ours has begun: nobody else's. */
export const begunBefore = (tasks: readonly Task[], ledger: Pick<Ledger, "memoryOf">): readonly TaskId[] =>
  tasks.flatMap(({ id, state }) => (state === "in_progress" && ledger.memoryOf(id).iterations > 0 ? [id] : []));

/** How the tasks within the person's filter stand. */
function standingOf(snapshot: BacklogSnapshot, choices: PickingChoices, parked: readonly TaskId[]): Standing {
  const within = (task: Task): boolean =>
    (choices.audit !== true || isReadOnlyAudit(task)) && (choices.filter === null || choices.filter(task) === null);
  const open = openTasks(snapshot.tasks, { optional: choices.optional }).filter(within);
  const faulty = faultyOf(snapshot);
  const count = (holds: (task: Task) => boolean): number => open.filter(holds).length;
  return {
    open: open.length,
    done: snapshot.tasks.filter((task) => task.state === "done" && within(task)).length,
    inProgress: count((task) => task.state === "in_progress"),
    actionable: actionable(snapshot.tasks, contextOf(snapshot, choices, { ours: [], parked })).length,
    blocked: count((task) => standingState(task) === "blocked"),
    needsHuman: count((task) => standingState(task) === "needs_human"),
    faulty: count((task) => faulty.has(task.id)),
    notClosed: snapshot.tasks.filter((task) => !isClosed(task)).length,
  };
}
