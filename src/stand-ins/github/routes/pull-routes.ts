import { pullAnswer, pullInList } from "../answers/pull-answer.ts";
import { countLook } from "../world/checks.ts";
import { type PullIssue, updatePulls, squash, mergeabilityOf } from "../world/mergeability.ts";
import { file, isPull, move, now, pullNumbered, type World } from "../world/world.ts";
import { type Call, forbidden, notFound, paged, type Reply, type Routes, textOf, unprocessable } from "./route.ts";

/** Pull requests. */
export const pullRoutes: Routes = {
  "GET /repos/{owner}/{repo}/pulls": list,
  "POST /repos/{owner}/{repo}/pulls": open,
  "GET /repos/{owner}/{repo}/pulls/{pull_number}": look,
  "PATCH /repos/{owner}/{repo}/pulls/{pull_number}": change,
  "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge": merge,
};

const named = ({ world, params }: Call): PullIssue | null => pullNumbered(world, Number(params["pull_number"]));

const pullsIn = (world: World): readonly PullIssue[] => [...world.issues.values()].filter(isPull);

async function list(call: Call): Promise<Reply> {
  const { world, query } = call;
  const state = query.get("state") ?? "open";
  const head = query.get("head");
  const base = query.get("base");
  const found = pullsIn(world)
    .filter((issue) => state === "all" || issue.state === state)
    .filter(({ pull }) => head === null || head === `${world.owner}:${pull.branch}`)
    .filter(({ pull }) => base === null || base === pull.base)
    .toSorted((a, b) => b.number - a.number);
  const ordered = query.get("direction") === "asc" ? found.toReversed() : found;
  return paged(call, await Promise.all(ordered.map((issue) => pullInList(world, issue))));
}

async function open(call: Call): Promise<Reply> {
  const { world } = call;
  if (!world.settings.push) return forbidden;
  const branch = (textOf(call, "head") ?? "").replace(`${world.owner}:`, "");
  const base = textOf(call, "base") ?? "";
  const invalid = (field: string): Reply =>
    unprocessable("Validation Failed", { resource: "PullRequest", field, code: "invalid" });
  const [head, onto] = [await world.bare.tip(branch), await world.bare.tip(base)];
  if (head === null) return invalid("head");
  if (onto === null) return invalid("base");
  const failed = (message: string): Reply =>
    unprocessable("Validation Failed", { resource: "PullRequest", code: "custom", message });
  if (
    pullsIn(world).some((issue) => issue.state === "open" && issue.pull.branch === branch && issue.pull.base === base)
  )
    return failed(`A pull request already exists for ${world.owner}:${branch}.`);
  if ((await world.bare.difference(onto, head)).commits === 0)
    return failed(`No commits between ${base} and ${branch}`);
  const issue = file(world, {
    author: world.me,
    title: textOf(call, "title") ?? branch,
    body: textOf(call, "body") ?? null,
    pull: {
      branch,
      base,
      head,
      mergedAs: null,
      mergedAt: null,
      mergedBy: null,
      autoMerge: null,
      reviews: [],
      threads: [],
    },
  });
  return isPull(issue) ? { status: 201, body: await pullAnswer(world, issue) } : notFound;
}

async function look(call: Call): Promise<Reply> {
  const { world } = call;
  const issue = named(call);
  if (issue === null) return notFound;
  // Who waits for the server to merge does not ask for checks any more: this is a look at them, too.
  if (issue.pull.autoMerge !== null) {
    countLook(world, issue.pull.head);
    await updatePulls(world);
  }
  return { status: 200, body: await pullAnswer(world, issue) };
}

async function change(call: Call): Promise<Reply> {
  const { world } = call;
  const issue = named(call);
  if (issue === null) return notFound;
  if (!world.settings.push) return forbidden;
  issue.title = textOf(call, "title") ?? issue.title;
  issue.body = textOf(call, "body") ?? issue.body;
  issue.updatedAt = now();
  const state = textOf(call, "state");
  if (state === "open" || state === "closed") {
    if (issue.pull.mergedAs !== null)
      return unprocessable("Validation Failed", { resource: "PullRequest", field: "state", code: "invalid" });
    move(issue, world.me, { state, reason: null });
  }
  return { status: 200, body: await pullAnswer(world, issue) };
}

async function merge(call: Call): Promise<Reply> {
  const { world } = call;
  const issue = named(call);
  if (issue === null) return notFound;
  if (!world.settings.push) return forbidden;
  const sha = textOf(call, "sha");
  if (issue.state === "closed") return notMerged(405, "Pull Request is not mergeable");
  if (sha !== undefined && sha !== issue.pull.head)
    return notMerged(409, "Head branch was modified. Review and try the merge again.");
  if (textOf(call, "merge_method") !== "squash")
    return notMerged(405, "Merge commits are not allowed on this repository.");
  if (!world.settings.squash) return notMerged(405, "Squash merges are not allowed on this repository.");
  const { state, why } = await mergeabilityOf(world, issue);
  if (state === "dirty" || state === "blocked" || state === "behind") return notMerged(405, why);
  const commit = await squash(world, issue, {
    by: world.me,
    title: textOf(call, "commit_title") ?? `${issue.title} (#${issue.number})`,
    body: textOf(call, "commit_message") ?? (await usualBody(world, issue)),
  });
  if (commit === null) return notMerged(405, "Pull Request is not mergeable");
  return { status: 200, body: { sha: commit, merged: true, message: "Pull Request successfully merged" } };
}

const notMerged = (status: 405 | 409, message: string): Reply => ({
  status,
  body: { message, documentation_url: "https://docs.github.com/rest/pulls/pulls#merge-a-pull-request" },
});

/* What GitHub writes where it is told nothing: the commits, one after the other. */
async function usualBody(world: World, { pull }: PullIssue): Promise<string> {
  const messages = await world.bare.messages((await world.bare.tip(pull.base)) ?? pull.head, pull.head);
  return messages.map((message) => `* ${message}`).join("\n\n");
}
