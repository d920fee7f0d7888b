import { ForgeError, type PullRequest } from "../../ports/forge.ts";
import { isTracker } from "../../ports/backlog.ts";
import { WorkspaceError } from "../../ports/workspace.ts";
import type { ForgeTools, Tools } from "../tools.ts";
import { withMarksAside } from "../branches/marks-aside.ts";

/** A pull request with the commit that it was merged as. */
export interface Merged {
  readonly pull: PullRequest;
  readonly commit: string;
}

/**
 * Brings the default branch here up to what was merged, and takes away the branch that it came from, here and there. Rejects with
 * ForgeError where the default branch does not hold the commit: then nothing has landed.
 */
export async function followMerge(
  { pull, commit }: Merged,
  tools: Tools,
  { service, remote }: ForgeTools,
): Promise<void> {
  const { defaultBranch } = tools.repository;
  const view = await tools.workspace.look();
  if (view.branch === pull.branch) await tools.history.switchTo(defaultBranch, null);
  const ours = await withMarksAside(tools, () => remote.follow(defaultBranch));
  const isOurs = await isOn(ours, commit, tools);
  if (!isOurs && !(await isOn(await remote.fetch(pull.base), commit, tools)))
    throw new ForgeError(
      "failed",
      `#${pull.number} is said to be merged as ${commit.slice(0, 10)}, but ${pull.base} does not hold that commit.`,
    );
  // A plan that is a file is read here: without the merge its task would look open, and be worked again.
  if (!isOurs && !isTracker(tools.backlog))
    throw new ForgeError(
      "failed",
      `#${pull.number} is merged, but ${defaultBranch} here can't follow: commits of its own, or changes that are not committed, are in the way.`,
    );
  await forgiving(() => tools.history.dropBranch(pull.branch, commit));
  await forgiving(() => service.dropBranch(pull.branch));
}

const isOn = async (tip: string | null, commit: string, { workspace }: Tools): Promise<boolean> =>
  tip !== null && (await workspace.isCommit(commit)) && (await workspace.commitsBetween(tip, commit)).length === 0;

/** What has landed does not fail for its branch. */
async function forgiving(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof WorkspaceError) && !(error instanceof ForgeError)) throw error;
  }
}
