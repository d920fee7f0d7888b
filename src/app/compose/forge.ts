import { githubForge } from "../../adapters/forges/github/github-forge.ts";
import type { Config } from "../../config/schema.ts";
import type { Forge } from "../../ports/forge.ts";
import type { RepositoryView } from "../../ports/workspace.ts";
import type { Surroundings } from "./compose.ts";
import { githubAccess } from "./github-access.ts";

/**
 * The forge that the configuration names, for the repository that `origin` is, or null where work lands here. Nothing is asked yet.
 * Rejects with ForgeError where it can't be told which repository is meant, or where there is no key to it.
 */
export async function forgeOf(
  config: Config,
  { root }: RepositoryView,
  { env }: Pick<Surroundings, "env">,
): Promise<Forge | null> {
  return config.landing.forge === "none" ? null : githubForge(await githubAccess(config, { root, env }));
}
