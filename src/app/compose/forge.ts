import { githubForge } from "../../adapters/forges/github/github-forge.ts";
import {
  githubRepository,
  namedRepository,
  type GithubRepository,
} from "../../adapters/system/github/github-repository.ts";
import { remoteAddress } from "../../adapters/workspace/git/read/remote-address.ts";
import type { Config } from "../../config/schema.ts";
import { type Forge, ForgeError } from "../../ports/forge.ts";
import type { RepositoryView } from "../../ports/workspace.ts";
import type { Surroundings } from "./compose.ts";

/**
 * The forge that the configuration names, for the repository that `origin` is, or null where work lands here. Nothing is asked yet.
 * Rejects with ForgeError where it can't be told which repository is meant, or where there is no key to it.
 */
export async function forgeOf(config: Config, home: RepositoryView, around: Surroundings): Promise<Forge | null> {
  if (config.landing.forge === "none") return null;
  return githubForge(await githubOf(config, home, around));
}

/** The repository on GitHub that a run works on, and the key to it. */
export async function githubOf(
  config: Config,
  home: RepositoryView,
  { env }: Surroundings,
): Promise<{
  readonly url: string;
  readonly token: string;
  readonly repository: Pick<GithubRepository, "owner" | "name">;
}> {
  const named = config.github.repository === null ? null : namedRepository(config.github.repository);
  const address = await remoteAddress(home, { env });
  const found = address === null ? null : githubRepository(address);
  const repository = named ?? found;
  if (repository === null)
    throw new ForgeError(
      "invalid",
      address === null
        ? "This repository has no remote `origin`, so that it can't be told which one on GitHub it is."
        : "The remote `origin` is no address of a repository on GitHub.",
    );
  const token = env["GH_TOKEN"] ?? env["GITHUB_TOKEN"] ?? "";
  if (token === "")
    throw new ForgeError("auth", "There is no key to GitHub: neither GH_TOKEN nor GITHUB_TOKEN is set.");
  return { url: config.github.url ?? found?.url ?? "https://api.github.com", token, repository };
}
