import type { ForgeAccess } from "../../../ports/forge.ts";
import type { GithubClient } from "../../system/github/github-client.ts";

/** What this token may do with the repository, and what its owner allows. GitHub tells the latter only to who may push. */
export async function readAccess(client: GithubClient, signal?: AbortSignal): Promise<ForgeAccess> {
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
