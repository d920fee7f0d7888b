import { type Comment, type Issue, isPull, type World } from "../world/world.ts";
import { pageUrl, repositoryUrl } from "./repository-answer.ts";
import { userAnswer } from "./user-answer.ts";

/** A label; all are of one colour here. */
export const labelAnswer = (world: World, name: string): Record<string, unknown> => ({
  id: idOfText(name),
  node_id: `LA_${idOfText(name)}`,
  url: `${repositoryUrl(world)}/labels/${encodeURIComponent(name)}`,
  name,
  description: null,
  color: "ededed",
  default: false,
});

const idOfText = (text: string): number =>
  Array.from(text).reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 1e9, 7);

/** A milestone by its number; null for none. */
export function milestoneAnswer(world: World, number: number | null): Record<string, unknown> | null {
  const title = number === null ? undefined : world.milestones.get(number);
  if (number === null || title === undefined) return null;
  const within = [...world.issues.values()].filter(({ milestone }) => milestone === number);
  const open = within.filter(({ state }) => state === "open").length;
  const api = `${repositoryUrl(world)}/milestones/${number}`;
  return {
    url: api,
    html_url: `${pageUrl(world)}/milestone/${number}`,
    labels_url: `${api}/labels`,
    id: number,
    node_id: `MI_${number}`,
    number,
    state: "open",
    title,
    description: null,
    creator: userAnswer(world, world.me),
    open_issues: open,
    closed_issues: within.length - open,
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z",
    closed_at: null,
    due_on: null,
  };
}

/** What an issue and a pull request have in common. */
export function conversationAnswer(world: World, issue: Issue): Record<string, unknown> {
  const people = issue.assignees.map((person) => userAnswer(world, person));
  return {
    number: issue.number,
    state: issue.state,
    locked: false,
    active_lock_reason: null,
    title: issue.title,
    body: issue.body,
    user: userAnswer(world, issue.author),
    labels: issue.labels.map((name) => labelAnswer(world, name)),
    milestone: milestoneAnswer(world, issue.milestone),
    assignee: people[0] ?? null,
    assignees: people,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    author_association: "MEMBER",
  };
}

/** An issue; a pull request comes with a member that says so. */
export function issueAnswer(world: World, issue: Issue): Record<string, unknown> {
  const { number } = issue;
  const api = `${repositoryUrl(world)}/issues/${number}`;
  const page = `${pageUrl(world)}/${issue.pull === null ? "issues" : "pull"}/${number}`;
  return {
    ...conversationAnswer(world, issue),
    id: 1_000 + number,
    node_id: `I_${number}`,
    url: api,
    repository_url: repositoryUrl(world),
    labels_url: `${api}/labels{/name}`,
    comments_url: `${api}/comments`,
    events_url: `${api}/events`,
    timeline_url: `${api}/timeline`,
    html_url: page,
    comments: issue.comments.length,
    state_reason: issue.reason,
    closed_by: issue.closedBy === null ? null : userAnswer(world, issue.closedBy),
    performed_via_github_app: null,
    ...(isPull(issue) ? { draft: false, pull_request: pullPart(world, issue) } : relationsOf(world, issue)),
  };
}

const pullPart = (world: World, issue: Issue): Record<string, unknown> => {
  const page = `${pageUrl(world)}/pull/${issue.number}`;
  return {
    url: `${repositoryUrl(world)}/pulls/${issue.number}`,
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    merged_at: issue.pull?.mergedAt ?? null,
  };
};

function relationsOf(world: World, issue: Issue): Record<string, unknown> {
  const all = [...world.issues.values()];
  const below = all.filter(({ parent }) => parent === issue.number);
  const done = below.filter(({ state }) => state === "closed").length;
  const isOpen = (number: number): boolean => world.issues.get(number)?.state === "open";
  const blocking = all.filter(({ blockedBy }) => blockedBy.includes(issue.number));
  return {
    ...(issue.parent === null ? {} : { parent_issue_url: `${repositoryUrl(world)}/issues/${issue.parent}` }),
    sub_issues_summary: {
      total: below.length,
      completed: done,
      percent_completed: below.length === 0 ? 0 : Math.floor((done * 100) / below.length),
    },
    issue_dependencies_summary: {
      blocked_by: issue.blockedBy.filter(isOpen).length,
      total_blocked_by: issue.blockedBy.length,
      blocking: blocking.filter(({ state }) => state === "open").length,
      total_blocking: blocking.length,
    },
  };
}

/** Words below an issue or a pull request. */
export function commentAnswer(world: World, issue: Issue, comment: Comment): Record<string, unknown> {
  const api = repositoryUrl(world);
  return {
    id: comment.id,
    node_id: `IC_${comment.id}`,
    url: `${api}/issues/comments/${comment.id}`,
    html_url: `${pageUrl(world)}/issues/${issue.number}#issuecomment-${comment.id}`,
    issue_url: `${api}/issues/${issue.number}`,
    body: comment.body,
    user: userAnswer(world, comment.author),
    created_at: comment.at,
    updated_at: comment.at,
    author_association: "MEMBER",
    performed_via_github_app: null,
  };
}
