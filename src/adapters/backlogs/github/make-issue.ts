import type { NewTask } from "../../../ports/backlog.ts";
import type { GithubClient } from "../../system/github/github-client.ts";
import { markOf } from "../../system/github/say-once.ts";
import { type GithubIssue, type IssueAnswer, issueOf, numberOf } from "./github-issue.ts";
import { stateLabels } from "./issue-state.ts";
import type { IssueFilter } from "./read-issues.ts";
import { textMark } from "../text-mark.ts";

/** Files an issue for a task of the harness's own; an open one with the same words is that task already. Rejects with GithubError. */
export async function makeIssue(
  client: GithubClient,
  { task, filter }: { readonly task: NewTask; readonly filter: IssueFilter },
  signal: AbortSignal | undefined,
): Promise<GithubIssue> {
  const octokit = await client.octokit();
  const text = bodyOf(task);
  const mark = markOf(`${task.stem} ${textMark(`${task.title}\n${text}`)}`);
  const labels = [
    ...(filter.label === null ? [] : [filter.label]),
    ...(task.labels ?? []),
    ...(task.state === "in_progress" ? [stateLabels.in_progress] : []),
  ];
  const look = async (): Promise<GithubIssue | null> => {
    const open: readonly IssueAnswer[] = await client.pages((page) =>
      octokit.request("GET /repos/{owner}/{repo}/issues", {
        ...client.common(signal),
        ...page,
        state: "open",
        ...(filter.label === null ? {} : { labels: filter.label }),
      }),
    );
    const found = open.find(({ body, pull_request }) => pull_request === undefined && body?.includes(mark) === true);
    return found === undefined ? null : issueOf(found);
  };
  const make = async (): Promise<GithubIssue> => {
    const milestone = await milestoneNumber(client, filter.milestone ?? task.group, signal);
    const { data } = await octokit.request("POST /repos/{owner}/{repo}/issues", {
      ...client.common(signal),
      title: task.title,
      body: `${text}\n\n${mark}`,
      labels,
      ...(milestone === null ? {} : { milestone }),
    });
    return issueOf(data);
  };
  return client.makeOnce(look, make, signal);
}

function bodyOf({ body, acceptance, parent, priority }: NewTask): string {
  const partOf = parent === undefined ? null : numberOf(parent);
  return [
    body.trim(),
    ...(partOf === null ? [] : [`Part of #${partOf}.`]),
    ...(priority === undefined ? [] : [`priority: ${priority}`]),
    acceptance.map((text) => `- [ ] ${text}`).join("\n"),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

async function milestoneNumber(
  client: GithubClient,
  title: string | null,
  signal: AbortSignal | undefined,
): Promise<number | null> {
  if (title === null) return null;
  const octokit = await client.octokit();
  const milestones = await client.pages((page) =>
    octokit.request("GET /repos/{owner}/{repo}/milestones", { ...client.common(signal), ...page }),
  );
  return milestones.find((each) => each.title === title)?.number ?? null;
}
