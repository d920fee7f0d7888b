import { type PullIssue, mergeabilityOf } from "../world/mergeability.ts";
import { personNamed, type World } from "../world/world.ts";
import { conversationAnswer } from "./issue-answer.ts";
import { pageUrl, repositoryAnswer, repositoryUrl } from "./repository-answer.ts";
import { userAnswer } from "./user-answer.ts";

/** A pull request as a list shows it. */
export async function pullInList(world: World, issue: PullIssue): Promise<Record<string, unknown>> {
  const { pull, number } = issue;
  const api = repositoryUrl(world);
  const own = `${api}/pulls/${number}`;
  const page = `${pageUrl(world)}/pull/${number}`;
  const links = {
    self: own,
    html: page,
    issue: `${api}/issues/${number}`,
    comments: `${api}/issues/${number}/comments`,
    review_comments: `${own}/comments`,
    review_comment: `${api}/pulls/comments{/number}`,
    commits: `${own}/commits`,
    statuses: `${api}/statuses/${pull.head}`,
  };
  return {
    ...conversationAnswer(world, issue),
    url: own,
    id: 2_000 + number,
    node_id: `PR_${number}`,
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    issue_url: links.issue,
    commits_url: links.commits,
    review_comments_url: links.review_comments,
    review_comment_url: links.review_comment,
    comments_url: links.comments,
    statuses_url: links.statuses,
    _links: Object.fromEntries(Object.entries(links).map(([name, href]) => [name, { href }])),
    merged_at: pull.mergedAt,
    merge_commit_sha: pull.mergedAs,
    requested_reviewers: [],
    requested_teams: [],
    head: endAnswer(world, pull.branch, pull.head),
    base: endAnswer(world, pull.base, (await world.bare.tip(pull.base)) ?? pull.head),
    auto_merge: autoMergeAnswer(world, issue),
    draft: false,
  };
}

function endAnswer(world: World, ref: string, sha: string): Record<string, unknown> {
  const owner = userAnswer(world, personNamed(world, world.owner));
  return { label: `${world.owner}:${ref}`, ref, sha, user: owner, repo: repositoryAnswer(world) };
}

const autoMergeAnswer = (world: World, { pull }: PullIssue): Record<string, unknown> | null =>
  pull.autoMerge === null
    ? null
    : {
        enabled_by: userAnswer(world, pull.autoMerge.by),
        merge_method: "squash",
        commit_title: pull.autoMerge.title,
        commit_message: pull.autoMerge.body,
      };

/** A pull request by itself, with whether it can be merged. */
export async function pullAnswer(world: World, issue: PullIssue): Promise<Record<string, unknown>> {
  const { pull } = issue;
  const base = (await world.bare.tip(pull.base)) ?? pull.head;
  const { commits, files, additions, deletions } = await world.bare.difference(base, pull.head);
  return {
    ...(await pullInList(world, issue)),
    merged: pull.mergedAs !== null,
    ...(await mergeability(world, issue)),
    merged_by: pull.mergedBy === null ? null : userAnswer(world, pull.mergedBy),
    comments: issue.comments.length,
    review_comments: pull.threads.length,
    maintainer_can_modify: false,
    commits,
    additions,
    deletions,
    changed_files: files,
  };
}

async function mergeability(world: World, issue: PullIssue): Promise<Record<string, unknown>> {
  if (issue.state === "closed") return { mergeable: null, rebaseable: null, mergeable_state: "unknown" };
  if (world.unknownLooks > 0) {
    world.unknownLooks -= 1;
    return { mergeable: null, rebaseable: null, mergeable_state: "unknown" };
  }
  const { state } = await mergeabilityOf(world, issue);
  return { mergeable: state !== "dirty", rebaseable: state !== "dirty", mergeable_state: state };
}
