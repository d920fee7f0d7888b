import type { Checks, PullRequest } from "../../../ports/forge.ts";
import type { GithubClient } from "../../system/github/github-client.ts";
import { GithubError } from "../../system/github/github-error.ts";
import { pullDetails } from "./pull-requests.ts";

/** How one check stands, whether it is a check run or a commit status. */
export interface CheckResult {
  readonly name: string;
  readonly status: "pending" | "green" | "red";
  /** GitHub's word for its end. */
  readonly conclusion: string;
  readonly url: string | null;
  /** Of a check run; null for a status. */
  readonly run: { readonly id: number; readonly isActions: boolean; readonly summary: string } | null;
}

/* `stale` is what GitHub makes of a check that never reported for two weeks; whatever it calls otherwise has failed. */
const greenConclusions: readonly string[] = ["success", "neutral", "skipped"];

/**
 * What the checks of a pull request's newest commit came to: check runs and commit statuses, and what its base asks for and nobody
 * has reported yet.
 */
export async function readChecks(client: GithubClient, pull: PullRequest, signal?: AbortSignal): Promise<Checks> {
  const results = await checkResults(client, pull.head, signal);
  const missing = results.some(({ status }) => status === "red")
    ? []
    : await missingChecks(client, pull, { results, signal });
  const failed = results
    .filter(({ status }) => status === "red")
    .map(({ name, conclusion, url }) => ({ name, conclusion, url }));
  const waiting = [...results.filter(({ status }) => status === "pending").map(({ name }) => name), ...missing];
  if (failed.length > 0) return { status: "red", failed, waiting };
  return { status: waiting.length > 0 ? "pending" : "green", failed, waiting };
}

/** All checks of a commit, as they stand: the newest of each name. */
export async function checkResults(
  client: GithubClient,
  commit: string,
  signal?: AbortSignal,
): Promise<readonly CheckResult[]> {
  const octokit = await client.octokit();
  const at = { ...client.common(signal), ref: commit };
  const runs = await client.pages(async (page) => {
    const { data, headers } = await octokit.request("GET /repos/{owner}/{repo}/commits/{ref}/check-runs", {
      ...at,
      ...page,
      filter: "latest",
    });
    return { data: data.check_runs, headers };
  });
  const statuses = await client.pages(async (page) => {
    const { data, headers } = await octokit.request("GET /repos/{owner}/{repo}/commits/{ref}/status", {
      ...at,
      ...page,
    });
    return { data: data.statuses, headers };
  });
  return [
    ...runs.map((run): CheckResult => ({
      name: run.name,
      status: run.status === "completed" ? endOf(run.conclusion) : "pending",
      conclusion: run.conclusion ?? run.status,
      url: run.html_url ?? run.details_url,
      run: { id: Number(run.id), isActions: run.app?.slug === "github-actions", summary: summaryOf(run.output) },
    })),
    ...statuses.map(({ context, state, target_url }): CheckResult => ({
      name: context,
      status: state === "pending" ? "pending" : endOf(state),
      conclusion: state,
      url: target_url,
      run: null,
    })),
  ];
}

const endOf = (conclusion: string | null): "green" | "red" =>
  greenConclusions.includes(conclusion ?? "") ? "green" : "red";

const summaryOf = ({
  title,
  summary,
  text,
}: {
  title: string | null;
  summary: string | null;
  text: string | null;
}): string => [title, summary, text].filter((part) => part !== null && part !== "").join("\n");

/** So long it may take after a push until the first check is there; ms. A commit without any is not yet one that needs none. */
const startsWithinMs = 30_000;

async function hasWorkflows(client: GithubClient, signal: AbortSignal | undefined): Promise<boolean> {
  const octokit = await client.octokit();
  const names = await unlessHidden(async () => {
    const at = { ...client.common(signal), per_page: 1 };
    const { data } = await octokit.request("GET /repos/{owner}/{repo}/actions/workflows", at);
    return data.workflows.map(({ name }) => name);
  });
  return names !== null && names.length > 0;
}

/** Names of checks that the base asks for and nobody has reported: they have not even started. */
async function missingChecks(
  client: GithubClient,
  pull: PullRequest,
  { results, signal }: { readonly results: readonly CheckResult[]; readonly signal: AbortSignal | undefined },
): Promise<readonly string[]> {
  const { mergeableState, quietMs } = await pullDetails(client, pull.number, signal);
  if (results.length === 0 && quietMs < startsWithinMs && (await hasWorkflows(client, signal)))
    return ["the first of its checks"];
  if (mergeableState !== "blocked") return [];
  const required = await requiredChecks(client, pull.base, signal);
  if (required !== null) return required.filter((name) => results.every((result) => result.name !== name));
  // What is asked for is not for us to see: without any check it is taken for one that is still to start.
  return results.length === 0 ? ["whatever the base branch requires"] : [];
}

/** The checks that a branch asks for, by its protection and by rules; null where neither is for this token to see. */
async function requiredChecks(
  client: GithubClient,
  branch: string,
  signal: AbortSignal | undefined,
): Promise<readonly string[] | null> {
  const octokit = await client.octokit();
  const at = { ...client.common(signal), branch };
  const byProtection = await unlessHidden(async () => {
    const { data } = await octokit.request("GET /repos/{owner}/{repo}/branches/{branch}", at);
    return data.protection.required_status_checks?.contexts ?? [];
  });
  const byRules = await unlessHidden(async () => {
    const { data } = await octokit.request("GET /repos/{owner}/{repo}/rules/branches/{branch}", at);
    return data.flatMap((rule) =>
      rule.type === "required_status_checks"
        ? (rule.parameters?.required_status_checks ?? []).map(({ context }) => context)
        : [],
    );
  });
  if (byProtection === null && byRules === null) return null;
  return [...new Set([...(byProtection ?? []), ...(byRules ?? [])])];
}

async function unlessHidden(ask: () => Promise<readonly string[]>): Promise<readonly string[] | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof GithubError && (error.code === "not-found" || error.code === "forbidden")) return null;
    throw error;
  }
}
