import { readSqliteLedger } from "../../adapters/ledger/sqlite/read-sqlite-ledger.ts";
import { gitHistory } from "../../adapters/workspace/git/history/git-history.ts";
import { revertedTree } from "../../adapters/workspace/git/history/reverted-tree.ts";
import { gitWorkspace } from "../../adapters/workspace/git/git-workspace.ts";
import { gitShelf } from "../../adapters/workspace/git/trees/git-shelf.ts";
import { taskId } from "../../core/task-id.ts";
import { BacklogError, carriesState } from "../../ports/backlog.ts";
import { type CommitView, WorkspaceError, type Workspace } from "../../ports/workspace.ts";
import { backlogAt, type Desk, ledgerPathOf } from "../desk/desk.ts";
import { repositoryOf } from "../desk/repository-of.ts";

/** What became of a wish to take a landing back: the commit that does, or why not and what to do. */
export type Revert =
  | { readonly is: "reverted"; readonly sha: string; readonly reopened: boolean }
  | { readonly is: "refused"; readonly why: string; readonly hint: string };

/** What landed, as far as taking it back needs to know. */
export interface LandedCommit {
  readonly task: string;
  readonly commit: string;
  /** The branch that it was worked on. */
  readonly branch: string | null;
  /** The commit that its work began with, and the commits of its agents that are known to belong to it. */
  readonly startHead: string;
  readonly agentCommits: readonly string[];
}

/**
 * Takes a landing back by a commit of its own and opens its task again, in one. The backlog's own files are never reverted:
 * what was written there since stays. A refusal leaves everything as it was.
 */
export async function revertLanding(desk: Desk, landing: LandedCommit): Promise<Revert> {
  const { task, commit } = landing;
  const repository = await repositoryOf(desk);
  const [workspace, shelf, history] = [gitWorkspace(repository), gitShelf(repository), gitHistory(repository)];
  const backlog = await backlogAt(desk);
  const view = await workspace.look();
  const isOurs = (path: string): boolean => carriesState(backlog, path);
  const foreign = view.dirty.filter(({ path, state }) => state !== "untracked" && !isOurs(path));
  if (foreign.length > 0)
    return refused(
      `the work tree has changes of its own: ${foreign
        .slice(0, 5)
        .map(({ path }) => path)
        .join(", ")}`,
      "Commit or stash them first.",
    );
  const here = await repository.git.ask({ mode: "read", args: ["merge-base", "--is-ancestor", commit, "HEAD"] });
  if (here.exitCode !== 0)
    return refused(
      `${commit.slice(0, 10)} is not on the branch ${view.branch ?? "that is checked out"}`,
      "Check out the branch that it landed on.",
    );
  const other = view.branch === landing.branch ? null : workedTask(desk, view.branch, repository.view.defaultBranch);
  if (other !== null)
    return refused(
      `the branch ${view.branch ?? ""} is checked out, which holds the unfinished work on ${other}`,
      `Go to the branch that it landed on first: git switch ${repository.view.defaultBranch}.`,
    );
  const commits = await commitsOf(landing, workspace);
  const changed = await Promise.all(commits.map((one) => workspace.changes(`${one.sha}^`, one.sha)));
  const kept = [...new Set(changed.flat().map(({ path }) => path))].filter(isOurs);
  const untracked = view.dirty.filter(({ state }) => state === "untracked").map(({ path }) => path);
  const aside = { paths: [...untracked, ...backlog.files, ...kept] };
  try {
    const tree = await revertedTree(repository, { commits: commits.map(({ sha }) => sha), kept });
    await shelf.putBack(tree, aside);
    const reopened = await reopen(desk, task);
    const now = await workspace.look();
    const paths = now.dirty.map(({ path }) => path).filter((path) => !untracked.includes(path));
    const message = revertMessage(commits[0]?.subject ?? task, commits);
    try {
      return { is: "reverted", sha: await history.commit({ paths, message, allowEmpty: true }), reopened };
    } catch (error) {
      await shelf.putBack(view.head, aside);
      if (reopened) await backlog.setState({ id: taskId(task), state: "done" });
      throw error;
    }
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
    return refused(
      error.message,
      `Take it back by hand: git revert ${commit.slice(0, 10)}; then ralph plan reopen ${task}.`,
    );
  }
}

/** The task whose own branch this is, which a run has left checked out; null for a branch of a person's own. */
function workedTask({ root }: Desk, branch: string | null, defaultBranch: string): string | null {
  if (branch === null || branch === defaultBranch) return null;
  using ledger = readSqliteLedger(ledgerPathOf(root));
  const answer = ledger.query(
    "SELECT task_id FROM ralph_iterations WHERE branch = $branch ORDER BY started_at DESC LIMIT 1",
    { branch },
  );
  const [row] = answer.ok ? answer.rows : [];
  return row === undefined ? null : String(row["task_id"]);
}

const refused = (why: string, hint: string): Revert => ({ is: "refused", why, hint });

/** A task that is not in the backlog any more stays away. */
async function reopen(desk: Desk, task: string): Promise<boolean> {
  try {
    await (await backlogAt(desk)).setState({ id: taskId(task), state: "todo" });
    return true;
  } catch (error) {
    if (error instanceof BacklogError) return false;
    throw error;
  }
}

/** All commits of a landing, the newest first: its own, and those of its agents, which the landing names too. */
async function commitsOf(
  { commit, startHead, agentCommits }: LandedCommit,
  workspace: Pick<Workspace, "commitsBetween">,
): Promise<readonly CommitView[]> {
  const since = await workspace.commitsBetween(startHead, commit);
  const named = since.find(({ sha }) => sha === commit)?.trailers["Ralph-Commits"] ?? "";
  const own = new Set([commit, ...agentCommits, ...(named.match(/[0-9a-f]{40}/g) ?? [])]);
  return since.filter(({ sha }) => own.has(sha)).toReversed();
}

/* In git's own words, so that tools know it; without the trailers by which a landing is found. */
const revertMessage = (subject: string, commits: readonly CommitView[]): string =>
  `revert: ${subject}\n\n${commits.map(({ sha }) => `This reverts commit ${sha}.`).join("\n")}\n`;
