import type { FactOf } from "../fact.ts";
import type { State } from "../state.ts";
import { taskId } from "../task-id.ts";
import { isClosed, type Task, type TaskId, type TaskState } from "../task.ts";
import { closedPlaces } from "./issue.ts";

/**
 * What a run knows of a task that the tracker does not say, where agents write to it: its work has landed and the issue is still open, it
 * was closed without any work landed, or it was set aside.
 */
export type OwnWord = "landed" | "not-landed" | "blocked" | "needs_human";

/** The same of all tasks of which there is such a thing to know. */
export type OwnAccount = Readonly<Record<TaskId, OwnWord>>;

/** Issues whose work has landed and that an agent still has to close, the oldest landing first. */
export const cleanupOf = ({ account }: Pick<State, "account">): readonly TaskId[] =>
  Object.entries(account).flatMap(([id, word]) => (word === "landed" ? [taskId(id)] : []));

/** The tasks of a tracker as the run knows them. Where the harness writes, they are what the tracker says. */
export const byOwnAccount = (tasks: readonly Task[], account: OwnAccount): readonly Task[] =>
  Object.keys(account).length === 0 ? tasks : tasks.map((task) => seenBy(account[task.id], task));

/** The same with what we have begun as ours, whoever it is assigned to: agents that write have accounts of their own. */
export const withOurs = (tasks: readonly Task[], ours: readonly TaskId[]): readonly Task[] =>
  tasks.map((task) => (task.mine === false && ours.includes(task.id) ? { ...task, mine: true } : task));

function seenBy(word: OwnWord | undefined, task: Task): Task {
  const state = word === undefined ? null : states[word](task);
  if (state === null || state === task.state) return task;
  return { ...task, state, reason: null, ...(state === "in_progress" ? { mine: true } : {}) };
}

/* How a task stands then; null: as the tracker says. What people have cancelled stays so. */
const states: Readonly<Record<OwnWord, (task: Task) => TaskState | null>> = {
  landed: (task) => (isClosed(task) ? null : "done"),
  "not-landed": ({ state }) => (state === "done" ? "in_progress" : null),
  blocked: (task) => (task.state === "cancelled" || task.state === "needs_human" ? null : "blocked"),
  needs_human: ({ state }) => (state === "cancelled" ? null : "needs_human"),
};

/** True where agents move and comment the issues, and the harness only looks. */
const isOfAgents = ({ policy }: State): boolean => policy.tracker === "agent";

const withWord = (account: OwnAccount, task: TaskId, word: OwnWord | null): OwnAccount => {
  const { [task]: _before, ...others } = account;
  return word === null ? others : { ...others, [task]: word };
};

/** The account after a landing: `closing` says whether the issue was still open then. */
export const afterLanding = (
  state: State,
  task: TaskId,
  closing: FactOf<"work-landed">["closing"],
): Pick<State, "account"> => ({ account: withWord(state.account, task, closing === "due" ? "landed" : null) });

/** The account after a task was set aside: the tracker need not say so. */
export const afterParking = (
  state: State,
  { task, state: word }: Pick<FactOf<"task-parked">, "task" | "state">,
): Pick<State, "account"> => ({
  account: isOfAgents(state) ? withWord(state.account, task, word) : state.account,
});

/** The account once issues were seen: what is closed needs no closing any more. */
export function afterLook(state: State, { tracker }: FactOf<"work-measured">): Pick<State, "account"> {
  const closed = (tracker?.issues ?? []).filter(({ place }) => closedPlaces.has(place)).map(({ id }) => id);
  return { account: closed.reduce((account, id) => withoutCleanup(account, id), state.account) };
}

const withoutCleanup = (account: OwnAccount, id: TaskId): OwnAccount =>
  account[id] === "landed" ? withWord(account, id, null) : account;

/** The account once the backlog was read: what needs closing is told anew there. */
export function afterReading(state: State, { tracker }: FactOf<"backlog-read">): Pick<State, "account" | "counts"> {
  if (tracker === undefined) return { account: state.account, counts: state.counts };
  const { cleanup, ...counts } = tracker;
  const others = Object.entries(state.account).filter(([, word]) => word !== "landed");
  return {
    account: { ...Object.fromEntries(others), ...leftOpen(cleanup) },
    counts: isOfAgents(state) ? counts : null,
  };
}

/** What a run begins with: the issues that the last one has left open. */
export const leftOpen = (cleanup: readonly TaskId[]): OwnAccount =>
  Object.fromEntries(cleanup.map((id) => [id, "landed" as const]));

/** The account after an iteration: a task whose issue was moved to Done while its work has not landed is still to be done. */
export function afterIteration(state: State): Pick<State, "account"> {
  const { current, account } = state;
  const id = current?.claim.task.id;
  if (current == null || id === undefined || current.landed !== null || current.parked !== null) return { account };
  const seen = current.measured?.tracker?.issues.find((issue) => issue.id === id);
  return { account: seen?.place === "done" ? withWord(account, id, "not-landed") : account };
}
