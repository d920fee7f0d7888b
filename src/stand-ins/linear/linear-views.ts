import { connection, matches, type Paging, type TextFilter } from "./connection.ts";
import {
  identifierOf,
  type LinearWorld,
  type PlayedComment,
  type PlayedIssue,
  type PlayedLabel,
  type PlayedMove,
  type PlayedState,
  type PlayedTeam,
} from "./linear-world.ts";

interface CommentArgs extends Paging {
  readonly filter?: {
    readonly body?: TextFilter | null;
    readonly user?: { readonly isMe?: { readonly eq?: boolean | null } | null } | null;
  } | null;
}

/** A condition on labels. */
export interface LabelFilter {
  readonly name?: TextFilter | null;
  readonly or?: readonly LabelFilter[] | null;
}

/** A thing as GraphQL sees it: members are read, or called with their arguments. */
type View = Readonly<Record<string, unknown>>;

const iso = (at: number): string => new Date(at).toISOString();

/** Whether a label is asked for. */
export const isWantedLabel = (label: PlayedLabel, filter: LabelFilter | null | undefined): boolean =>
  filter == null ||
  (matches(label.name, filter.name) && (filter.or == null || filter.or.some((one) => isWantedLabel(label, one))));

/** How GraphQL sees the world. `me` is the id of the user whose key is used. */
export class LinearViews {
  readonly #world: LinearWorld;
  readonly #me: string;

  constructor(world: LinearWorld, me: string) {
    this.#world = world;
    this.#me = me;
  }

  user(id: string | null): View | null {
    const found = this.#world.users.find((each) => each.id === id);
    return found === undefined ? null : { ...found, isMe: id === this.#me };
  }

  team(id: string): View {
    const found = this.#teamById(id);
    return {
      ...found,
      states: (paging: Paging) => connection(found.states, paging, (state) => this.#state(state, found)),
      labels: ({ filter, ...paging }: Paging & { readonly filter?: LabelFilter | null }) =>
        connection(
          this.#world.labels.filter((each) => each.team === id && isWantedLabel(each, filter)),
          paging,
          (label) => this.label(label),
        ),
    };
  }

  label(label: PlayedLabel): View {
    return { ...label, isGroup: false, team: () => (label.team === null ? null : this.team(label.team)) };
  }

  comment({ id, body, at, issue, user }: PlayedComment): View {
    return { id, body, createdAt: iso(at), issueId: issue, user: () => this.user(user) };
  }

  project(id: string | null): View | null {
    const found = this.#world.projects.find((each) => each.id === id);
    if (found === undefined) return null;
    return {
      ...found,
      url: `https://linear.app/played/project/${found.slugId}`,
      teams: (paging: Paging) => connection(found.teams, paging, (team) => this.team(team)),
      projectMilestones: (paging: Paging) => connection(found.milestones, paging),
      issues: ({ includeArchived, ...paging }: Paging & { readonly includeArchived?: boolean | null }) =>
        connection(this.issuesOf({ project: found.id, archived: includeArchived === true }), paging, (issue) =>
          this.issue(issue),
        ),
    };
  }

  /** Newest first, as Linear lists them. */
  issuesOf(wanted: { readonly project?: string; readonly archived: boolean }): readonly PlayedIssue[] {
    return [...this.#world.issues.values()]
      .filter(
        (each) =>
          (wanted.archived || (each.archivedAt === null && !each.trashed)) &&
          (wanted.project === undefined || each.project === wanted.project),
      )
      .toReversed();
  }

  issue(issue: PlayedIssue): View {
    const identifier = identifierOf(this.#world, issue);
    return {
      ...issue,
      identifier,
      url: `https://linear.app/played/issue/${identifier}`,
      createdAt: iso(issue.createdAt),
      updatedAt: iso(issue.updatedAt),
      archivedAt: issue.archivedAt === null ? null : iso(issue.archivedAt),
      ...this.#placeOf(issue),
      ...this.#listsOf(issue),
    };
  }

  #placeOf(issue: PlayedIssue): View {
    const home = this.#teamById(issue.team);
    return {
      assignee: () => this.user(issue.assignee),
      team: () => this.team(issue.team),
      state: () => {
        const found = home.states.find(({ id }) => id === issue.state);
        return found === undefined ? null : this.#state(found, home);
      },
      project: () => this.project(issue.project),
      parent: () => (issue.parent === null ? null : this.#issueById(issue.parent)),
      cycle: () => home.cycles.find(({ id }) => id === issue.cycle) ?? null,
      projectMilestone: () =>
        this.#world.projects.flatMap(({ milestones }) => milestones).find(({ id }) => id === issue.milestone) ?? null,
    };
  }

  #listsOf({ id, labels, moves }: PlayedIssue): View {
    const world = this.#world;
    const relation = (played: LinearWorld["relations"][number]): View => ({
      id: played.id,
      type: played.type,
      issue: () => this.#issueById(played.issue),
      relatedIssue: () => this.#issueById(played.related),
    });
    return {
      children: (paging: Paging) =>
        connection(
          [...world.issues.values()].filter(({ parent }) => parent === id),
          paging,
          (child) => this.issue(child),
        ),
      labels: (paging: Paging) =>
        connection(
          world.labels.filter((label) => labels.includes(label.id)),
          paging,
          (label) => this.label(label),
        ),
      relations: (paging: Paging) =>
        connection(
          world.relations.filter(({ issue }) => issue === id),
          paging,
          relation,
        ),
      inverseRelations: (paging: Paging) =>
        connection(
          world.relations.filter(({ related }) => related === id),
          paging,
          relation,
        ),
      comments: ({ filter, ...paging }: CommentArgs) =>
        connection(this.#commentsOf(id, filter), paging, (comment) => this.comment(comment)),
      history: (paging: Paging) => connection(moves.toReversed(), paging, (move) => moveView(id, move)),
    };
  }

  #commentsOf(issue: string, filter: CommentArgs["filter"]): readonly PlayedComment[] {
    const isByMe = filter?.user?.isMe?.eq === true;
    return this.#world.comments
      .filter((each) => each.issue === issue && matches(each.body, filter?.body) && (!isByMe || each.user === this.#me))
      .toReversed();
  }

  #state(state: PlayedState, of: PlayedTeam): View {
    return { ...state, team: () => this.team(of.id) };
  }

  #teamById(id: string): PlayedTeam {
    const found = this.#world.teams.find((each) => each.id === id);
    if (found === undefined) throw new Error(`No team ${id}.`);
    return found;
  }

  #issueById(id: string): View {
    const found = this.#world.issues.get(id);
    if (found === undefined) throw new Error(`No issue ${id}.`);
    return this.issue(found);
  }
}

const moveView = (issue: string, { actor, at, from, to }: PlayedMove): View => ({
  id: `${issue}-${at}`,
  actorId: actor,
  createdAt: iso(at),
  fromStateId: from,
  toStateId: to,
});
