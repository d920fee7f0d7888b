import * as z from "zod/mini";
import { issueForms, issueParts } from "./linear-issue.ts";
import type { LinearQuery } from "./linear-query.ts";

/* A query's name in its text is its name here. */
const query = <T>(text: string, answer: z.ZodMiniType<T>): LinearQuery<T> => ({
  name: /(?:query|mutation) (\w+)/.exec(text)?.[1] ?? "",
  text,
  answer,
});

const project = z.object({ id: z.string(), name: z.string(), slugId: z.string(), url: z.string() });
const projects = z.object({ nodes: z.array(project), pageInfo: issueParts.page });
const success = z.object({ success: z.boolean() });

/** A project as it is asked for. */
export type LinearProject = z.infer<typeof project>;

const state = z.object({ id: z.string(), name: z.string(), type: z.string(), position: z.number() });

/** A state of a team's workflow. */
export type LinearState = z.infer<typeof state>;

const live = z.object({
  viewer: z.object({ id: z.string() }),
  issue: z.object({
    ...issueParts.issue.shape,
    archivedAt: z.nullable(z.string()),
    trashed: z.nullable(z.boolean()),
    project: z.nullable(z.object({ id: z.string(), name: z.string() })),
    team: z.object({ id: z.string(), states: z.object({ nodes: z.array(state) }) }),
    history: z.object({
      nodes: z.array(
        z.object({ actorId: z.nullable(z.string()), toStateId: z.nullable(z.string()), createdAt: z.string() }),
      ),
    }),
  }),
});

/** One issue read for a write: with its project, its team's workflow and who moved it. */
export type LiveIssue = z.infer<typeof live>;

const places = {
  teams: z.object({
    nodes: z.array(z.object({ id: z.string(), key: z.string(), states: z.object({ nodes: z.array(state) }) })),
  }),
  projectMilestones: z.object({ nodes: z.array(z.object({ id: z.string(), name: z.string() })) }),
};

/** Everything that is ever asked of Linear. */
export const linearQueries = {
  /** The project of a name, and whose key this is. */
  project: query(
    `query RalphProject($name: String!) {
      viewer { id name }
      projects(first: 10, filter: { or: [{ name: { eqIgnoreCase: $name } }, { slugId: { eq: $name } }] }) {
        nodes { id name slugId url } pageInfo { hasNextPage endCursor }
      }
    }`,
    z.object({ viewer: z.object({ id: z.string(), name: z.string() }), projects }),
  ),
  /** All projects, for near names. */
  projects: query(
    `query RalphProjects($after: String) {
      projects(first: 200, after: $after) { nodes { id name slugId url } pageInfo { hasNextPage endCursor } }
    }`,
    z.object({ projects }),
  ),
  /** A page of the project's issues. */
  issues: query(
    `query RalphIssues($project: ID!, $after: String) {
      issues(first: 125, after: $after, filter: { project: { id: { eq: $project } } }) {
        nodes { ${issueForms.brief} } pageInfo { hasNextPage endCursor }
      }
    }`,
    z.object({ issues: z.object({ nodes: z.array(issueParts.issue), pageInfo: issueParts.page }) }),
  ),
  /** One issue with all that a page leaves out. */
  whole: query(
    `query RalphWholeIssue($id: String!) { issue(id: $id) { ${issueForms.full} } }`,
    z.object({ issue: issueParts.issue }),
  ),
  /** One issue as it stands now, for a write. */
  live: query(
    `query RalphLiveIssue($id: String!) {
      viewer { id }
      issue(id: $id) {
        ${issueForms.full}
        archivedAt trashed project { id name }
        team { id states(first: 100) { nodes { id name type position } } }
        history(first: 50) { nodes { actorId toStateId createdAt } }
      }
    }`,
    live,
  ),
  /** Whether words have been said on an issue. */
  said: query(
    `query RalphSaid($id: String!, $mark: String!) {
      issue(id: $id) { comments(first: 1, filter: { body: { contains: $mark } }) { nodes { id } } }
    }`,
    z.object({ issue: z.object({ comments: z.object({ nodes: z.array(z.object({ id: z.string() })) }) }) }),
  ),
  /** Labels, of the workspace and of all teams. */
  labels: query(
    `query RalphLabels($wanted: [IssueLabelFilter!]!) {
      issueLabels(first: 100, filter: { or: $wanted }) { nodes { id name isGroup team { id } } }
    }`,
    z.object({
      issueLabels: z.object({
        nodes: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            isGroup: z.boolean(),
            team: z.nullable(z.object({ id: z.string() })),
          }),
        ),
      }),
    }),
  ),
  /** Where a new issue of a project may go: its teams with their workflows, and its milestones. */
  places: query(
    `query RalphPlaces($slug: String!) {
      projects(first: 1, filter: { slugId: { eq: $slug } }) {
        nodes {
          teams(first: 10) { nodes { id key states(first: 100) { nodes { id name type position } } } }
          projectMilestones(first: 100) { nodes { id name } }
        }
      }
    }`,
    z.object({ projects: z.object({ nodes: z.array(z.object(places)) }) }),
  ),
  update: query(
    `mutation RalphUpdate($id: String!, $input: IssueUpdateInput!) { issueUpdate(id: $id, input: $input) { success } }`,
    z.object({ issueUpdate: success }),
  ),
  say: query(
    `mutation RalphSay($input: CommentCreateInput!) { commentCreate(input: $input) { success } }`,
    z.object({ commentCreate: success }),
  ),
  label: query(
    `mutation RalphLabel($input: IssueLabelCreateInput!) {
      issueLabelCreate(input: $input) { issueLabel { id name } success }
    }`,
    z.object({ issueLabelCreate: z.object({ issueLabel: z.object({ id: z.string(), name: z.string() }) }) }),
  ),
  create: query(
    `mutation RalphCreate($input: IssueCreateInput!) {
      issueCreate(input: $input) { issue { identifier } success }
    }`,
    z.object({ issueCreate: z.object({ issue: z.nullable(z.object({ identifier: z.string() })) }) }),
  ),
} as const;
