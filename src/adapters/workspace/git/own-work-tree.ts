import { appendFileSync, mkdirSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { WorkspaceError, type RepositoryView } from "../../../ports/workspace.ts";
import { failureOf } from "./call/git-failure.ts";
import { openGit, type Git, type GitOptions } from "./call/git.ts";
import { isContained } from "./history/git-branches.ts";
import { exists } from "./read/git-files.ts";
import { openRepository } from "./open-repository.ts";

/** A work tree of a run's own beside a person's. */
export interface OwnWorkTree {
  /** Where it lies, absolute: below the person's work tree. */
  readonly path: string;
  /** The branch that what is worked there lands on; nobody else's. */
  readonly branch: string;
  /** What the branch begins with: another branch, or a commit. */
  readonly base: string;
}

/** All files of a large repository are written at once. */
const checkoutMs = 600_000;

/**
 * Opens the work tree, making it and its branch where they are not there. A branch whose commits are all in the base begins anew
 * there; one that holds more is gone on with. The person's own work tree is looked at and never changed. Rejects with
 * WorkspaceError.
 */
export async function openOwnWorkTree(
  home: RepositoryView,
  own: OwnWorkTree,
  options: GitOptions = {},
): Promise<RepositoryView> {
  if (home.submodules)
    throw new WorkspaceError(
      "unfit",
      "A work tree of the run's own would lack this repository's submodules. Start without --worktree.",
    );
  const git = openGit(home.root, { ...options, timeoutMs: checkoutMs });
  const there = await viewOf(home, own, options);
  if (there !== null) return { ...there, defaultBranch: own.branch };
  if (exists(own.path))
    throw new WorkspaceError(
      "unfit",
      `${own.path} is not a work tree of this repository (any more). Check whether it holds anything that you need, and move it away.`,
    );
  await hideFromStatus(git, home, own.path);
  await git.run({ mode: "write", args: ["worktree", "prune"] });
  const tip = await commitOf(git, `refs/heads/${own.branch}`);
  const begins = tip === null || (await isIn(git, tip, own.base));
  const args = begins ? ["--no-track", "-B", own.branch, own.path, own.base] : [own.path, own.branch];
  await git.run({ mode: "write", args: ["worktree", "add", "--quiet", ...args] });
  const made = await viewOf(home, own, options);
  if (made === null) throw new WorkspaceError("failed", `git made no work tree at ${own.path}.`);
  return { ...made, defaultBranch: own.branch };
}

/** Brings an opened work tree's branch up to its base where it has nothing of its own and nothing is in the way; else it stays. */
export async function catchUp(own: OwnWorkTree, options: GitOptions = {}): Promise<void> {
  const git = openGit(own.path, { ...options, timeoutMs: checkoutMs });
  await git.ask({ mode: "write", args: ["merge", "--quiet", "--ff-only", own.base] });
}

/**
 * Removes the work tree where nothing uncommitted is in it, and its branch where all of it is in the base. What git does not
 * let go stays; nothing is forced.
 */
export async function closeOwnWorkTree(
  home: RepositoryView,
  own: OwnWorkTree,
  options: GitOptions = {},
): Promise<"removed" | "kept"> {
  const git = openGit(home.root, options);
  const removed = await git.ask({ mode: "write", args: ["worktree", "remove", own.path] });
  if (removed.exitCode !== 0) return "kept";
  const tip = await commitOf(git, `refs/heads/${own.branch}`);
  if (tip !== null && (await isIn(git, tip, own.base)))
    await git.ask({ mode: "write", args: ["update-ref", "-d", `refs/heads/${own.branch}`, tip] });
  return "removed";
}

/** The work tree as it stands; null where there is none, or what lies there is none of this repository. */
async function viewOf(
  home: RepositoryView,
  { path }: OwnWorkTree,
  options: GitOptions,
): Promise<RepositoryView | null> {
  if (!exists(join(path, ".git"))) return null;
  try {
    const view = await openRepository(path, options);
    return view.root === path && view.commonDir === home.commonDir ? view : null;
  } catch (error) {
    if (error instanceof WorkspaceError && error.code === "not-a-repository") return null;
    throw error;
  }
}

/** A person's `git status` and `git add` pass it over. */
async function hideFromStatus(git: Git, home: RepositoryView, path: string): Promise<void> {
  const ignored = await git.ask({ mode: "read", args: ["check-ignore", "--quiet", "--", path] });
  if (ignored.exitCode === 0) return;
  const exclude = join(home.commonDir, "info", "exclude");
  mkdirSync(dirname(exclude), { recursive: true });
  appendFileSync(exclude, `\n/${relative(home.root, path).split(sep).join("/")}/\n`);
}

/** True where a commit is an ancestor of another, or merging it would change nothing: as after a squash merge. */
async function isIn(git: Git, commit: string, base: string): Promise<boolean> {
  const { exitCode, stderr } = await git.ask({ mode: "read", args: ["merge-base", "--is-ancestor", commit, base] });
  if (exitCode > 1) throw failureOf("merge-base", stderr, exitCode);
  return exitCode === 0 || isContained(git, commit, base);
}

async function commitOf(git: Git, revision: string): Promise<string | null> {
  const args = ["rev-parse", "--verify", "--quiet", `${revision}^{commit}`];
  const { exitCode, stdout } = await git.ask({ mode: "read", args });
  return exitCode === 0 ? stdout.toString().trim() : null;
}
