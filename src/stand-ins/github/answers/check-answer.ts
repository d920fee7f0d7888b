import { hasEnded } from "../world/checks.ts";
import { type Check, now, personNamed, type World } from "../world/world.ts";
import { pageUrl, repositoryUrl } from "./repository-answer.ts";
import { userAnswer } from "./user-answer.ts";

/** A check run of a commit. */
export function checkRunAnswer(world: World, sha: string, check: Check): Record<string, unknown> {
  const url = `${repositoryUrl(world)}/check-runs/${check.id}`;
  const page =
    check.kind === "actions"
      ? `${pageUrl(world)}/actions/runs/${1_000_000 + check.id}/job/${check.id}`
      : `${pageUrl(world)}/runs/${check.id}`;
  const ended = hasEnded(check);
  return {
    id: check.id,
    name: check.name,
    node_id: `CR_${check.id}`,
    head_sha: sha,
    external_id: "",
    url,
    html_url: page,
    details_url: page,
    status: statusOf(check),
    conclusion: ended ? check.ends : null,
    started_at: check.started ? now() : null,
    completed_at: ended ? now() : null,
    output: {
      title: check.summary === "" ? null : check.name,
      summary: check.summary === "" ? null : check.summary,
      text: null,
      annotations_count: check.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id: 1_000_000 + check.id },
    app: appAnswer(world, check.kind === "actions" ? "github-actions" : "some-ci"),
    pull_requests: [],
  };
}

function statusOf(check: Check): "queued" | "in_progress" | "completed" {
  if (hasEnded(check)) return "completed";
  return check.started ? "in_progress" : "queued";
}

const appAnswer = (world: World, slug: string): Record<string, unknown> => ({
  id: 1,
  slug,
  node_id: "A_1",
  owner: userAnswer(world, personNamed(world, slug)),
  name: slug,
  description: null,
  external_url: world.url,
  html_url: `${world.url}/apps/${slug}`,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
  permissions: { checks: "write" },
  events: [],
});

/** A status of a commit. */
export function statusAnswer(world: World, sha: string, check: Check): Record<string, unknown> {
  const at = now();
  return {
    url: `${repositoryUrl(world)}/statuses/${sha}`,
    avatar_url: null,
    id: check.id,
    node_id: `SC_${check.id}`,
    state: hasEnded(check) ? check.ends : "pending",
    description: check.summary === "" ? null : check.summary,
    target_url: null,
    context: check.name,
    created_at: at,
    updated_at: at,
  };
}

/** What a check has to say about single lines. */
export const annotationAnswers = (world: World, check: Check): readonly Record<string, unknown>[] =>
  check.annotations.map(({ path, line, message }) => ({
    path,
    blob_href: `${pageUrl(world)}/blob/${world.defaultBranch}/${path}`,
    start_line: line,
    end_line: line,
    start_column: null,
    end_column: null,
    annotation_level: "failure",
    title: null,
    message,
    raw_details: null,
  }));

/** A workflow of Actions. */
export function workflowAnswer(world: World, id: number): Record<string, unknown> {
  const path = `.github/workflows/check-${id}.yml`;
  const made = "2026-01-01T00:00:00Z";
  return {
    id,
    node_id: `W_${id}`,
    name: `check ${id}`,
    path,
    state: "active",
    created_at: made,
    updated_at: made,
    url: `${repositoryUrl(world)}/actions/workflows/${id}`,
    html_url: `${pageUrl(world)}/blob/${world.defaultBranch}/${path}`,
    badge_url: `${pageUrl(world)}/workflows/check-${id}/badge.svg`,
  };
}
