import type { StateChange } from "../../../ports/backlog.ts";
import type { GithubClient } from "../../system/github/github-client.ts";
import { GithubError } from "../../system/github/github-error.ts";
import { sayOnce } from "../../system/github/say-once.ts";
import { oneLine } from "../issue-criteria.ts";
import { textMark } from "../text-mark.ts";
import { type GithubIssue, idOf } from "./github-issue.ts";
import { closedMeanwhile } from "./github-fault.ts";
import { isDropped, isStateLabel, type LabelledState, reasonText, stateLabels, stateOf } from "./issue-state.ts";

/** One write: of which issue, as it was read just before, and why it waits now. */
export interface Writing {
  readonly client: GithubClient;
  readonly issue: GithubIssue;
  readonly reason: string | null;
  readonly change: StateChange;
  readonly signal: AbortSignal | undefined;
}

/**
 * Writes a state: what is told first, then labels, then opening or closing. What a person has closed as not to be done stays closed, and
 * nothing but the wish to have it done opens what is done. Asked again, a write that was done is not done twice. Rejects with GithubError,
 * or with BacklogError.
 */
export async function writeState(writing: Writing): Promise<void> {
  const { change, issue } = writing;
  if (change.told !== undefined) await sayOnce(writing.client, issue.number, change.told, writing.signal);
  switch (change.state) {
    case "todo":
      return openAgain(writing);
    case "in_progress":
      if (!issue.isOpen) throw closedMeanwhile(idOf(issue.number), issue.url);
      return label(writing, change.state);
    case "blocked":
    case "needs_human":
    case "deferred":
      return issue.isOpen ? wait(writing, change.state) : undefined;
    case "done":
      return close(writing, "completed");
    case "cancelled":
      return close(writing, "not_planned");
  }
}

async function openAgain(writing: Writing): Promise<void> {
  const { issue } = writing;
  if (!issue.isOpen && isDropped(issue.reason) && !(await isOurs(writing))) return;
  await label(writing, null);
  if (!issue.isOpen) await patch(writing, { state: "open" });
}

/* True where it was closed by the account that we ask with. */
async function isOurs({ client, issue, signal }: Writing): Promise<boolean> {
  if (issue.closedBy === null) return false;
  const octokit = await client.octokit();
  const { request } = client.common(signal);
  try {
    const { data } = await octokit.request("GET /user", { request });
    return data.login === issue.closedBy;
  } catch (error) {
    // An app's token belongs to nobody.
    if (error instanceof GithubError && error.code === "forbidden") return false;
    throw error;
  }
}

async function wait(writing: Writing, state: Exclude<LabelledState, "in_progress">): Promise<void> {
  const { client, issue, change, signal } = writing;
  const reason = (change.reason ?? "").trim();
  const isSaid = stateOf(issue) === state && writing.reason === oneLine(reason);
  if (reason !== "" && !isSaid) {
    // The same reason may hold again after it was gone: then it is news.
    const marker = `${state} ${textMark(reason)} ${issue.comments}`;
    await sayOnce(client, issue.number, { marker, text: reasonText(state, reason) }, signal);
  }
  await label(writing, state);
}

async function close(writing: Writing, reason: "completed" | "not_planned"): Promise<void> {
  const { client, issue, change, signal } = writing;
  if (!issue.isOpen) return;
  const why = reason === "completed" ? proofOf(change) : (change.reason ?? "").trim();
  if (why !== "")
    await sayOnce(client, issue.number, { marker: `closed ${textMark(why)} ${issue.comments}`, text: why }, signal);
  await patch(writing, { state: "closed", state_reason: reason });
  await label(writing, null);
}

const proofOf = ({ note, told }: StateChange): string =>
  note === undefined || note.trim() === "" || told !== undefined ? "" : `Verified resolved at ${note.trim()}.`;

type Patch =
  | { readonly state: "open" }
  | { readonly state: "closed"; readonly state_reason: "completed" | "not_planned" };

async function patch({ client, issue, signal }: Writing, to: Patch): Promise<void> {
  const octokit = await client.octokit();
  const at = { ...client.common(signal), issue_number: issue.number };
  await octokit.request("PATCH /repos/{owner}/{repo}/issues/{issue_number}", { ...at, ...to });
}

/** Puts on the label of a state, and takes the others off; a person's own labels are not touched, whatever they do meanwhile. */
async function label({ client, issue, signal }: Writing, state: LabelledState | null): Promise<void> {
  const octokit = await client.octokit();
  const at = { ...client.common(signal), issue_number: issue.number };
  const wanted = state === null ? null : stateLabels[state];
  const worn = issue.labels.filter(isStateLabel);
  if (wanted !== null && !worn.some((name) => name.toLowerCase() === wanted))
    await octokit.request("POST /repos/{owner}/{repo}/issues/{issue_number}/labels", { ...at, labels: [wanted] });
  for (const name of worn.filter((each) => each.toLowerCase() !== wanted))
    try {
      await octokit.request("DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}", { ...at, name });
    } catch (error) {
      // Somebody else has taken it off already.
      if (!(error instanceof GithubError) || error.code !== "not-found") throw error;
    }
}
