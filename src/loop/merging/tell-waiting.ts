import type { Fact } from "../../core/fact.ts";
import type { TaskId } from "../../core/task.ts";
import type { PullRequest } from "../../ports/forge.ts";
import type { Tools } from "../tools.ts";
import { unlessTaken } from "../unless-taken.ts";
import type { NeedsTime } from "./merge-outcome.ts";

/** A pull request that can't be merged now, and the commit that waits in it. */
export interface Waiting {
  readonly task: TaskId;
  readonly pull: PullRequest;
  readonly outcome: NeedsTime;
  readonly tip: string;
}

/**
 * Tells whoever follows the task what stands against its merge, with the commit that waits: once for each thing that does, and
 * not at all where nothing but its checks is waited for.
 */
export async function tellWaiting(
  { task, pull, outcome, tip }: Waiting,
  { backlog, judge }: Tools,
): Promise<readonly Fact[]> {
  if (outcome.why === "queued" || outcome.why === "checks") return [];
  const text = `Not merged yet: [#${pull.number}](${pull.url}) waits (${outcome.why}): ${judge.mask(outcome.message)} Unmerged: ${tip}.`;
  const comment = { marker: `merge/${pull.number}/${outcome.why}/${tip}`, text };
  return unlessTaken(backlog, async () => backlog.annotate?.({ kind: "comment", id: task, comment }));
}
