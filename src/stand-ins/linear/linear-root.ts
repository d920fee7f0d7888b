import { connection, matches, type Paging, type TextFilter } from "./connection.ts";
import { isWantedLabel, type LabelFilter, LinearViews } from "./linear-views.ts";
import type { LinearWorld, PlayedIssue } from "./linear-world.ts";
import {
  createComment,
  createIssue,
  createLabel,
  type IssueChange,
  type IssueDraft,
  updateIssue,
  wantedIssue,
} from "./linear-writes.ts";

interface ProjectFilter {
  readonly name?: TextFilter | null;
  readonly slugId?: TextFilter | null;
  readonly or?: readonly ProjectFilter[] | null;
}

type Project = LinearWorld["projects"][number];

const isWantedProject = (project: Project, filter: ProjectFilter | null | undefined): boolean =>
  filter == null ||
  (matches(project.name, filter.name) &&
    matches(project.slugId, filter.slugId) &&
    (filter.or == null || filter.or.some((one) => isWantedProject(project, one))));

/** What queries and mutations begin with. `tell` hears of each change of an issue. */
export function linearRoot(world: LinearWorld, me: string, tell: (issue: PlayedIssue) => void) {
  const views = new LinearViews(world, me);
  return {
    viewer: () => views.user(me),
    issue: ({ id }: { readonly id: string }) => views.issue(wantedIssue(world, id)),
    issues: ({
      filter,
      includeArchived,
      ...paging
    }: Paging & {
      readonly includeArchived?: boolean | null;
      readonly filter?: { readonly project?: { readonly id?: { readonly eq?: string | null } | null } | null } | null;
    }) => {
      const project = filter?.project?.id?.eq;
      const wanted = { archived: includeArchived === true, ...(project == null ? {} : { project }) };
      return connection(views.issuesOf(wanted), paging, (issue) => views.issue(issue));
    },
    issueLabels: ({ filter, ...paging }: Paging & { readonly filter?: LabelFilter | null }) =>
      connection(
        world.labels.filter((label) => isWantedLabel(label, filter)),
        paging,
        (label) => views.label(label),
      ),
    projects: ({ filter, ...paging }: Paging & { readonly filter?: ProjectFilter | null }) =>
      connection(
        world.projects.filter((project) => isWantedProject(project, filter)).map(({ id }) => views.project(id)),
        paging,
      ),
    issueUpdate: ({ id, input }: { readonly id: string; readonly input: IssueChange }) => {
      const issue = updateIssue(world, id, input, me);
      tell(issue);
      return { success: true, issue: views.issue(issue) };
    },
    issueCreate: ({ input }: { readonly input: IssueDraft }) => ({
      success: true,
      issue: views.issue(createIssue(world, input)),
    }),
    commentCreate: ({ input }: { readonly input: Parameters<typeof createComment>[1] }) => ({
      success: true,
      comment: views.comment(createComment(world, input, me)),
    }),
    issueLabelCreate: ({ input }: { readonly input: Parameters<typeof createLabel>[1] }) => ({
      success: true,
      issueLabel: views.label(createLabel(world, input)),
    }),
  };
}
