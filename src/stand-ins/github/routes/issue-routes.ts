import { commentAnswer, issueAnswer, labelAnswer, milestoneAnswer } from "../answers/issue-answer.ts";
import { file, type Issue, move, now, personNamed, say, type World } from "../world/world.ts";
import { type Call, forbidden, notFound, paged, type Reply, type Routes, textOf, unprocessable } from "./route.ts";

/** Issues, their comments, labels and relations. */
export const issueRoutes: Routes = {
  "GET /repos/{owner}/{repo}/issues": list,
  "POST /repos/{owner}/{repo}/issues": create,
  "GET /repos/{owner}/{repo}/issues/{issue_number}": (call) => withIssue(call, (issue) => shown(call.world, issue)),
  "PATCH /repos/{owner}/{repo}/issues/{issue_number}": (call) => withIssue(call, (issue) => change(call, issue)),
  "GET /repos/{owner}/{repo}/issues/{issue_number}/comments": (call) =>
    withIssue(call, (issue) =>
      paged(
        call,
        issue.comments.map((comment) => commentAnswer(call.world, issue, comment)),
      ),
    ),
  "POST /repos/{owner}/{repo}/issues/{issue_number}/comments": (call) =>
    withIssue(call, (issue) => addComment(call, issue)),
  "POST /repos/{owner}/{repo}/issues/{issue_number}/labels": (call) =>
    withIssue(call, (issue) => relabel(call, issue, [...issue.labels, ...namesIn(call.body["labels"])])),
  "DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}": (call) =>
    withIssue(call, (issue) => unlabel(call, issue)),
  "GET /repos/{owner}/{repo}/issues/{issue_number}/sub_issues": (call) =>
    withIssue(call, (issue) =>
      paged(
        call,
        [...call.world.issues.values()]
          .filter(({ parent }) => parent === issue.number)
          .map((part) => issueAnswer(call.world, part)),
      ),
    ),
  "GET /repos/{owner}/{repo}/milestones": (call) =>
    paged(
      call,
      [...call.world.milestones.keys()].map((number) => milestoneAnswer(call.world, number)),
    ),
  "GET /repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocked_by": (call) =>
    withIssue(call, (issue) =>
      paged(
        call,
        issue.blockedBy.flatMap((number) => {
          const other = call.world.issues.get(number);
          return other === undefined ? [] : [issueAnswer(call.world, other)];
        }),
      ),
    ),
};

const withIssue = (call: Call, then: (issue: Issue) => Reply): Reply => {
  const issue = call.world.issues.get(Number(call.params["issue_number"]));
  return issue === undefined ? notFound : then(issue);
};

const shown = (world: World, issue: Issue, status = 200): Reply => ({ status, body: issueAnswer(world, issue) });

function list(call: Call): Reply {
  const { world, query } = call;
  const state = query.get("state") ?? "open";
  const labels = (query.get("labels") ?? "").split(",").filter((name) => name !== "");
  const milestone = query.get("milestone") ?? "*any*";
  const since = query.get("since");
  if (milestone !== "*any*" && !/^(?:\d+|\*|none)$/.test(milestone))
    return unprocessable("Validation Failed", { resource: "Issue", field: "milestone", code: "invalid" });
  const found = [...world.issues.values()]
    .filter((issue) => state === "all" || issue.state === state)
    .filter((issue) => labels.every((name) => hasLabel(issue, name)))
    .filter((issue) => isWithin(issue, milestone))
    .filter((issue) => since === null || issue.updatedAt >= since)
    .toSorted((a, b) => b.number - a.number);
  const ordered = query.get("direction") === "asc" ? found.toReversed() : found;
  return paged(
    call,
    ordered.map((issue) => issueAnswer(world, issue)),
  );
}

/* Labels are the same whatever their case. */
const hasLabel = ({ labels }: Issue, name: string): boolean =>
  labels.some((label) => label.toLowerCase() === name.toLowerCase());

