import { workspaceContract } from "../../../testing/workspace-contract.ts";
import { gitHistory } from "./git-history.ts";
import { gitRepository } from "./git-repository.ts";
import { gitShelf } from "./git-shelf.ts";
import { gitWorkspace } from "./git-workspace.ts";
import { openRepository } from "./open-repository.ts";

workspaceContract("git", async (path) => {
  const repository = gitRepository(await openRepository(path));
  return { workspace: gitWorkspace(repository), history: gitHistory(repository), shelf: gitShelf(repository) };
});
