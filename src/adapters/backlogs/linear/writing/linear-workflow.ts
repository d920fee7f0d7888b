import { linearError } from "../asking/linear-error.ts";
import type { LinearState, LiveIssue } from "../asking/linear-queries.ts";
import { isReview } from "../linear-state.ts";

/** The states that work is moved to. */
export type WorkState = "unstarted" | "in-progress" | "review" | "done";

const forms: Readonly<Record<WorkState, { readonly is: (state: LinearState) => boolean; readonly usual: string }>> = {
  unstarted: { is: ({ type }) => type === "unstarted", usual: "todo" },
  "in-progress": { is: (state) => state.type === "started" && !isReview(state), usual: "in progress" },
  review: { is: isReview, usual: "in review" },
  done: { is: ({ type }) => type === "completed", usual: "done" },
};

/** A team's state for a kind of work: the one with the usual name, else the first of its workflow; null where it has none. */
export function stateFor(states: readonly LinearState[], wanted: WorkState): LinearState | null {
  const { is, usual } = forms[wanted];
  const fit = states.filter(is).toSorted((a, b) => a.position - b.position);
  return fit.find(({ name }) => name.trim().toLowerCase() === usual) ?? fit[0] ?? null;
}

/** The same where work can't go on without one. Throws BacklogError. */
export function neededState({ team, identifier }: LiveIssue["issue"], wanted: WorkState): LinearState {
  const state = stateFor(team.states.nodes, wanted);
  if (state !== null) return state;
  const hint = "Add such a state to the team's workflow in Linear (Team settings, Issue statuses).";
  throw linearError("refused", `The team of ${identifier} has no state for what is ${wanted}.`, { hint });
}

/** Whether the state that an issue is in was set with the key that we use: then we may take it back. */
export function isOurMove({ viewer, issue }: LiveIssue): boolean {
  const moves = issue.history.nodes.filter(({ toStateId }) => toStateId === issue.state.id);
  const last = moves.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0];
  return last?.actorId === viewer.id;
}

/** How often we have closed an issue before. */
export function closingsBefore({ viewer, issue }: LiveIssue): number {
  const closed = new Set(issue.team.states.nodes.filter(({ type }) => type === "completed").map(({ id }) => id));
  return issue.history.nodes.filter(({ actorId, toStateId }) => actorId === viewer.id && closed.has(toStateId ?? ""))
    .length;
}
