import * as z from "zod/mini";
import type { PullRequest, ReviewComment } from "../../../ports/forge.ts";
import type { GithubClient } from "../../system/github/github-client.ts";
import { GithubError } from "../../system/github/github-error.ts";

const author = z.nullish(z.object({ login: z.string() }));

const thread = z.object({
  isResolved: z.boolean(),
  path: z.string(),
  line: z.nullable(z.number()),
  comments: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        body: z.string(),
        author,
        pullRequestReview: z.nullish(z.object({ state: z.string() })),
      }),
    ),
  }),
});

const review = z.object({ id: z.string(), state: z.string(), body: z.string(), author });

const reviewsAnswer = z.object({
  repository: z.object({
    pullRequest: z.object({
      reviewDecision: z.nullable(z.string()),
      latestOpinionatedReviews: z.nullable(z.object({ nodes: z.array(review) })),
      reviewThreads: z.object({
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.nullable(z.string()) }),
        nodes: z.array(thread),
      }),
    }),
  }),
});

/* REST knows no resolved threads. */
const query = `query($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      reviewDecision
      latestOpinionatedReviews(first: 100) { nodes { id state body author { login } } }
      reviewThreads(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes {
          isResolved path line
          comments(first: 50) { nodes { id body author { login } pullRequestReview { state } } }
        }
      }
    }
  }
}`;

type Reviews = z.infer<typeof reviewsAnswer>["repository"]["pullRequest"];

async function reviewsOf(
  client: GithubClient,
  pull: PullRequest,
  { after, signal }: { readonly after: string | null; readonly signal: AbortSignal | undefined },
): Promise<Reviews> {
  const variables = { ...client.repository, number: pull.number, after };
  const read = reviewsAnswer.safeParse(await client.graphql(query, variables, signal));
  if (read.success) return read.data.repository.pullRequest;
  throw new GithubError("network", "What GitHub says of reviews is not what it should be: an answer was cut off.");
}

/** What the reviews of a pull request come to, in GitHub's word; null where none are asked for. */
export const reviewDecision = async (
  client: GithubClient,
  pull: PullRequest,
  signal?: AbortSignal,
): Promise<string | null> => (await reviewsOf(client, pull, { after: null, signal })).reviewDecision;

/** What people have said about the code and nobody has resolved, oldest first: open threads, and reviews that ask for changes. */
export async function reviewComments(
  client: GithubClient,
  pull: PullRequest,
  signal?: AbortSignal,
): Promise<readonly ReviewComment[]> {
  const first = await reviewsOf(client, pull, { after: null, signal });
  const threads = [...first.reviewThreads.nodes];
  for (let { pageInfo } = first.reviewThreads; pageInfo.hasNextPage;) {
    const next = await reviewsOf(client, pull, { after: pageInfo.endCursor, signal });
    threads.push(...next.reviewThreads.nodes);
    ({ pageInfo } = next.reviewThreads);
  }
  const asking = (first.latestOpinionatedReviews?.nodes ?? []).filter(({ state }) => state === "CHANGES_REQUESTED");
  return [...asking.filter(({ body }) => body.trim() !== "").map(ofReview), ...threads.flatMap(ofThread)];
}

const nobody = "ghost";

const ofReview = ({
  id,
  body,
  author: by,
}: Reviews["reviewThreads"]["nodes"][number]["comments"]["nodes"][number]): ReviewComment => ({
  id,
  author: by?.login ?? nobody,
  path: null,
  line: null,
  text: body,
  blocks: true,
});

const ofThread = ({
  isResolved,
  path,
  line,
  comments,
}: Reviews["reviewThreads"]["nodes"][number]): readonly ReviewComment[] =>
  isResolved
    ? []
    : comments.nodes.map(({ id, body, author: by, pullRequestReview }) => ({
        id,
        author: by?.login ?? nobody,
        path,
        line,
        text: body,
        blocks: pullRequestReview?.state === "CHANGES_REQUESTED",
      }));
