import type { ForgeAccess } from "../../../ports/forge.ts";
import type { GithubClient } from "../../system/github/github-client.ts";
import { GithubError } from "../../system/github/github-error.ts";

/** What this token may do with the repository, and what its owner allows; how its default branch is protected, too. */
export async function readAccess(client: GithubClient, signal?: AbortSignal): Promise<ForgeAccess> {
  const access = await readRights(client, signal);
  const octokit = await client.octokit();
  const at = { ...client.common(signal), branch: access.defaultBranch };
  try {
    const { data } = await octokit.request("GET /repos/{owner}/{repo}/branches/{branch}", at);
    return { ...access, protectedBase: data.protected };
  } catch (error) {
    // A repository without a commit has no branch.
    if (error instanceof GithubError && (error.code === "not-found" || error.code === "forbidden")) return access;
    throw error;
  }
}

/** The same without a look at the branch. What is allowed GitHub tells only to who may push. */
export async function readRights(client: GithubClient, signal?: AbortSignal): Promise<ForgeAccess> {
  const octokit = await client.octokit();
  const { data } = await octokit.request("GET /repos/{owner}/{repo}", client.common(signal));
  return {
    repository: data.full_name,
    defaultBranch: data.default_branch,
    mayPush: data.permissions?.push === true && !data.archived,
    autoMerge: data.allow_auto_merge === true,
    squash: data.allow_squash_merge !== false,
  };
}
