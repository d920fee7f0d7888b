import { type RepositoryView, WorkspaceError } from "../../../../ports/workspace.ts";
import { openGit, type Git, type GitOptions } from "../call/git.ts";

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

interface Upstream {
  readonly remote: string;
  /** `refs/heads/…` there. */
  readonly theirs: string;
  /** `refs/remotes/…` here. */
  readonly ours: string;
  readonly name: string;
}

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
  const upstream = await upstreamOf(git, branch);
  if (upstream === null) return { kind: "no-remote" };
  const { name: remote, ours } = upstream;
  const fetched = await fetchFrom(git, upstream, signal);
  if (fetched === "not there") return { kind: "no-remote" };
  if (fetched !== null) return { kind: "unreachable", remote: upstream.remote, why: fetched };
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

/** The remote that a branch is set up to follow, else the usual one if there is such. */
async function upstreamOf(git: Git, branch: string): Promise<Upstream | null> {
  const remotes = (await linesOf(git, ["remote"])) ?? [];
  const [configured] = (await linesOf(git, ["config", "--get", `branch.${branch}.remote`])) ?? [];
  const remote = configured ?? "origin";
  if (!remotes.includes(remote)) return null;
  const [merged] = (await linesOf(git, ["config", "--get", `branch.${branch}.merge`])) ?? [];
  const theirs = merged ?? `refs/heads/${branch}`;
  const short = theirs.replace(/^refs\/heads\//, "");
  const hasBranch = await linesOf(git, ["rev-parse", "--verify", "--quiet", `refs/heads/${branch}`]);
  return hasBranch === null
    ? null
    : { remote, theirs, ours: `refs/remotes/${remote}/${short}`, name: `${remote}/${short}` };
}

/** Null where it went well, else why not. */
async function fetchFrom(git: Git, { remote, theirs, ours }: Upstream, signal?: AbortSignal): Promise<string | null> {
  const args = ["fetch", "--quiet", "--no-tags", "--no-recurse-submodules", remote, `+${theirs}:${ours}`];
  try {
    const { exitCode, stderr } = await git.ask({ mode: "write", args }, signal);
    if (exitCode === 0) return null;
    return /couldn't find remote ref/i.test(stderr) ? "not there" : firstLine(stderr);
  } catch (error) {
    if (error instanceof WorkspaceError) return error.message;
    throw error;
  }
}

async function countsOf(git: Git, range: string): Promise<readonly number[]> {
  const [counts = ""] = (await linesOf(git, ["rev-list", "--left-right", "--count", range])) ?? [];
  return counts.split(/\s+/).map(Number);
}

async function linesOf(git: Git, args: readonly string[]): Promise<readonly string[] | null> {
  const { exitCode, stdout } = await git.ask({ mode: "read", args });
  return exitCode === 0
    ? stdout
        .toString()
        .split("\n")
        .filter((line) => line !== "")
    : null;
}

/** What git says first, without its own mark before it; addresses may hold a password. */
const firstLine = (stderr: string): string =>
  (stderr.split("\n").find((line) => line.trim() !== "") ?? "git did not say why")
    .replace(/^(?:fatal|error): /, "")
    .replaceAll(/:\/\/[^/@\s]*@/g, "://")
    .slice(0, 200);
