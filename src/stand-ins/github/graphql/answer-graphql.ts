import type { Reply } from "../routes/route.ts";
import { decisionOn, latestOpinions, type PullIssue, mergeabilityOf } from "../world/mergeability.ts";
import { now, type Person, pullNumbered, type Review, type Thread, type World } from "../world/world.ts";
import { readOperation, selectFields } from "./select-fields.ts";

/** What a root field comes to: a value, or the error that GitHub answers with. */
type Answer = { readonly value: unknown } | { readonly error: string; readonly type: string };

type Resolver = (world: World, args: Readonly<Record<string, unknown>>) => Promise<Answer>;

const resolvers: Readonly<Record<string, Resolver>> = {
  repository: async (world, args) => ({
    value:
      args["owner"] === world.owner && args["name"] === world.name
        ? { id: "R_1", pullRequest: await pullsOf(world) }
        : null,
  }),
  enablePullRequestAutoMerge: enableAutoMerge,
  disablePullRequestAutoMerge: disableAutoMerge,
};

/** Answers what is sent to `/graphql`: always with 200, errors stand in the body. */
export async function answerGraphql(world: World, body: Readonly<Record<string, unknown>>): Promise<Reply> {
  const { query, variables } = body;
  const operation = typeof query === "string" ? readOperation(query, membersOf(variables)) : null;
  if (operation === null) return failure("A query attribute must be specified and must be a string.", "INVALID", []);
  const data: Record<string, unknown> = {};
  for (const { name, args, selection } of operation.fields) {
    const answer = await (resolvers[name]?.(world, args) ?? unknownField(name));
    if ("error" in answer) return failure(answer.error, answer.type, [name]);
    const value = name === "repository" ? withNumber(answer.value, query) : answer.value;
    data[name] = selectFields(value, selection);
  }
  return { status: 200, body: { data } };

  /* Arguments of inner fields are few: the pull request's number is all that is asked for. */
  function withNumber(value: unknown, text: unknown): unknown {
    const { pullRequest } = membersOf(value);
    if (!(pullRequest instanceof Map) || typeof text !== "string") return value;
    const variable = /pullRequest\(\s*number:\s*\$(\w+)/.exec(text)?.[1] ?? "number";
    return { ...membersOf(value), pullRequest: pullRequest.get(membersOf(variables)[variable]) ?? null };
  }
}

const unknownField = (name: string): Answer => ({
  error: `Field '${name}' is not played by this server.`,
  type: "undefinedField",
});

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};

const failure = (message: string, type: string, path: readonly string[]): Reply => ({
  status: 200,
  body: {
    data: path.length === 0 ? null : Object.fromEntries(path.map((name) => [name, null])),
    errors: [{ type, path, message }],
  },
});

async function pullsOf(world: World): Promise<ReadonlyMap<unknown, unknown>> {
  const pulls = [...world.issues.keys()].flatMap((number) => pullNumbered(world, number) ?? []);
  return new Map(pulls.map((issue) => [issue.number, pullValue(world, issue)]));
}

function pullValue(world: World, issue: PullIssue): Record<string, unknown> {
  const { pull } = issue;
  return {
    id: `PR_${issue.number}`,
    number: issue.number,
    reviewDecision: decisionOn(world, pull),
    latestOpinionatedReviews: connection(latestOpinions(pull).map(reviewValue)),
    reviewThreads: connection(pull.threads.map(threadValue)),
    autoMergeRequest:
      pull.autoMerge === null
        ? null
        : { enabledAt: now(), commitHeadline: pull.autoMerge.title, mergeMethod: "SQUASH" },
  };
}

const connection = (nodes: readonly unknown[]): Record<string, unknown> => ({
  nodes,
  totalCount: nodes.length,
  pageInfo: { hasNextPage: false, endCursor: null },
});

const actor = ({ login }: Person): Record<string, unknown> => ({ __typename: "User", login });

const reviewValue = ({ id, author, state, body, at }: Review): Record<string, unknown> => ({
  id: `PRR_${id}`,
  author: actor(author),
  state,
  body,
  submittedAt: at,
});

const threadValue = ({ id, isResolved, path, line, comments, review }: Thread): Record<string, unknown> => ({
  id: `PRRT_${id}`,
  isResolved,
  isOutdated: false,
  path,
  line,
  comments: connection(
    comments.map((comment) => ({
      id: `PRRC_${comment.id}`,
      author: actor(comment.author),
      body: comment.body,
      createdAt: comment.at,
      pullRequestReview: reviewValue(review),
    })),
  ),
});

async function enableAutoMerge(world: World, args: Readonly<Record<string, unknown>>): Promise<Answer> {
  const input = membersOf(args["input"]);
  const number = Number(String(input["pullRequestId"]).replace(/^PR_/, ""));
  const issue = pullNumbered(world, number);
  const refused = (error: string, type = "UNPROCESSABLE"): Answer => ({ error, type });
  if (issue === null)
    return refused(
      `Could not resolve to a node with the global id of '${String(input["pullRequestId"])}'.`,
      "NOT_FOUND",
    );
  if (!world.settings.push) return refused("Resource not accessible by personal access token", "FORBIDDEN");
  if (!world.settings.autoMerge) return refused("Pull request Auto merge is not allowed for this repository");
  if (issue.state === "closed") return refused("Pull request Pull request is closed");
  const head = input["expectedHeadOid"];
  if (typeof head === "string" && head !== issue.pull.head)
    return refused("Pull request Head branch was modified. Review and try the merge again.");
  const { state } = await mergeabilityOf(world, issue);
  // What could be merged at once, or never, is not left to wait.
  if (state === "clean" || state === "unstable") return refused(`Pull request Pull request is in ${state} status`);
  if (state === "dirty") return refused("Pull request Pull request is in dirty status");
  const { commitHeadline, commitBody } = input;
  issue.pull.autoMerge = {
    by: world.me,
    title: typeof commitHeadline === "string" ? commitHeadline : `${issue.title} (#${issue.number})`,
    body: typeof commitBody === "string" ? commitBody : "",
  };
  return { value: { actor: actor(world.me), clientMutationId: null, pullRequest: pullValue(world, issue) } };
}

async function disableAutoMerge(world: World, args: Readonly<Record<string, unknown>>): Promise<Answer> {
  const input = membersOf(args["input"]);
  const issue = pullNumbered(world, Number(String(input["pullRequestId"]).replace(/^PR_/, "")));
  if (issue === null) return { error: "Could not resolve to a node with that global id.", type: "NOT_FOUND" };
  if (issue.pull.autoMerge === null)
    return { error: "Can't disable auto-merge for this pull request.", type: "UNPROCESSABLE" };
  issue.pull.autoMerge = null;
  return { value: { actor: actor(world.me), clientMutationId: null, pullRequest: pullValue(world, issue) } };
}
