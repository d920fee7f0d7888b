import * as z from "zod/mini";
import type { PullRequest, PullRequestDraft } from "../../../ports/forge.ts";
import type { GithubClient } from "../../system/github/github-client.ts";
import { GithubError } from "../../system/github/github-error.ts";

/** A pull request as the API answers, as far as it is read here. */
const pullAnswer = z.object({
  number: z.number(),
  html_url: z.string(),
  title: z.string(),
  body: z.nullable(z.string()),
  state: z.string(),
  head: z.object({ ref: z.string(), sha: z.string() }),
  base: z.object({ ref: z.string() }),
  merged_at: z.nullable(z.string()),
  merge_commit_sha: z.nullable(z.string()),
  mergeable: z.nullable(z.boolean()),
  auto_merge: z.nullable(z.unknown()),
});
type PullAnswer = z.infer<typeof pullAnswer>;

/** A pull request, with what the port has no place for: GraphQL's id, and the forge's own word for what keeps it from being merged. */
export interface PullDetails {
  readonly pull: PullRequest;
  readonly nodeId: string;
  /** `blocked`: what its protected base asks for is not there; `behind`: it has to have all of its base first. */
  readonly mergeableState: string;
  /** For how long nothing has happened to it, by GitHub's own clock; ms. */
  readonly quietMs: number;
}

/* Whether it is merged hangs on what is not there: half an answer must not look like that. */
function pullOf(data: unknown): PullRequest {
  const read = pullAnswer.safeParse(data);
  if (!read.success)
    throw new GithubError(
      "network",
      "What GitHub says of a pull request is not what it should be: an answer was cut off.",
    );
  const answer = read.data;
  const isMerged = answer.merged_at !== null;
  return {
    number: answer.number,
    url: answer.html_url,
    title: answer.title,
    body: answer.body ?? "",
    branch: answer.head.ref,
    base: answer.base.ref,
    state: isMerged ? "merged" : answer.state === "open" ? "open" : "closed",
    head: answer.head.sha,
    // Before the merge this is a commit that GitHub tries it out with.
    mergedAs: isMerged ? answer.merge_commit_sha : null,
    mergeable: mergeableOf(answer),
    autoMerge: answer.auto_merge !== null,
  };
}

function mergeableOf({ mergeable }: PullAnswer): PullRequest["mergeable"] {
  if (mergeable === null) return "unknown";
  return mergeable ? "yes" : "conflict";
}

/** A pull request by its number, with its details. */
export async function pullDetails(client: GithubClient, number: number, signal?: AbortSignal): Promise<PullDetails> {
  const octokit = await client.octokit();
  const { data, headers } = await octokit.request("GET /repos/{owner}/{repo}/pulls/{pull_number}", {
    ...client.common(signal),
    pull_number: number,
  });
  const now = Date.parse(headers.date ?? "") || client.clock.now();
  return {
    pull: pullOf(data),
    nodeId: data.node_id,
    mergeableState: data.mergeable_state,
    quietMs: now - Date.parse(data.updated_at),
  };
}

/** A pull request by its number. */
export const lookAtPull = async (client: GithubClient, number: number, signal?: AbortSignal): Promise<PullRequest> =>
  (await pullDetails(client, number, signal)).pull;

/** The newest pull request of a branch of this repository; null where there never was one. */
export const findPull = (client: GithubClient, branch: string, signal?: AbortSignal): Promise<PullRequest | null> =>
  newestOf(client, { branch, state: "all" }, signal);

async function newestOf(
  client: GithubClient,
  { branch, state }: { readonly branch: string; readonly state: "open" | "all" },
  signal?: AbortSignal,
): Promise<PullRequest | null> {
  const octokit = await client.octokit();
  const { data } = await octokit.request("GET /repos/{owner}/{repo}/pulls", {
    ...client.common(signal),
    head: `${client.repository.owner}:${branch}`,
    state,
    sort: "created",
    direction: "desc",
    per_page: 1,
  });
  const [newest] = data;
  // A list does not say whether it can be merged.
  return newest === undefined ? null : lookAtPull(client, newest.number, signal);
}

/** Opens a pull request, or resolves to the open one of its branch. */
export async function openPull(
  client: GithubClient,
  { branch, base, title, body }: PullRequestDraft,
  signal?: AbortSignal,
): Promise<PullRequest> {
  const octokit = await client.octokit();
  const look = (): Promise<PullRequest | null> => newestOf(client, { branch, state: "open" }, signal);
  const make = async (): Promise<PullRequest> => {
    const { data } = await octokit.request("POST /repos/{owner}/{repo}/pulls", {
      ...client.common(signal),
      title,
      body,
      head: branch,
      base,
    });
    return pullOf(data);
  };
  return client.makeOnce(look, make, signal);
}

/** Deletes a branch of the repository. One that is gone is no error. */
export async function dropBranch(client: GithubClient, branch: string, signal?: AbortSignal): Promise<void> {
  const octokit = await client.octokit();
  const parameters = { ...client.common(signal), ref: `heads/${branch}` };
  try {
    await octokit.request("DELETE /repos/{owner}/{repo}/git/refs/{ref}", parameters);
  } catch (error) {
    if (error instanceof GithubError && isGone(error)) return;
    throw error;
  }
}

const isGone = ({ status, detail }: GithubError): boolean =>
  status === 404 || (status === 422 && /does not exist/i.test(detail));
