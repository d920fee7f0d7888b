import * as z from "zod/mini";

const page = z.object({ hasNextPage: z.boolean(), endCursor: z.nullable(z.string()) });
const named = z.object({ name: z.string() });

const issue = z.object({
  id: z.string(),
  identifier: z.string(),
  title: z.string(),
  description: z.nullable(z.string()),
  priority: z.number(),
  url: z.string(),
  branchName: z.string(),
  state: z.object({ id: z.string(), name: z.string(), type: z.string() }),
  assignee: z.nullable(z.object({ isMe: z.boolean() })),
  cycle: z.nullable(z.object({ name: z.nullable(z.string()), number: z.number() })),
  projectMilestone: z.nullable(named),
  parent: z.nullable(z.object({ identifier: z.string(), title: z.string() })),
  labels: z.object({ nodes: z.array(z.object({ id: z.string(), name: z.string() })), pageInfo: page }),
  inverseRelations: z.object({
    nodes: z.array(
      z.object({
        type: z.string(),
        issue: z.object({
          identifier: z.string(),
          archivedAt: z.nullable(z.string()),
          trashed: z.nullable(z.boolean()),
          state: z.object({ type: z.string() }),
        }),
      }),
    ),
    pageInfo: page,
  }),
  comments: z.object({ nodes: z.array(z.object({ body: z.string(), createdAt: z.string() })) }),
});

/** An issue as it is asked for everywhere. */
export type LinearIssue = z.infer<typeof issue>;

/** The words that our comments about a task that waits are found by. */
export const reasonMark = "ralph:why";

/** Of its lists an issue tells so many members at once, so that a page of issues stays below what Linear lets one query cost. */
const issueFields = (labels: number, relations: number): string => `
  id identifier title description priority url branchName
  state { id name type }
  assignee { isMe }
  cycle { name number }
  projectMilestone { name }
  parent { identifier title }
  labels(first: ${labels}) { nodes { id name } pageInfo { hasNextPage endCursor } }
  inverseRelations(first: ${relations}) {
    nodes { type issue { identifier archivedAt trashed state { type } } }
    pageInfo { hasNextPage endCursor }
  }
  comments(first: 3, filter: { body: { contains: "${reasonMark}" }, user: { isMe: { eq: true } } }) { nodes { body createdAt } }
`;

/** How issues are asked for: some lists are cut (`brief`), or as good as never (`full`). */
export const issueForms = { brief: issueFields(10, 6), full: issueFields(100, 100) } as const;

/** What an answer has for an issue, and for the end of a page. */
export const issueParts = { issue, page } as const;

/** True where an issue has more labels or relations than were told. */
export const isCut = ({ labels, inverseRelations }: LinearIssue): boolean =>
  labels.pageInfo.hasNextPage || inverseRelations.pageInfo.hasNextPage;
