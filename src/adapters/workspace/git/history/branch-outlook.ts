import type { RepositoryView } from "../../../../ports/workspace.ts";
import { type GitOptions, openGit } from "../call/git.ts";
import { linesOf, remoteBranchOf } from "./remote-branch.ts";

/** The branch of a remote that a local one follows, such as `origin/main`, and how many commits the local one has beyond it. */
export interface BranchOutlook {
  readonly remote: string;
  readonly ahead: number;
}

/** How a branch stands to its remote as it was last seen; null where there is no remote. Nobody is asked. */
export async function branchOutlook(
  { root }: Pick<RepositoryView, "root">,
  branch: string,
  options: GitOptions = {},
): Promise<BranchOutlook | null> {
  const git = openGit(root, options);
  const upstream = await remoteBranchOf(git, branch);
  if (upstream === null) return null;
  const [ahead] = (await linesOf(git, ["rev-list", "--count", `refs/heads/${branch}`, `^${upstream.ours}`])) ?? [];
  return { remote: upstream.name, ahead: Number(ahead ?? 0) };
}
