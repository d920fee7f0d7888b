import type { FactOf } from "../../core/fact.ts";
import { isClosed, type TaskId } from "../../core/task.ts";
import { type Comment, isTracker, type StateChange } from "../../ports/backlog.ts";
import type { PullRequest } from "../../ports/forge.ts";
import type { Tools } from "../tools.ts";
import { unlessTaken } from "../unless-taken.ts";

/** A task that is to be closed, what is nested under it, and what is said of it. */
export interface Closing extends Pick<StateChange, "note" | "satisfied" | "told"> {
  readonly id: TaskId;
  readonly nested: readonly TaskId[];
}

/**
 * Closes what is nested first, then the task, each by a write of its own (B-10). What is closed already stays as it is; on a tracker it is
 * told what was done all the same, since a merge may have closed it by itself. What a person has taken out of our hands is left to them.
 */
export async function closeTask({ id, nested, ...words }: Closing, { backlog }: Pick<Tools, "backlog">): Promise<void> {
  const { tasks } = await backlog.load();
  const open = new Set(tasks.filter((task) => !isClosed(task)).map((task) => task.id));
  for (const child of nested) if (open.has(child)) await backlog.setState({ id: child, state: "done" });
  const isToldOf = words.told !== undefined && isTracker(backlog);
  if (open.has(id) || isToldOf) await unlessTaken(backlog, () => backlog.setState({ id, state: "done", ...words }));
}

/** What people who follow a task are told as it is closed. The marker is the same for the same attempt at it. */
export function closingWords({
  run,
  claim,
  commit,
  pull,
}: {
  readonly run: string;
  readonly claim: Pick<FactOf<"task-claimed">, "task" | "attempt">;
  readonly commit: string;
  readonly pull: PullRequest | null;
}): Comment {
  const marker = `${run}/${claim.task.id}/${claim.attempt}/land`;
  return { marker, text: mergedWords(commit, pull) };
}

/** Where the work stands now, for whoever reads its task. */
export const mergedWords = (commit: string, pull: Pick<PullRequest, "number" | "url" | "base"> | null): string =>
  pull === null
    ? `Done: the work landed as ${commit}.`
    : `Done: [#${pull.number}](${pull.url}) was merged into \`${pull.base}\` as ${commit}.`;
