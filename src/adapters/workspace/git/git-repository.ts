import type { RepositoryView, TreeView } from "../../../ports/workspace.ts";
import { WorkspaceError } from "../../../ports/workspace.ts";
import { readHead } from "./read/git-files.ts";
import { openGit, type Git, type GitOptions } from "./call/git.ts";
import { pathBytes, type PathBytes } from "./read/path-bytes.ts";
import { readStatus, statusArgs, type StatusReading } from "./read/read-status.ts";

/** An opened repository, shared by the three ports over it: the git to call, and what the last look told. */
export interface GitRepository {
  readonly view: RepositoryView;
  readonly git: Git;
  readonly paths: PathBytes;
  /** A hint that saves calls, never a truth: void as soon as HEAD has moved. Cleared by whatever writes. */
  lastLook: StatusReading | null;
}

/** Makes the shared part from a view; starts nothing. */
export function gitRepository(view: RepositoryView, options: GitOptions = {}): GitRepository {
  return { view, git: openGit(view.root, options), paths: pathBytes(), lastLook: null };
}

/** Looks at the work tree by one git call, and keeps the hint. */
export async function lookAt(repository: GitRepository, signal?: AbortSignal): Promise<TreeView> {
  const { stdout } = await repository.git.run({ mode: "read", args: statusArgs }, signal);
  const reading = readStatus(repository.paths.split(stdout));
  if (reading.head === null) throw noCommits();
  repository.lastLook = reading;
  return { head: reading.head, branch: reading.branch, dirty: reading.dirty };
}

/** The commit at HEAD: from git's files where they tell it, else by one call. */
export async function headOf(repository: GitRepository, signal?: AbortSignal): Promise<string> {
  const head = readHead(repository.view);
  if (head?.commit != null) return head.commit;
  const { stdout } = await repository.git.run(
    { mode: "read", args: ["rev-parse", "--verify", "HEAD^{commit}"] },
    signal,
  );
  return stdout.toString().trim();
}

/** The branch that is checked out, null while detached: from git's files where they tell it, else by one call. */
export async function branchOf(repository: GitRepository, signal?: AbortSignal): Promise<string | null> {
  const head = readHead(repository.view);
  if (head !== null) return head.branch;
  const answer = await repository.git.ask(
    { mode: "read", args: ["symbolic-ref", "--quiet", "--short", "HEAD"] },
    signal,
  );
  return answer.exitCode === 0 ? answer.stdout.toString().trim() : null;
}

/** The refusal of a repository without a commit (F140). */
export const noCommits = (): WorkspaceError =>
  new WorkspaceError(
    "no-commits",
    "The repository has no commit yet. Make a first one, so that there is a state to go back to.",
  );
