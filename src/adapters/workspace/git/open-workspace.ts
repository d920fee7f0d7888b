import type { History, RepositoryView, Shelf, Workspace } from "../../../ports/workspace.ts";
import { gitHistory } from "./history/git-history.ts";
import { gitRepository } from "./git-repository.ts";
import { gitShelf } from "./trees/git-shelf.ts";
import { gitWorkspace } from "./git-workspace.ts";
import type { GitOptions } from "./call/git.ts";
import { openRepository } from "./open-repository.ts";

/** A repository and the three ports over it, which share what they know. */
export interface OpenWorkspace {
  readonly view: RepositoryView;
  readonly workspace: Workspace;
  readonly history: History;
  readonly shelf: Shelf;
}

/** Opens the repository around `cwd` with the git program; rejects as `openRepository` does. */
export async function openWorkspace(
  cwd: string,
  options: GitOptions = {},
  signal?: AbortSignal,
): Promise<OpenWorkspace> {
  const view = await openRepository(cwd, options, signal);
  const repository = gitRepository(view, options);
  return { view, workspace: gitWorkspace(repository), history: gitHistory(repository), shelf: gitShelf(repository) };
}
