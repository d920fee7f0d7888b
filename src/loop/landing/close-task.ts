import type { Fact } from "../../core/fact.ts";
import type { Iteration } from "../../core/state.ts";
import { isClosed, type Task, type TaskId } from "../../core/task.ts";
import { warned } from "../../core/texts/warned.ts";
import { type Backlog, isTracker, type StateChange } from "../../ports/backlog.ts";
import type { PullRequest } from "../../ports/forge.ts";
import type { Engine } from "../engine.ts";
import type { Tools } from "../tools.ts";
import { unlessTaken } from "../unless-taken.ts";

/** A task that is to be closed, what is nested under it, and what is said of it. */
export interface Closing extends Pick<StateChange, "note" | "satisfied" | "told"> {
  readonly id: TaskId;
  readonly nested: readonly TaskId[];
}

/**
 * Closes what is nested first, then the task, each by a write of its own. What is closed already stays as it is; on a tracker it is told
 * what was done all the same, since a merge may have closed it by itself. What a person has taken out of our hands is left to them, and that
 * is told.
 */
export async function closeTask(
  { id, nested, ...words }: Closing,
  { backlog }: Pick<Tools, "backlog">,
): Promise<readonly Fact[]> {
  const { tasks } = await backlog.load();
  const open = new Set(tasks.filter((task) => !isClosed(task)).map((task) => task.id));
  for (const child of nested) if (open.has(child)) await backlog.setState({ id: child, state: "done" });
  const isToldOf = words.told !== undefined && isTracker(backlog);
  if (!open.has(id) && !isToldOf) return [];
  const kept: Fact[] = [];
  const left = await unlessTaken(backlog, async () => {
    kept.push(...notDone(await backlog.setState({ id, state: "done", ...words }), backlog));
  });
  return [...left, ...kept];
}

/** A person's own word about a task stands, whatever has landed. */
const notDone = (task: Task, backlog: Pick<Backlog, "files" | "carries">): readonly Fact[] =>
  isTracker(backlog) && task.state === "cancelled"
    ? [warned("left_alone", `${task.id} was cancelled by somebody else and stays so, though its work has landed.`)]
    : [];

/** True where the claimed task is closed by a change of files, which lands together with its work. */
export const closesWithWork = ({ claim }: Iteration, { backlog }: Pick<Tools, "backlog">): boolean =>
  !claim.repair && !isTracker(backlog);

/** The claimed task as it is closed: with the evidence that it was done before, and the criteria that are met. Ticks of the agent stay. */
export function closingOf({ claim, measured, acceptance, answer }: Iteration): Closing {
  const met = acceptance.at(-1)?.met ?? [];
  return {
    id: claim.task.id,
    nested: claim.nested,
    ...(measured?.evidence?.ok === true ? { note: measured.evidence.text } : {}),
    ...(claim.task.looseCriteria === undefined ? {} : { satisfied: [...(answer?.satisfied ?? []), ...met] }),
  };
}

/**
 * Closes the claimed task where it is an issue of a tracker, and tells those who follow it where its work is; once for one attempt. In
 * other sources it was closed with the work.
 */
export async function closeOnTracker(
  current: Iteration,
  { commit, pull }: { readonly commit: string; readonly pull: PullRequest | null },
  { tools, run }: Engine,
): Promise<readonly Fact[]> {
  const { claim } = current;
  if (claim.repair || !isTracker(tools.backlog)) return [];
  const marker = `${run}/${claim.task.id}/${claim.attempt}/land`;
  return closeTask({ ...closingOf(current), told: { marker, text: whereItIs(commit, pull) } }, tools);
}

/** Where work is that has landed, in words for whoever reads its task. */
export const whereItIs = (commit: string, pull: Pick<PullRequest, "number" | "url" | "base"> | null): string =>
  pull === null
    ? `Done: the work landed as ${commit}.`
    : `Done: [#${pull.number}](${pull.url}) was merged into \`${pull.base}\` as ${commit}.`;
