import type { PullRequest } from "../../../ports/forge.ts";
import type { GithubClient } from "../../system/github/github-client.ts";
import { GithubError } from "../../system/github/github-error.ts";
import { type CheckResult, checkResults } from "./read-checks.ts";

/** So much of all logs together is kept, and at least so much of each; in characters. */
const mostInAll = 16_000;
const leastOfEach = 2_000;

/** The end of what failed checks have printed: the log of an Actions job, else what a check says of itself. Bounded. */
export async function failureLog(client: GithubClient, pull: PullRequest, signal?: AbortSignal): Promise<string> {
  const failed = (await checkResults(client, pull.head, signal)).filter(({ status }) => status === "red");
  const most = Math.max(leastOfEach, Math.floor(mostInAll / Math.max(1, failed.length)));
  const parts = [];
  for (const check of failed.slice(0, mostInAll / leastOfEach))
    parts.push(await partOf(client, check, { most, signal }));
  return parts.join("\n\n");
}

async function partOf(
  client: GithubClient,
  check: CheckResult,
  { most, signal }: { readonly most: number; readonly signal: AbortSignal | undefined },
): Promise<string> {
  const place = check.url === null ? "" : ` (${check.url})`;
  const said = (await jobLog(client, check, signal)) ?? (await ownWords(client, check, signal));
  return `=== ${check.name}: ${check.conclusion}${place}\n${endOf(said, most)}`.trimEnd();
}

/* A check run of Actions has the id of its job. */
async function jobLog(client: GithubClient, { run }: CheckResult, signal?: AbortSignal): Promise<string | null> {
  if (run === null || !run.isActions) return null;
  const octokit = await client.octokit();
  try {
    const { data }: { data: unknown } = await octokit.request("GET /repos/{owner}/{repo}/actions/jobs/{job_id}/logs", {
      ...client.common(signal),
      job_id: run.id,
    });
    return typeof data === "string" && data.trim() !== "" ? withoutTimes(data) : null;
  } catch (error) {
    // Logs go after a while, and their storage is another server: the check's own words have to do then.
    if (error instanceof GithubError && error.code !== "auth" && error.code !== "limited") return null;
    throw error;
  }
}

async function ownWords(client: GithubClient, { run, conclusion }: CheckResult, signal?: AbortSignal): Promise<string> {
  if (run === null) return `A commit status, which has no log: ${conclusion}.`;
  const octokit = await client.octokit();
  const annotations = await client.pages((page) =>
    octokit.request("GET /repos/{owner}/{repo}/check-runs/{check_run_id}/annotations", {
      ...client.common(signal),
      check_run_id: run.id,
      ...page,
    }),
  );
  const lines = annotations.map(({ path, start_line, message }) => `${path}:${start_line}: ${message ?? ""}`);
  return [run.summary, ...lines].filter((line) => line !== "").join("\n");
}

/* Each line of Actions begins with the time, which helps nobody here. */
const withoutTimes = (log: string): string =>
  log.replaceAll(/^\uFEFF?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z ?/gm, "").replaceAll("\r\n", "\n");

function endOf(text: string, most: number): string {
  const whole = text.trimEnd();
  if (whole.length <= most) return whole;
  const end = whole.slice(-most);
  // Half a word may be half a secret, which nobody knows by its looks any more; the same goes for the end of a key.
  const words = end.slice(end.search(end.includes("\n") ? /\n/ : /\s|$/) + 1);
  return `…\n${withoutHalfKey(words)}`;
}

function withoutHalfKey(text: string): string {
  const [end] = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----/.exec(text) ?? [];
  if (end === undefined) return text;
  const at = text.indexOf(end);
  return text.slice(0, at).includes("-----BEGIN ") ? text : text.slice(at + end.length);
}
