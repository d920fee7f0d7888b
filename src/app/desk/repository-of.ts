import { type GitRepository, gitRepository } from "../../adapters/workspace/git/git-repository.ts";
import { openRepository } from "../../adapters/workspace/git/open-repository.ts";
import type { World } from "../world/world.ts";

/** The git repository that a command is about, ready for every port of the workspace. Rejects with WorkspaceError outside of one. */
export async function repositoryOf({
  root,
  world: { env },
}: {
  readonly root: string;
  readonly world: Pick<World, "env">;
}): Promise<GitRepository> {
  return gitRepository(await openRepository(root, { env }), { env });
}
