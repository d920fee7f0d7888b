import type { RepositoryView } from "../../../../ports/workspace.ts";
import { openGit, type Git, type GitOptions } from "../call/git.ts";
import { branchTip } from "./git-branches.ts";
import { fetchBranch, firstLine, linesOf, remoteBranchOf } from "./remote-branch.ts";

/** How a branch stands to its remote, and what was done about it. `remote` is the remote's branch as git names it: `origin/main`. */
export type Followed =
  | { readonly kind: "no-remote" }
  | { readonly kind: "current" }
  /** It had nothing of its own and was brought up to the remote's. */
  | { readonly kind: "moved"; readonly remote: string; readonly behind: number }
  /** It has nothing of its own and stays behind all the same. */
  | { readonly kind: "held"; readonly remote: string; readonly behind: number; readonly why: string }
  | { readonly kind: "apart"; readonly remote: string; readonly ahead: number; readonly behind: number }
  | { readonly kind: "unreachable"; readonly remote: string; readonly why: string };

/** A branch that is to follow its remote. */
export interface Following {
  readonly branch: string;
  /** False: the person's work tree stays as it is, so that a branch that is checked out there does, too. */
  readonly mayTouchTree: boolean;
}

/** So long a remote may take: a start without a network must not wait for minutes. */
const patienceMs = 20_000;

/**
 * Asks the remote of a branch for its newest commits, and brings the branch up to them where nothing of its own is in the way; only
 * ever forward. Asks nobody for a password, and a remote that does not answer is told and no error. Rejects with the signal's reason.
 */
export async function followRemote(
  home: RepositoryView,
  { branch, mayTouchTree }: Following,
  options: GitOptions = {},
  signal?: AbortSignal,
): Promise<Followed> {
  const git = openGit(home.root, { timeoutMs: patienceMs, ...options });
  const upstream = await remoteBranchOf(git, branch);
  if (upstream === null || (await branchTip({ git, view: home }, branch)) === null) return { kind: "no-remote" };
  const { name: remote, ours } = upstream;
  const fetched = await fetchBranch(git, upstream, signal);
  if (fetched === "not there") return { kind: "no-remote" };
  if (fetched !== "fetched") return { kind: "unreachable", remote: upstream.remote, why: fetched.why };
  const [ahead = 0, behind = 0] = await countsOf(git, `refs/heads/${branch}...${ours}`);
  if (behind === 0) return { kind: "current" };
  if (ahead > 0) return { kind: "apart", remote, ahead, behind };
  if (home.branch === branch && !mayTouchTree)
    return { kind: "held", remote, behind, why: "it is checked out in your work tree" };
  // Git itself refuses to move a branch that another work tree holds, and to write over somebody's changes.
  const args =
    home.branch === branch
      ? ["merge", "--quiet", "--ff-only", ours]
      : ["fetch", "--quiet", ".", `${ours}:refs/heads/${branch}`];
  const moved = await git.ask({ mode: "write", args });
  return moved.exitCode === 0
    ? { kind: "moved", remote, behind }
    : { kind: "held", remote, behind, why: firstLine(moved.stderr) };
}

async function countsOf(git: Git, range: string): Promise<readonly number[]> {
  const [counts = ""] = (await linesOf(git, ["rev-list", "--left-right", "--count", range])) ?? [];
  return counts.split(/\s+/).map(Number);
}
