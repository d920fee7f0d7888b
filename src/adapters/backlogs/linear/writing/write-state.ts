import type { TaskState } from "../../../../core/task.ts";
import type { StateChange } from "../../../../ports/backlog.ts";
import { hardBlocker } from "../../../../core/tracker/hard-blocker.ts";
import { linearError } from "../asking/linear-error.ts";
import { neededLabel } from "./linear-labels.ts";
import { linearQueries, type LiveIssue } from "../asking/linear-queries.ts";
import type { AskLinear } from "../asking/linear-query.ts";
import {
  closedByPeople,
  isReview,
  isWaitingLabel,
  reasonIn,
  reasonMarkOf,
  reasonText,
  waitingLabels,
  type WaitingState,
} from "../linear-state.ts";
import { closingsBefore, isOurMove, neededState, stateFor } from "./linear-workflow.ts";
import { textMark } from "../../text-mark.ts";
import { say, sayOnce } from "./say-once.ts";

/** One write: of which issue, as it was read just before. */
export interface Writing {
  readonly ask: AskLinear;
  readonly live: LiveIssue;
  readonly change: StateChange;
  readonly signal: AbortSignal | undefined;
}

type Write = (writing: Writing) => Promise<void>;

/**
 * How each state is written. What people alone decide stays theirs: nothing goes to Backlog, Canceled or Duplicate, and what a person
 * has closed is not opened; it is only said what we would do. Asked again, a write that was done is not done twice.
 */
const writes: Readonly<Record<TaskState, Write>> = {
  todo: giveBack,
  in_progress: take,
  done: close,
  blocked: (writing) => wait(writing, "blocked"),
  needs_human: (writing) => wait(writing, "needs_human"),
  deferred: (writing) => recommend(writing, "put off"),
  cancelled: (writing) => recommend(writing, "cancel"),
};

/** Writes a state. Rejects with BacklogError. */
export const writeState: Write = (writing) => writes[writing.change.state](writing);

interface Update {
  readonly stateId?: string;
  readonly assigneeId?: string;
  readonly addedLabelIds?: readonly string[];
  readonly removedLabelIds?: readonly string[];
}

async function update({ ask, live, signal }: Writing, input: Update): Promise<void> {
  if (Object.keys(input).length > 0) await ask(linearQueries.update, { id: live.issue.id, input }, signal);
}

/** In Progress and assigned to us, unless a person has closed it or somebody else has begun it since it was picked. */
async function take(writing: Writing): Promise<void> {
  const { issue, viewer } = writing.live;
  const { state, assignee } = issue;
  refuseTaken(issue);
  const isBegun = state.type === "started";
  await update(writing, {
    ...(isBegun && !isReview(state) ? {} : { stateId: neededState(issue, "in-progress").id }),
    ...(assignee?.isMe === true ? {} : { assigneeId: viewer.id }),
  });
}

/** Throws BacklogError for an issue that can't be begun any more. */
export function refuseTaken({ state, assignee, identifier, url }: LiveIssue["issue"]): void {
  if (state.type === "completed" || closedByPeople.has(state.type))
    throw linearError("closed", `${identifier} was closed meanwhile (${state.name}).`, { place: url });
  if (state.type === "started" && assignee !== null && !assignee.isMe)
    throw linearError("taken", `Somebody else has ${identifier} in progress.`, { place: url });
}

/** First the summary, then Done; where a person has closed the issue otherwise, the summary alone. */
async function close(writing: Writing): Promise<void> {
  const { ask, live, change, signal } = writing;
  const { issue } = live;
  const isDone = issue.state.type === "completed";
  const told = change.told ?? (isDone ? null : plainSummary(writing));
  if (told !== null) await sayOnce(ask, issue.id, told, signal);
  if (!isDone && !closedByPeople.has(issue.state.type))
    await update(writing, { stateId: neededState(issue, "done").id, ...withoutWaiting(writing, null) });
}

function plainSummary({ live, change }: Writing): NonNullable<StateChange["told"]> {
  const text =
    change.note === undefined
      ? "The work on this is done."
      : `There was nothing left to do: verified resolved at ${change.note}.`;
  return { marker: `ralph:closed ${closingsBefore(live) + 1}`, text };
}

/**
 * The label and the reason; the state stays what it is. Only what nobody can go on without, whatever is tried, goes to people for a
 * review.
 */
async function wait(writing: Writing, state: WaitingState): Promise<void> {
  const { ask, live, change, signal } = writing;
  const { issue } = live;
  if (issue.state.type === "completed" || closedByPeople.has(issue.state.type)) return;
  const label = waitingLabels[state];
  const isLabelled = issue.labels.nodes.some(({ name }) => name.toLowerCase() === label);
  const reason = (change.reason ?? "").trim();
  const isSaid = isLabelled && reasonIn(issue, state) === reason.replaceAll(/[\p{Cc}\s]+/gu, " ");
  if (!isSaid && reason !== "")
    await say(ask, issue.id, { marker: reasonMarkOf(state), text: reasonText(state, reason) }, signal);
  const review = hardBlocker(reason) === null ? null : stateFor(issue.team.states.nodes, "review");
  const added = isLabelled ? [] : [(await neededLabel(ask, issue.team.id, label, signal)).id];
  await update(writing, {
    ...(review === null || isReview(issue.state) ? {} : { stateId: review.id }),
    ...(added.length === 0 ? {} : { addedLabelIds: added }),
    ...withoutWaiting(writing, label),
  });
}

/** The labels go; the state goes back to the first of what is not begun, if it was we who moved it. */
async function giveBack(writing: Writing): Promise<void> {
  const { live } = writing;
  const { issue } = live;
  if (closedByPeople.has(issue.state.type)) return;
  const isMoved = issue.state.type === "started" || issue.state.type === "completed";
  const back = isMoved && isOurMove(live) ? stateFor(issue.team.states.nodes, "unstarted") : null;
  await update(writing, { ...(back === null ? {} : { stateId: back.id }), ...withoutWaiting(writing, null) });
}

/** Takes off the labels by which an issue waits, but for one. */
function withoutWaiting({ live }: Writing, but: string | null): Update {
  const ids = live.issue.labels.nodes.flatMap(({ id, name }) =>
    isWaitingLabel(name) && name.toLowerCase() !== but ? [id] : [],
  );
  return ids.length === 0 ? {} : { removedLabelIds: ids };
}

async function recommend({ ask, live, change, signal }: Writing, what: string): Promise<void> {
  const { issue } = live;
  if (issue.state.type === "completed" || closedByPeople.has(issue.state.type)) return;
  const reason = (change.reason ?? "").trim();
  const text = `I recommend to ${what} this issue${reason === "" ? "." : `: ${reason}`}\n\nChanging its state is up to you.`;
  await sayOnce(ask, issue.id, { marker: `ralph:recommends ${textMark(text)}`, text }, signal);
}
