import { LinearRefusal } from "./linear-refusal.ts";
import {
  issueIn,
  type LinearWorld,
  type PlayedComment,
  type PlayedIssue,
  type PlayedLabel,
  playedId,
  tick,
} from "./linear-world.ts";

/** What an issue is changed by; members that are not there, or null, leave it as it is. */
export interface IssueChange {
  readonly stateId?: string | null;
  readonly assigneeId?: string | null;
  readonly addedLabelIds?: readonly string[] | null;
  readonly removedLabelIds?: readonly string[] | null;
}

/** What a new issue is made of. */
export interface IssueDraft {
  readonly id?: string | null;
  readonly teamId: string;
  readonly title?: string | null;
  readonly description?: string | null;
  readonly stateId?: string | null;
  readonly assigneeId?: string | null;
  readonly projectId?: string | null;
  readonly projectMilestoneId?: string | null;
  readonly parentId?: string | null;
  readonly priority?: number | null;
  readonly labelIds?: readonly string[] | null;
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** An issue that has to be there. */
export function wantedIssue(world: LinearWorld, name: string): PlayedIssue {
  const issue = issueIn(world, name);
  if (issue === undefined) throw LinearRefusal.notFound("Issue");
  return issue;
}

/** Changes an issue by the rules of its team. Nothing is changed where one part is refused. */
export function updateIssue(world: LinearWorld, name: string, change: IssueChange, actor: string): PlayedIssue {
  const issue = wantedIssue(world, name);
  const state = change.stateId ?? issue.state;
  mustBeStateOf(world, issue.team, state);
  if (change.assigneeId != null) mustBeUser(world, change.assigneeId);
  for (const label of change.addedLabelIds ?? []) mustBeLabelOf(world, issue.team, label);
  const at = tick(world);
  if (state !== issue.state) issue.moves.push({ actor, at, from: issue.state, to: state });
  issue.state = state;
  if (change.assigneeId !== undefined) issue.assignee = change.assigneeId;
  const removed = new Set(change.removedLabelIds);
  issue.labels = [...new Set([...issue.labels, ...(change.addedLabelIds ?? [])])].filter((id) => !removed.has(id));
  issue.updatedAt = at;
  return issue;
}

/** Makes an issue with the team's next number. */
export function createIssue(world: LinearWorld, draft: IssueDraft): PlayedIssue {
  const { team, parent, state } = checkedDraft(world, draft);
  const number =
    Math.max(0, ...[...world.issues.values()].flatMap((one) => (one.team === team.id ? one.number : []))) + 1;
  const id = freeId(draft.id, (wanted) => world.issues.has(wanted), `issue ${team.key}-${number}`);
  const at = tick(world);
  const issue: PlayedIssue = {
    id,
    number,
    createdAt: at,
    team: team.id,
    title: draft.title ?? "",
    description: draft.description ?? null,
    priority: draft.priority ?? 0,
    state,
    assignee: draft.assigneeId ?? null,
    project: draft.projectId ?? null,
    parent,
    cycle: null,
    milestone: draft.projectMilestoneId ?? null,
    labels: [...(draft.labelIds ?? [])],
    branchName: `ralph/${team.key.toLowerCase()}-${number}`,
    archivedAt: null,
    trashed: false,
    updatedAt: at,
    moves: [],
  };
  world.issues.set(id, issue);
  return issue;
}

function checkedDraft(world: LinearWorld, draft: IssueDraft) {
  const team = world.teams.find(({ id }) => id === draft.teamId);
  if (team === undefined) throw LinearRefusal.notFound("Team");
  if ((draft.title ?? "").trim() === "") throw LinearRefusal.invalid("title should not be empty");
  if (draft.projectId != null && !world.projects.some(({ id }) => id === draft.projectId))
    throw LinearRefusal.notFound("Project");
  const parent = draft.parentId == null ? null : wantedIssue(world, draft.parentId).id;
  const state = draft.stateId ?? team.states.find(({ type }) => type === "backlog")?.id ?? "";
  mustBeStateOf(world, team.id, state);
  for (const label of draft.labelIds ?? []) mustBeLabelOf(world, team.id, label);
  return { team, parent, state };
}

/** Adds a comment to an issue. */
export function createComment(
  world: LinearWorld,
  draft: { readonly id?: string | null; readonly issueId?: string | null; readonly body?: string | null },
  user: string,
): PlayedComment {
  const issue = wantedIssue(world, draft.issueId ?? "");
  if ((draft.body ?? "") === "") throw LinearRefusal.invalid("body should not be empty");
  const taken = (id: string): boolean => world.comments.some((each) => each.id === id);
  const id = freeId(draft.id, taken, `comment ${world.comments.length}`);
  const comment = { id, issue: issue.id, body: draft.body ?? "", user, at: tick(world) };
  world.comments.push(comment);
  return comment;
}

/** Makes a label for a team, or for all where no team is named. */
export function createLabel(
  world: LinearWorld,
  { name, teamId }: { readonly name: string; readonly teamId?: string | null },
): PlayedLabel {
  const team = teamId ?? null;
  const isTaken = world.labels.some(
    (label) => label.name.toLowerCase() === name.toLowerCase() && (label.team === null || label.team === team),
  );
  if (isTaken) throw LinearRefusal.invalid("duplicate label name");
  const label = { id: playedId(`label ${team ?? ""} ${name}`), name, team };
  world.labels.push(label);
  return label;
}

function freeId(wanted: string | null | undefined, isTaken: (id: string) => boolean, otherwise: string): string {
  if (wanted == null) return playedId(otherwise);
  if (!isId(wanted)) throw LinearRefusal.invalid("id must be a UUID");
  if (isTaken(wanted)) throw LinearRefusal.invalid("an entity with this id exists already");
  return wanted;
}

function mustBeStateOf(world: LinearWorld, team: string, state: string): void {
  if (!isId(state)) throw LinearRefusal.invalid("stateId must be a UUID");
  const isOurs = world.teams.find(({ id }) => id === team)?.states.some(({ id }) => id === state);
  if (isOurs !== true) throw LinearRefusal.invalid("the state is not of the issue's team");
}

function mustBeUser(world: LinearWorld, id: string): void {
  if (!world.users.some((user) => user.id === id)) throw LinearRefusal.notFound("User");
}

function mustBeLabelOf(world: LinearWorld, team: string, id: string): void {
  const label = world.labels.find((each) => each.id === id);
  if (label === undefined) throw LinearRefusal.notFound("IssueLabel");
  if (label.team !== null && label.team !== team) throw LinearRefusal.invalid("the label is another team's");
}
