import type { PullRequest } from "../../ports/forge.ts";
import { type Backlog, carriesState } from "../../ports/backlog.ts";
import type { Remote } from "../../ports/remote.ts";
import type { RepositoryView, Workspace } from "../../ports/workspace.ts";

/** Where commits are looked at. */
interface Place {
  readonly workspace: Pick<Workspace, "isCommit" | "commitsBetween" | "forkPoint" | "changes" | "textAt">;
  readonly repository: Pick<RepositoryView, "defaultBranch">;
  readonly backlog: Pick<Backlog, "files" | "carries">;
}

/**
 * True where a pull request holds the commit that was offered, or the same content after somebody has rebased it. Who pushes something else
 * over it has put other work in its place. Rejects with WorkspaceError.
 */
export async function holdsWork(
  { branch, head, state }: PullRequest,
  offered: string | null,
  { workspace, repository, backlog }: Place,
  remote: Pick<Remote, "fetch">,
): Promise<boolean> {
  if (offered === null || head === offered || state !== "open") return true;
  await remote.fetch(branch);
  if (!(await workspace.isCommit(head)) || !(await workspace.isCommit(offered))) return true;
  if ((await workspace.commitsBetween(head, offered)).length === 0) return true;
  const from = await workspace.forkPoint(repository.defaultBranch, offered);
  if (from === null) return false;
  for (const { path } of await workspace.changes(from, offered))
    if (
      !carriesState(backlog, path) &&
      (await workspace.textAt(head, path)) !== (await workspace.textAt(offered, path))
    )
      return false;
  return true;
}
