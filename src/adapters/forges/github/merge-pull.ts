import type { MergeAnswer, MergeWish, PullRequest } from "../../../ports/forge.ts";
import type { GithubClient } from "../../system/github/github-client.ts";
import { GithubError } from "../../system/github/github-error.ts";
import { type PullDetails, pullDetails } from "./pull-requests.ts";
import { readRights } from "./read-access.ts";
import { readChecks } from "./read-checks.ts";
import { reviewDecision } from "./review-comments.ts";

/** A merge as it is asked for. */
export type Wish = MergeWish & {
  /** The branch that it went into when it was looked at. */
  readonly base: string;
  readonly signal: AbortSignal | undefined;
};

const refused = (why: Extract<MergeAnswer, { kind: "refused" }>["why"], message: string): MergeAnswer => ({
  kind: "refused",
  why,
  message,
});

/**
 * Merges a pull request as one commit on its base. With checks at work GitHub is asked to do it later, where the repository allows
 * that. What somebody else did meanwhile is found and answered.
 */
export async function mergePull(client: GithubClient, { number }: PullRequest, wish: Wish): Promise<MergeAnswer> {
  const { signal } = wish;
  const details = await pullDetails(client, number, signal);
  const known = knownAnswer(details, wish);
  if (known !== null) return known;
  const { pull } = details;
  if (pull.mergeable === "conflict") return refused("conflict", `It can't be merged into ${pull.base} as it is.`);
  const checks = await readChecks(client, pull, signal);
  switch (checks.status) {
    case "red":
      return refused("checks", `Failed: ${checks.failed.map(({ name }) => name).join(", ")}.`);
    case "pending":
      return mergeLater(client, details, { ...wish, why: `Still at work: ${checks.waiting.join(", ")}.` });
    case "green":
      return mergeNow(client, details, wish);
  }
}

/* What needs no asking: it has been merged, was closed, or is not at the commit that was looked at. */
function knownAnswer({ pull }: PullDetails, { head, base }: Pick<Wish, "head" | "base">): MergeAnswer | null {
  if (pull.state === "merged") return { kind: "merged", commit: pull.mergedAs ?? pull.head };
  if (pull.state === "closed") return refused("closed", "It was closed without a merge.");
  if (pull.head !== head)
    return refused("moved", `Its branch is at ${pull.head.slice(0, 8)} by now, and not at ${head.slice(0, 8)}.`);
  if (pull.base !== base) return refused("moved", `It goes into ${pull.base} by now, and not into ${base}.`);
  return null;
}

async function mergeNow(client: GithubClient, details: PullDetails, wish: Wish): Promise<MergeAnswer> {
  const { pull } = details;
  const octokit = await client.octokit();
  try {
    const { data } = await octokit.request("PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge", {
      ...client.common(wish.signal),
      pull_number: pull.number,
      sha: wish.head,
      merge_method: "squash",
      commit_title: titleOf(wish, pull),
      commit_message: wish.body,
    });
    return { kind: "merged", commit: data.sha };
  } catch (error) {
    if (!(error instanceof GithubError) || !isRefusal(error)) throw error;
    return whyRefused(client, pull.number, { wish, error });
  }
}

/* GitHub appends the number only where it writes the title itself. */
const titleOf = ({ subject }: MergeWish, { number }: PullRequest): string =>
  subject.endsWith(`(#${number})`) ? subject : `${subject} (#${number})`;

const isRefusal = ({ status }: GithubError): boolean => [403, 405, 409, 422].includes(status ?? 0);

/** GitHub's words tell little, and change: what the pull request has become is looked at. */
async function whyRefused(
  client: GithubClient,
  number: number,
  { wish, error }: { readonly wish: Wish; readonly error: GithubError },
): Promise<MergeAnswer> {
  const { signal } = wish;
  const details = await pullDetails(client, number, signal);
  const known = knownAnswer(details, wish);
  if (known !== null) return known;
  const { detail, status } = error;
  const { pull } = details;
  if (pull.mergeable === "conflict" || /conflict/i.test(detail)) return refused("conflict", detail);
  // Its base has to be merged into it first: for whoever mends that it is the same.
  if (details.mergeableState === "behind") return refused("conflict", detail);
  if (/merge queue/i.test(detail)) return mergeLater(client, details, { ...wish, why: detail });
  if (status === 403) return refused("permission", detail);
  if (status === 409) return refused("moved", detail);
  const checks = await readChecks(client, pull, signal);
  if (checks.status === "pending") return mergeLater(client, details, { ...wish, why: detail });
  if (checks.status === "red" || /status check/i.test(detail)) return refused("checks", detail);
  return (await isReviewMissing(client, pull, { signal, detail }))
    ? refused("review", detail)
    : refused("permission", detail);
}

async function isReviewMissing(
  client: GithubClient,
  pull: PullRequest,
  { signal, detail }: { readonly signal: AbortSignal | undefined; readonly detail: string },
): Promise<boolean> {
  if (/review|approv|conversation/i.test(detail)) return true;
  const decision = await reviewDecision(client, pull, signal);
  return decision === "REVIEW_REQUIRED" || decision === "CHANGES_REQUESTED";
}

const enableAutoMerge = `mutation($input: EnablePullRequestAutoMergeInput!) {
  enablePullRequestAutoMerge(input: $input) { pullRequest { id } }
}`;

/** Asks GitHub to merge by itself once all is there; `why` says what is missing, where it may not. */
async function mergeLater(
  client: GithubClient,
  { pull, nodeId }: PullDetails,
  wish: Wish & { readonly why: string },
): Promise<MergeAnswer> {
  const { signal, why } = wish;
  if (pull.autoMerge) return { kind: "queued" };
  if (!(await readRights(client, signal)).autoMerge) return refused("checks", why);
  const input = {
    pullRequestId: nodeId,
    mergeMethod: "SQUASH",
    commitHeadline: titleOf(wish, pull),
    commitBody: wish.body,
    expectedHeadOid: wish.head,
  };
  try {
    await client.graphql(enableAutoMerge, { input }, signal);
    return { kind: "queued" };
  } catch (error) {
    // Nothing is required that is not there: then GitHub lets nobody wait, and neither do unrequired checks.
    if (!(error instanceof GithubError) || (error.code !== "invalid" && error.code !== "forbidden")) throw error;
    const now = await pullDetails(client, pull.number, signal);
    return knownAnswer(now, wish) ?? refused(error.code === "forbidden" ? "permission" : "checks", why);
  }
}

const disableAutoMerge = `mutation($input: DisablePullRequestAutoMergeInput!) {
  disablePullRequestAutoMerge(input: $input) { pullRequest { id } }
}`;

/** Has GitHub merge it by itself no more. */
export async function dontMerge(client: GithubClient, { number }: PullRequest, signal?: AbortSignal): Promise<void> {
  const { pull, nodeId } = await pullDetails(client, number, signal);
  if (pull.state !== "open" || !pull.autoMerge) return;
  try {
    await client.graphql(disableAutoMerge, { input: { pullRequestId: nodeId } }, signal);
  } catch (error) {
    // Somebody has done so meanwhile.
    if (!(error instanceof GithubError) || error.code !== "invalid") throw error;
  }
}