function isWithin({ milestone }: Issue, wanted: string): boolean {
  if (wanted === "*any*") return true;
  if (wanted === "*") return milestone !== null;
  return wanted === "none" ? milestone === null : milestone === Number(wanted);
}

function create(call: Call): Reply {
  const { world } = call;
  const title = textOf(call, "title");
  if (title === undefined || title === "")
    return unprocessable("Validation Failed", { resource: "Issue", field: "title", code: "missing_field" });
  const milestone = milestoneIn(call);
  if (milestone === "unknown")
    return unprocessable("Validation Failed", { resource: "Issue", field: "milestone", code: "invalid" });
  const issue = file(world, {
    author: world.me,
    title,
    body: textOf(call, "body") ?? null,
    // Without the right to write, labels and milestones are dropped in silence.
    ...(world.settings.push ? { labels: namesIn(call.body["labels"]), milestone: milestone ?? null } : {}),
  });
  return shown(world, issue, 201);
}

function milestoneIn({ world, body }: Call): number | null | undefined | "unknown" {
  const wanted = body["milestone"];
  if (wanted === undefined) return undefined;
  if (wanted === null) return null;
  const number = Number(wanted);
  return world.milestones.has(number) ? number : "unknown";
}

function change(call: Call, issue: Issue): Reply {
  const { world, body } = call;
  if (!world.settings.push) return forbidden;
  const milestone = milestoneIn(call);
  if (milestone === "unknown")
    return unprocessable("Validation Failed", { resource: "Issue", field: "milestone", code: "invalid" });
  issue.title = textOf(call, "title") ?? issue.title;
  if ("body" in body) issue.body = textOf(call, "body") ?? null;
  if ("labels" in body) issue.labels = [...new Set(namesIn(body["labels"]))];
  if ("assignees" in body) issue.assignees = namesIn(body["assignees"]).map((login) => personNamed(world, login));
  if (milestone !== undefined) issue.milestone = milestone;
  issue.updatedAt = now();
  const state = textOf(call, "state");
  if (state === "open" || state === "closed")
    move(issue, world.me, { state, reason: reasonIn(call) ?? (state === "open" ? "reopened" : "completed") });
  return shown(world, issue);
}

function reasonIn(call: Call): Issue["reason"] {
  const reason = textOf(call, "state_reason");
  return reason === "completed" || reason === "not_planned" || reason === "reopened" || reason === "duplicate"
    ? reason
    : null;
}

function addComment(call: Call, issue: Issue): Reply {
  const body = textOf(call, "body") ?? "";
  if (body.trim() === "")
    return unprocessable("Validation Failed", { resource: "IssueComment", field: "body", code: "missing" });
  if (body.length > 65_536)
    return unprocessable("Validation Failed", {
      resource: "IssueComment",
      code: "unprocessable",
      field: "data",
      message: "Body is too long (maximum is 65536 characters)",
    });
  return { status: 201, body: commentAnswer(call.world, issue, say(call.world, issue, call.world.me, body)) };
}

function relabel({ world }: Call, issue: Issue, labels: readonly string[]): Reply {
  if (!world.settings.push) return forbidden;
  issue.labels = [...new Set(labels)];
  issue.updatedAt = now();
  return { status: 200, body: issue.labels.map((name) => labelAnswer(world, name)) };
}

function unlabel(call: Call, issue: Issue): Reply {
  const name = call.params["name"] ?? "";
  if (!hasLabel(issue, name)) return notFound;
  return relabel(
    call,
    issue,
    issue.labels.filter((label) => label.toLowerCase() !== name.toLowerCase()),
  );
}

/* Names are texts, or objects with a name. */
const namesIn = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value.flatMap((each: unknown) => {
        if (typeof each === "string") return [each];
        return typeof each === "object" && each !== null && "name" in each && typeof each.name === "string"
          ? [each.name]
          : [];
      })
    : [];
