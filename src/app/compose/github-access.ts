import { githubRepository, namedRepository, repositoryInPath } from "../../adapters/system/github/github-repository.ts";
import { githubToken } from "../../adapters/system/github/github-token.ts";
import { remoteAddress } from "../../adapters/workspace/git/read/remote-address.ts";
import type { Config } from "../../config/schema.ts";
import { ForgeError } from "../../ports/forge.ts";

/** Where a repository is on GitHub, and the key to it. */
export interface GithubAccess {
  /** The root of the API. */
  readonly url: string;
  readonly token: string;
  readonly repository: { readonly owner: string; readonly name: string };
}

/** The place that a repository is looked for from: its folder, and the environment. */
export interface GithubPlace {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The repository on GitHub that is worked: the one that a person names, else that of `origin`. Nothing is asked of GitHub. Rejects with
 * ForgeError where it can't be told which one is meant, or where there is no key to it.
 */
export async function githubAccess({ github }: Config, { root, env }: GithubPlace): Promise<GithubAccess> {
  const named = github.repository === null ? null : namedRepository(github.repository);
  if (github.repository !== null && named === null)
    throw new ForgeError(
      "invalid",
      `RALPH_GITHUB_REPOSITORY=${github.repository} is not a repository. Write owner/name.`,
    );
  const address = await remoteAddress({ root }, { env });
  const found = address === null ? null : githubRepository(address);
  const inPath = github.url === null || address === null ? null : repositoryInPath(address);
  const repository = named ?? found ?? inPath;
  if (repository === null)
    throw new ForgeError(
      "invalid",
      `${address === null ? "This repository has no remote `origin`" : "The remote `origin` is not an address on GitHub"}, so the repository on GitHub is unknown. Set RALPH_GITHUB_REPOSITORY=owner/name.`,
    );
  const url = github.url ?? found?.url ?? "https://api.github.com";
  if (!isSafe(url))
    throw new ForgeError("invalid", `RALPH_GITHUB_URL=${url} would send the key unencrypted. Set an https address.`);
  const token = await githubToken({ env, url, isNamed: github.url !== null });
  if (token === null)
    throw new ForgeError(
      "auth",
      "There is no key for GitHub: neither GH_TOKEN nor GITHUB_TOKEN (GH_ENTERPRISE_TOKEN for a server of your own) is set, and `gh auth token` prints none. Set one, or run `gh auth login`.",
    );
  return { url, token, repository: { owner: repository.owner, name: repository.name } };
}

/* Without encryption only this very machine is spoken with. */
function isSafe(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || ["127.0.0.1", "localhost", "[::1]"].includes(hostname);
}
