import { createHash } from "node:crypto";

/** A person or a program that has a key. */
export interface PlayedUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** The types of workflow states that Linear has. */
export type StateType = "triage" | "backlog" | "unstarted" | "started" | "completed" | "canceled" | "duplicate";

/** A state of a team's workflow. */
export interface PlayedState {
  readonly id: string;
  readonly name: string;
  readonly type: StateType;
  readonly position: number;
}

/** A label; `team` null: of the workspace, for all teams. */
export interface PlayedLabel {
  readonly id: string;
  readonly name: string;
  readonly team: string | null;
}

/** A move from one state to another. */
export interface PlayedMove {
  readonly actor: string;
  readonly at: number;
  readonly from: string;
  readonly to: string;
}

/** A comment as it stands. `user` is the id of who wrote it. */
export interface PlayedComment {
  readonly id: string;
  readonly issue: string;
  readonly body: string;
  readonly user: string;
  readonly at: number;
}

/** An issue as it stands; references are ids. */
export interface PlayedIssue {
  readonly id: string;
  readonly number: number;
  readonly createdAt: number;
  team: string;
  title: string;
  description: string | null;
  priority: number;
  state: string;
  assignee: string | null;
  project: string | null;
  parent: string | null;
  cycle: string | null;
  milestone: string | null;
  labels: string[];
  branchName: string;
  archivedAt: number | null;
  trashed: boolean;
  updatedAt: number;
  moves: PlayedMove[];
}

/** What a project's cycle or milestone is called. */
export interface PlayedPeriod {
  readonly id: string;
  readonly name: string;
  readonly number: number;
}

/** A team with its workflow. */
export interface PlayedTeam {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly states: readonly PlayedState[];
  readonly cycles: PlayedPeriod[];
}

/** A project; `teams` are ids. */
export interface PlayedProject {
  readonly id: string;
  readonly name: string;
  readonly slugId: string;
  readonly teams: readonly string[];
  readonly milestones: PlayedPeriod[];
}

/** One issue stands before another. */
export interface PlayedRelation {
  readonly id: string;
  readonly type: "blocks" | "related" | "duplicate" | "similar";
  readonly issue: string;
  readonly related: string;
}

/** Everything that the played workspace holds. */
export interface LinearWorld {
  readonly users: readonly PlayedUser[];
  readonly teams: PlayedTeam[];
  readonly projects: PlayedProject[];
  readonly labels: PlayedLabel[];
  readonly issues: Map<string, PlayedIssue>;
  readonly relations: PlayedRelation[];
  readonly comments: PlayedComment[];
  /** ms, UTC: moves on with each write, so that things have an order. */
  clock: number;
}

/** An id in the form that Linear uses, the same for the same text. */
export function playedId(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** How people know an issue: `ABC-12`. */
export const identifierOf = (world: LinearWorld, { team, number }: PlayedIssue): string =>
  `${world.teams.find(({ id }) => id === team)?.key ?? "?"}-${number}`;

/** An issue by its id or by what people call it. */
export function issueIn(world: LinearWorld, name: string): PlayedIssue | undefined {
  const byId = world.issues.get(name);
  if (byId !== undefined) return byId;
  const [, key, number] = /^([A-Za-z][A-Za-z0-9]*)-(\d+)$/.exec(name) ?? [];
  if (key === undefined) return undefined;
  const team = world.teams.find((each) => each.key === key.toUpperCase());
  for (const issue of world.issues.values())
    if (issue.team === team?.id && issue.number === Number(number)) return issue;
  return undefined;
}

/** A state by its id. */
export const stateIn = (world: LinearWorld, id: string): PlayedState | undefined =>
  world.teams.flatMap(({ states }) => states).find((state) => state.id === id);

/** The next moment of the played world, ms. */
export const tick = (world: LinearWorld): number => (world.clock += 1_000);
