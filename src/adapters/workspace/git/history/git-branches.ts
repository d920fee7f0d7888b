import { join } from "node:path";
import { WorkspaceError } from "../../../../ports/workspace.ts";
import { failureOf } from "../call/git-failure.ts";
import type { Git } from "../call/git.ts";
import { exists, readLooseRef } from "../read/git-files.ts";
import { branchOf, type GitRepository } from "../git-repository.ts";

/** Checks a branch out, making it where `from` is given and it is not there; none but that branch is touched. */
export async function switchTo(
  repository: GitRepository,
  branch: string,
  from: string | null,
  signal?: AbortSignal,
): Promise<void> {
  const { git } = repository;
  if ((await branchOf(repository, signal)) === branch) return;
  repository.lastLook = null;
  const old = ["switch", "--quiet", "--no-guess", branch];
  const made = from === null ? old : ["switch", "--quiet", "--no-track", "--create", branch, from];
  let answer = await git.ask({ mode: "write", args: made }, signal);
  if (from !== null && /a branch named '.*' already exists/.test(answer.stderr))
    answer = await git.ask({ mode: "write", args: old }, signal);
  if (await isHeldByDead(answer.stderr)) {
    await git.run({ mode: "write", args: ["worktree", "prune"] }, signal);
    answer = await git.ask({ mode: "write", args: old }, signal);
  }
  if (answer.exitCode === 0) return;
  if (/invalid reference/.test(answer.stderr))
    throw new WorkspaceError("failed", `There is no branch ${branch}.`, answer.stderr);
  throw failureOf("switch", answer.stderr, answer.exitCode);
}

/** A work tree that was deleted by hand still holds its branch until it is pruned (F149). */
async function isHeldByDead(words: string): Promise<boolean> {
  const holder = /is already (?:checked out|used by worktree) at '([^']+)'/.exec(words)?.[1];
  return holder !== undefined && !exists(holder);
}

/** Another work tree, not deleted since, that has the branch checked out; null where none has. */
export async function heldElsewhere(
  { git, view }: GitRepository,
  branch: string,
  signal?: AbortSignal,
): Promise<string | null> {
  if (!exists(join(view.commonDir, "worktrees"))) return null;
  const args = ["for-each-ref", "--format=%(worktreepath)", `refs/heads/${branch}`];
  const { stdout } = await git.run({ mode: "read", args }, signal);
  const holder = stdout.toString().trim();
  return holder === "" || holder === view.root || !exists(holder) ? null : holder;
}

/** The commit a branch stands at, or null. */
export async function branchTip(
  { git, view }: Pick<GitRepository, "git" | "view">,
  branch: string,
  signal?: AbortSignal,
): Promise<string | null> {
  const ref = branch.startsWith("refs/") ? branch : `refs/heads/${branch}`;
  const loose = readLooseRef(view, ref);
  if (loose !== null) return loose;
  const { exitCode, stdout, stderr } = await git.ask(
    { mode: "read", args: ["show-ref", "--verify", "--hash", "--", ref] },
    signal,
  );
  if (exitCode === 0) return stdout.toString().trim();
  if (/not a valid ref/.test(stderr)) return null;
  throw failureOf("show-ref", stderr, exitCode);
}

/** Moves or makes a branch. The one that is checked out moves alone: index and files stay, as after a put-back to that commit. */
export async function setBranch(
  repository: GitRepository,
  branch: string,
  commit: string,
  signal?: AbortSignal,
): Promise<void> {
  repository.lastLook = null;
  const current = (await branchOf(repository, signal)) === branch;
  const args = current
    ? ["update-ref", "-m", "ralph: moved", `refs/heads/${branch}`, `${commit}^{commit}`]
    : ["branch", "--force", "--no-track", "--", branch, commit];
  await repository.git.run({ mode: "write", args }, signal);
}

/** A branch that may go, and the commit that it has landed as, if it has. */
export interface Drop {
  readonly branch: string;
  readonly landedAs: string | undefined;
}

/**
 * Deletes a branch only when all its commits stand on the default branch or below a ref of ours, or all its content in the
 * commit that it landed as, and nobody has it checked out (F137).
 */
export async function dropBranch(
  repository: GitRepository,
  { branch, landedAs }: Drop,
  signal?: AbortSignal,
): Promise<void> {
  const { git } = repository;
  const ref = `refs/heads/${branch}`;
  const tip = await branchTip(repository, branch, signal);
  if (tip === null) return;
  const args = [
    "for-each-ref",
    "--format=%(refname)%00%(worktreepath)",
    `--contains=${tip}`,
    "refs/ralph",
    "refs/heads/ralph",
    `refs/heads/${repository.view.defaultBranch}`,
    ref,
  ];
  const { stdout } = await git.run({ mode: "read", args }, signal);
  const rows = stdout
    .toString()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\0"));
  const heldBy = rows.find(([name]) => name === ref)?.[1] ?? "";
  if (heldBy !== "") throw new WorkspaceError("conflict", `The branch ${branch} is checked out at ${heldBy}.`);
  if (rows.every(([name]) => name === ref) && (landedAs === undefined || !(await isContained(git, tip, landedAs)))) {
    throw new WorkspaceError("failed", `The branch ${branch} holds commits that are kept nowhere else; it stays.`);
  }
  await git.run({ mode: "write", args: ["update-ref", "-d", ref, tip] }, signal);
}

/** True where merging `tip` into a commit would change nothing of it. A git that can't tell says no. */
export async function isContained(git: Git, tip: string, commit: string): Promise<boolean> {
  const args = ["merge-tree", "--write-tree", "--no-messages", commit, tip];
  const merged = await git.ask({ mode: "write", args });
  const { stdout } = await git.run({ mode: "read", args: ["rev-parse", "--verify", `${commit}^{tree}`] });
  return merged.exitCode === 0 && merged.stdout.toString().trim() === stdout.toString().trim();
}
