import { auditHindrance } from "./audit-labels.ts";
import { epicKey } from "../epic-key.ts";
import { heldByLabel } from "./held-by-label.ts";
import { isClosed, type Task, type TaskId } from "../task.ts";

/** What besides the tasks themselves decides which is next. Each part may be left out. */
export interface SelectContext {
  /** Tasks that we ourselves began and that wait for nobody: they come first. */
  readonly ours?: ReadonlySet<TaskId>;
  /** Tasks set aside for now (parked, waiting for a merge or a person), each with why. */
  readonly parked?: ReadonlyMap<TaskId, string>;
  /** Tasks that a fault of the source keeps from being worked, each with the fault. */
  readonly faulty?: ReadonlyMap<TaskId, string>;
  /** The task that an optimiser of somebody's has named as the next one. */
  readonly hinted?: TaskId | null;
  /** The task that lies nearest to what was just done. */
  readonly locality?: TaskId | null;
  /** Whether tasks of optional sections are worked. */
  readonly optional?: boolean;
  /** Whether this is an audit run: it works read-only audits, and nothing else. */
  readonly audit?: boolean;
  /** `parent` (default): nested tasks are worked with the one above. `tasks`: each by itself, before the one above. */
  readonly nested?: "parent" | "tasks";
  /** The epic, by its key, whose audits go before those of others. */
  readonly campaign?: string | null;
  /** Null for a task within the person's filter, else why it is not. */
  readonly filter?: (task: Task) => string | null;
}

/** The choice: the next task or null, why, and for every other open task why not. */
export interface Selection {
  readonly task: Task | null;
  readonly reason: string;
  /** What has brought it forward: a hint, or that it lies near to what was just done; null where neither has. */
  readonly near: "hint" | "overlap" | null;
  readonly others: readonly { readonly id: TaskId; readonly whyNot: string }[];
}

/** The tasks that keep a run open: all that are not closed, nested ones too; those of optional sections only on wish. */
export const openTasks = (
  tasks: readonly Task[],
  { optional = false }: { readonly optional?: boolean } = {},
): readonly Task[] => tasks.filter((task) => !isClosed(task) && (optional || !task.optional));

/** The tasks that may be picked now, best first. */
export function actionable(tasks: readonly Task[], context: SelectContext = {}): readonly Task[] {
  const hindrance = hindrances(tasks, context);
  return tasks.filter((task) => hindrance(task) === null).toSorted(byOrder(tasks, context));
}

/**
 * The next task: what we began, then the locality hint, then priority, then the order of groups, then the order of
 * the source. The same input gives the same choice.
 */
export function selectTask(tasks: readonly Task[], context: SelectContext = {}): Selection {
  const hindrance = hindrances(tasks, context);
  const order = byOrder(tasks, context);
  const open = tasks.filter((task) => !isClosed(task)).map((task) => ({ task, why: hindrance(task) }));
  const ready = open.filter(({ why }) => why === null).map(({ task }) => task);
  const chosen = ready.reduce<Task | null>(
    (best, task) => (best === null || order(task, best) < 0 ? task : best),
    null,
  );
  const others = open
    .filter(({ task }) => task !== chosen)
    .map(({ task, why }) => ({ id: task.id, whyNot: why ?? (chosen === null ? "" : behind(task, chosen, context)) }));
  const near = chosen === null ? null : (nearBy[rankOf(chosen, context)] ?? null);
  return { task: chosen, reason: reasonFor(chosen, ready.length, others.length, context), near, others };
}

const ranks = { ours: 0, hinted: 1, begun: 2, near: 3, rest: 4 };

const nearBy: Readonly<Record<number, Selection["near"]>> = { [ranks.hinted]: "hint", [ranks.near]: "overlap" };

function rankOf(task: Task, context: SelectContext): number {
  if (isOurs(task, context)) return ranks.ours;
  if (task.id === context.hinted) return ranks.hinted;
  if (context.campaign != null && epicKey(task) === context.campaign) return ranks.begun;
  return task.id === context.locality ? ranks.near : ranks.rest;
}

/* What is assigned to somebody else is theirs, whoever has begun it; what is assigned to us counts once it is begun. */
function isOurs({ id, state, mine }: Task, { ours }: SelectContext): boolean {
  if (mine === false) return false;
  return ours?.has(id) === true || (mine === true && state === "in_progress");
}

type Order = (a: Task, b: Task) => number;

function byOrder(tasks: readonly Task[], context: SelectContext): Order {
  const groups = new Map<string | null, number>();
  for (const task of tasks) if (!groups.has(task.group)) groups.set(task.group, groups.size);
  const groupOf = (task: Task): number => groups.get(task.group) ?? groups.size;
  return (a, b) =>
    rankOf(a, context) - rankOf(b, context) ||
    a.priority - b.priority ||
    (a.group === b.group ? 0 : groupOf(a) - groupOf(b));
}

type Hindrance = (task: Task) => string | null;

