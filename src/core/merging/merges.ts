import type { FactOf } from "../fact.ts";
import { type State, type TaskTrail, trailOf } from "../state.ts";
import type { TaskId } from "../task.ts";
import { afterLanding, afterParking } from "../tracker/own-account.ts";

/** Pull requests of one task that failed before a person is asked. */
export const mergeFailureLimit = 3;

/** The state once work waits in a pull request; the same one again is the same. */
export function afterPending(state: State, fact: FactOf<"merge-pending">): State {
  const { current } = state;
  const merges = [...state.merges.filter(({ pr }) => pr !== fact.pr), fact];
  const after = { ...state, merges, mergeFailures: withoutTask(state, fact.task) };
  return current?.claim.task.id === fact.task ? { ...after, current: { ...current, waiting: fact } } : after;
}

/** The state once a pull request is waited for no longer. */
export function afterEnded(state: State, fact: FactOf<"merge-ended">): State {
  const ended: State = {
    ...state,
    merges: state.merges.filter(({ pr }) => pr !== fact.pr),
    mergeFailures: withoutTask(state, fact.task),
    commentsTold: [...state.commentsTold, ...(fact.comments ?? [])],
    mergesSince: null,
    backlog: null,
    lastStanding: fact.standing,
  };
  const { task } = fact;
  switch (fact.result) {
    case "merged":
      return {
        ...ended,
        ...afterLanding(state, task, fact.closing),
        landed: state.landed + 1,
        parkedInRow: [],
        tasks: withTrail(state, task, { startHead: null, commits: [], session: null, landingRefusals: 0, idle: 0 }),
      };
    case "red":
    case "conflict":
    case "review":
      return {
        ...ended,
        mergeFailures: [...ended.mergeFailures, fact],
        tasks: withTrail(state, task, { landingRefusals: trailOf(state, task).landingRefusals + 1 }),
      };
    // Nothing ever waited there.
    case "gone":
      return ended;
    case "closed":
    case "withheld":
      return {
        ...ended,
        ...afterParking(state, { task, state: "needs_human" }),
        parked: [...state.parked.filter((id) => id !== task), task],
        tasks: withTrail(state, task, { startHead: null, commits: [] }),
      };
  }
}

/** The tasks whose work waits to be merged: nobody works them meanwhile. */
export const waitingTasks = ({ merges }: State): readonly TaskId[] => merges.map(({ task }) => task);

/** The tasks that nobody picks in this run as it stands: set aside, or waiting to be merged. */
export const leftAlone = (state: State): readonly TaskId[] => [...state.parked, ...waitingTasks(state)];

/** What stands against the merge of a task's pull request, as it was last seen; null where nothing does. */
export const failureOf = ({ mergeFailures }: State, task: TaskId): FactOf<"merge-ended"> | null =>
  mergeFailures.findLast((failure) => failure.task === task) ?? null;

const withoutTask = ({ mergeFailures }: State, task: TaskId): State["mergeFailures"] =>
  mergeFailures.filter((failure) => failure.task !== task);

/* What was never worked in this run has no trail to change. */
const withTrail = ({ tasks }: State, task: TaskId, change: Partial<TaskTrail>): State["tasks"] => {
  const trail = tasks[task];
  return trail === undefined ? tasks : { ...tasks, [task]: { ...trail, ...change } };
};
