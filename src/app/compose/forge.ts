import { join } from "node:path";
import { fileMergeQueue } from "../../adapters/queue/pending-merges.ts";
import { systemClock } from "../../adapters/system/clock.ts";
import type { GitRepository } from "../../adapters/workspace/git/git-repository.ts";
import { gitRemote } from "../../adapters/workspace/git/history/git-remote.ts";
import { branchPattern } from "../../guard/shell/git/git-scene.ts";
import type { ForgeTools } from "../../loop/tools.ts";
import type { Config } from "../../config/schema.ts";
import type { Forge } from "../../ports/forge.ts";
import type { RepositoryView } from "../../ports/workspace.ts";
import type { Surroundings } from "./compose.ts";

/**
 * The forge that the configuration names, for the repository that `origin` is, or null where work lands here. Nothing is asked yet.
 * Rejects with ForgeError where it can't be told which repository is meant, or where there is no key to it.
 */
export async function forgeOf(
  config: Config,
  { root }: RepositoryView,
  { env }: Pick<Surroundings, "env">,
): Promise<Forge | null> {
  if (config.landing.forge === "none") return null;
  const [{ githubForge }, { githubAccess }] = await Promise.all([
    import("../../adapters/forges/github/github-forge.ts"),
    import("./github-access.ts"),
  ]);
  return githubForge(await githubAccess(config, { root, env }));
}

/** All that landing by a forge is done with: the service, git's way to it, and the queue of what waits there. */
export const forgeTools = (
  service: Forge,
  {
    git,
    ralph,
    config,
    around,
  }: { readonly git: GitRepository; readonly ralph: string; readonly config: Config; readonly around: Surroundings },
): ForgeTools => ({
  service,
  remote: gitRemote(git, {
    env: around.env,
    isProtected: (branch) => config.landing.protected.some((pattern) => branchPattern(pattern).test(branch)),
  }),
  queue: fileMergeQueue(join(ralph, "pending-merges.json"), {
    bound: config.landing.maxPending,
    now: () => systemClock.now(),
  }),
});