/* Why a task can't be picked at all; null if it can. The first reason that holds is given. */
function hindrances(tasks: readonly Task[], context: SelectContext): Hindrance {
  // Where nothing depends on anything, nobody looks anything up.
  const isPlain = tasks.every(({ deps, parent }) => deps.length === 0 && parent === null);
  const byId = new Map(isPlain ? [] : tasks.map((task) => [task.id, task]));
  const openUnder = new Map<TaskId, TaskId>();
  for (const task of tasks)
    if (task.parent !== null && !isClosed(task) && !openUnder.has(task.parent)) openUnder.set(task.parent, task.id);
  const nesting = context.nested === "tasks" ? waitsForNested(openUnder) : worksWithParent(byId);
  const waits = waitsForDeps(byId);
  return (task) =>
    context.faulty?.get(task.id) ??
    byState(task, context) ??
    byLabel(task) ??
    byOption(task, context) ??
    auditHindrance(task, context.audit === true) ??
    context.filter?.(task) ??
    context.parked?.get(task.id) ??
    nesting(task) ??
    waits(task);
}

function byState(task: Task, context: SelectContext): string | null {
  switch (task.state) {
    case "todo":
      return null;
    case "in_progress":
      return isOurs(task, context) ? null : "somebody else has it in progress";
    case "done":
      return "it is done";
    case "cancelled":
      return "it is cancelled";
    case "blocked":
      return withReason("it is blocked", task.reason);
    case "needs_human":
      return withReason("it waits for a person", task.reason);
    case "deferred":
      return withReason("it is deferred", task.reason);
  }
}

/** Why the work of a task that we have begun may not land, as the task stands now: people have cancelled it or stop it. Null: it may. */
export function withheldBy(task: Task): string | null {
  switch (task.state) {
    case "done":
      return null;
    case "todo":
    case "in_progress":
      return byLabel(task);
    case "cancelled":
    case "blocked":
    case "needs_human":
    case "deferred":
      return byState(task, {});
  }
}

const withReason = (words: string, reason: string | null): string =>
  reason === null || reason === "" ? words : `${words}: ${reason}`;

function byLabel(task: Task): string | null {
  const held = heldByLabel(task);
  return held === null
    ? null
    : withReason(held.state === "blocked" ? "it is blocked" : "it waits for a person", held.reason);
}

const byOption = (task: Task, { optional }: SelectContext): string | null =>
  task.optional && optional !== true ? "it is optional (worked only with --optional)" : null;

const worksWithParent =
  (byId: ReadonlyMap<TaskId, Task>): Hindrance =>
  (task) => {
    if (task.parent === null) return null;
    const seen = new Set([task.id]);
    for (let above = parentOf(task, byId); above !== undefined && !seen.has(above.id); above = parentOf(above, byId)) {
      if (!isClosed(above)) return `it is worked with ${above.id}, which it is nested under`;
      seen.add(above.id);
    }
    return null;
  };

const parentOf = (task: Task, byId: ReadonlyMap<TaskId, Task>): Task | undefined =>
  task.parent === null ? undefined : byId.get(task.parent);

const waitsForNested =
  (openUnder: ReadonlyMap<TaskId, TaskId>): Hindrance =>
  (task) => {
    const child = openUnder.get(task.id);
    return child === undefined ? null : `${child}, nested under it, comes first`;
  };

const waitsForDeps =
  (byId: ReadonlyMap<TaskId, Task>): Hindrance =>
  (task) => {
    if (task.deps.length === 0) return null;
    const open = task.deps.filter((dep) => {
      const found = byId.get(dep);
      return found === undefined || !isClosed(found);
    });
    if (open.length === 0) return null;
    const words = open.map((dep) => (byId.has(dep) ? dep : `${dep} (not in the backlog)`));
    return `it waits for ${words.join(", ")}`;
  };

function behind(task: Task, chosen: Task, context: SelectContext): string {
  const rank = rankOf(chosen, context);
  if (rankOf(task, context) > rank) {
    if (rank === ranks.ours) return `${chosen.id} was begun and is finished first`;
    if (rank === ranks.begun) return `the campaign of ${chosen.id} was begun`;
    return rank === ranks.hinted
      ? `${chosen.id} is named as the next one by a locality hint`
      : `${chosen.id} lies nearer to what was just done`;
  }
  if (task.priority > chosen.priority)
    return `its priority ${task.priority} comes after ${chosen.priority} of ${chosen.id}`;
  return task.group === chosen.group ? `it comes after ${chosen.id}` : `its group comes after that of ${chosen.id}`;
}

function reasonFor(task: Task | null, ready: number, others: number, context: SelectContext): string {
  if (task === null) return others === 0 ? "no task is open" : "no open task can be worked now";
  switch (rankOf(task, context)) {
    case ranks.ours:
      return "it was begun, and is not finished";
    case ranks.hinted:
      return "a locality hint names it as the next one";
    case ranks.begun:
      return "its campaign was begun";
    case ranks.near:
      return "it lies nearest to what was just done";
  }
  return ready === 1
    ? "it is the only task that can be worked now"
    : `it is the first of ${ready} that can be worked now, by priority, then by order`;
}
