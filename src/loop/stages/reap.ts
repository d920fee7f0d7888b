import type { Fact } from "../../core/fact.ts";
import type { State } from "../../core/state.ts";
import { isClosed, type TaskId } from "../../core/task.ts";
import type { QueuedMerge } from "../../ports/merge-queue.ts";
import type { Engine } from "../engine.ts";
import type { Tools } from "../tools.ts";

/**
 * At the boundary between two iterations: what people wish is heard, grades that have come are taken, and pull requests that others have
 * queued become known; nobody waits for any of it.
 */
export async function reap(state: State, { tools, interruption }: Engine): Promise<readonly Fact[]> {
  const wishes = await tools.control.take();
  for (const wish of wishes) interruption.hear(wish);
  return [{ kind: "reaped", wishes: wishes.length }, ...tools.background.take(), ...(await queuedMerges(state, tools))];
}

/** Pull requests of earlier runs, and those that a person has added or wants looked at again. What is merged or failed and has a closed task goes. */
async function queuedMerges(state: State, { forge, backlog }: Tools): Promise<readonly Fact[]> {
  if (forge === null) return [];
  const known = new Set(state.merges.map(({ pr }) => pr));
  const fresh = (await forge.queue.list()).filter(({ pr }) => !known.has(pr));
  if (fresh.length === 0) return [];
  const { tasks } = await backlog.load();
  const closed = new Set<TaskId>(tasks.filter(isClosed).map(({ id }) => id));
  const isOver = (entry: QueuedMerge): boolean => entry.status !== "open" && closed.has(entry.task);
  for (const entry of fresh.filter(isOver)) await forge.queue.remove(entry.pr);
  return fresh.filter((entry) => entry.status !== "failed" && !isOver(entry)).map(pendingFact);
}

const pendingFact = ({ pr, task, branch }: QueuedMerge): Fact => ({
  kind: "merge-pending",
  task,
  pr,
  url: null,
  branch,
  head: null,
  startHead: null,
  iteration: null,
  why: "queued",
  message: "it waits since an earlier run",
});
