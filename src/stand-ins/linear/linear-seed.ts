import {
  issueIn,
  type LinearWorld,
  type PlayedIssue,
  type PlayedLabel,
  type PlayedTeam,
  playedId,
  type StateType,
} from "./linear-world.ts";

/** An issue that the workspace holds from the start. References are by the names that people use. */
export interface SeedIssue {
  /** `ABC-12`: the team goes by its key. */
  readonly identifier: string;
  readonly title: string;
  readonly description?: string | null;
  /** By its name, or its type; `Todo` if not given. */
  readonly state?: string;
  /** 0 none, 1 urgent, 4 low. */
  readonly priority?: number;
  readonly labels?: readonly string[];
  readonly assignee?: string;
  readonly parent?: string;
  readonly cycle?: string;
  readonly milestone?: string;
  /** By its name; the first one if not given, none where null. */
  readonly project?: string | null;
  readonly branchName?: string;
  readonly blockedBy?: readonly string[];
  readonly related?: readonly string[];
  readonly archived?: boolean;
  readonly trashed?: boolean;
}

/** What a played workspace is made of; everything may be left out. */
export interface LinearSeed {
  readonly projects?: readonly string[];
  /** Further teams by their keys, besides those of the issues. */
  readonly teams?: readonly string[];
  /** Labels of the workspace; those of issues are made for their teams. */
  readonly labels?: readonly string[];
  /** Names of people besides the one whose key is used. */
  readonly people?: readonly string[];
  readonly issues?: readonly SeedIssue[];
  /** Names of states that teams do without. */
  readonly withoutStates?: readonly string[];
}

/** The workflow of a new team. */
const workflow: readonly (readonly [name: string, type: StateType])[] = [
  ["Triage", "triage"],
  ["Backlog", "backlog"],
  ["Todo", "unstarted"],
  ["In Progress", "started"],
  ["In Review", "started"],
  ["Done", "completed"],
  ["Canceled", "canceled"],
  ["Duplicate", "duplicate"],
];

const begins = Date.UTC(2026, 0, 5, 9);

/** Makes the workspace that a seed describes: two users, `Ralph` whose key is used and `Anna`, and more where they are named. */
export function worldOf(seed: LinearSeed): LinearWorld {
  const world: LinearWorld = {
    users: ["Ralph", "Anna", ...(seed.people ?? [])].map((name) => ({
      id: playedId(`user ${name}`),
      name,
      email: `${name.toLowerCase()}@example.com`,
    })),
    teams: [],
    projects: [],
    labels: (seed.labels ?? []).map((name) => ({ id: playedId(`label ${name}`), name, team: null })),
    issues: new Map(),
    relations: [],
    comments: [],
    clock: begins,
  };
  const keys = (seed.issues ?? []).map(({ identifier }) => identifier.split("-")[0] ?? "");
  for (const key of new Set([...(seed.teams ?? []), ...keys])) world.teams.push(teamOf(key, seed.withoutStates ?? []));
  for (const name of seed.projects ?? ["Demo"])
    world.projects.push({
      id: playedId(`project ${name}`),
      name,
      slugId: playedId(`slug ${name}`).slice(0, 12).replace("-", ""),
      teams: world.teams.map(({ id }) => id),
      milestones: [],
    });
  for (const issue of seed.issues ?? []) addIssue(world, issue);
  for (const issue of seed.issues ?? []) linkIssue(world, issue);
  return world;
}

const teamOf = (key: string, without: readonly string[]): PlayedTeam => ({
  id: playedId(`team ${key}`),
  key,
  name: `Team ${key}`,
  states: workflow
    .filter(([name]) => !without.includes(name))
    .map(([name, type], position) => ({ id: playedId(`state ${key} ${name}`), name, type, position })),
  cycles: [],
});

function addIssue(world: LinearWorld, seed: SeedIssue): void {
  const [key = "", number = ""] = seed.identifier.split("-");
  const team = world.teams.find((each) => each.key === key);
  if (team === undefined) throw new Error(`${seed.identifier} has no team.`);
  const project = seed.project === null ? null : projectOf(world, seed.project);
  const wanted = seed.state ?? "Todo";
  const state = team.states.find(({ name }) => name === wanted) ?? team.states.find(({ type }) => type === wanted);
  if (state === undefined) throw new Error(`Team ${key} has no state ${wanted}.`);
  world.clock += 60_000;
  const issue: PlayedIssue = {
    id: playedId(`issue ${seed.identifier}`),
    number: Number(number),
    createdAt: world.clock,
    team: team.id,
    title: seed.title,
    description: seed.description ?? null,
    priority: seed.priority ?? 0,
    state: state.id,
    assignee: seed.assignee === undefined ? null : userOf(world, seed.assignee),
    project: project?.id ?? null,
    parent: null,
    cycle: seed.cycle === undefined ? null : periodIn(team.cycles, seed.cycle),
    milestone: seed.milestone === undefined || project === null ? null : periodIn(project.milestones, seed.milestone),
    labels: (seed.labels ?? []).map((name) => labelOf(world, team.id, name).id),
    branchName: seed.branchName ?? branchOf(seed),
    archivedAt: seed.archived === true ? world.clock : null,
    trashed: seed.trashed === true,
    updatedAt: world.clock,
    moves: [],
  };
  world.issues.set(issue.id, issue);
}

/** As Linear proposes it: who is asked for it may choose another form in the settings. */
const branchOf = ({ identifier, title }: SeedIssue): string =>
  `ralph/${identifier}-${title}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9/]+/g, "-")
    .slice(0, 80)
    .replaceAll(/-+$/g, "");

function linkIssue(world: LinearWorld, seed: SeedIssue): void {
  const issue = idOf(world, seed.identifier);
  const made = world.issues.get(issue);
  if (made !== undefined && seed.parent !== undefined) made.parent = idOf(world, seed.parent);
  const link = (type: "blocks" | "related", from: string, to: string): void => {
    world.relations.push({ id: playedId(`${type} ${from} ${to}`), type, issue: from, related: to });
  };
  for (const name of seed.blockedBy ?? []) link("blocks", idOf(world, name), issue);
  for (const name of seed.related ?? []) link("related", idOf(world, name), issue);
}

function idOf(world: LinearWorld, name: string): string {
  const issue = issueIn(world, name);
  if (issue === undefined) throw new Error(`There is no issue ${name}.`);
  return issue.id;
}

function projectOf(world: LinearWorld, name: string | undefined): LinearWorld["projects"][number] {
  const project = name === undefined ? world.projects[0] : world.projects.find((each) => each.name === name);
  if (project === undefined) throw new Error(`There is no project ${name ?? ""}.`);
  return project;
}

function userOf(world: LinearWorld, name: string): string {
  const user = world.users.find((each) => each.name === name);
  if (user === undefined) throw new Error(`There is no user ${name}.`);
  return user.id;
}

function periodIn(periods: LinearWorld["projects"][number]["milestones"], name: string): string {
  const known = periods.find((each) => each.name === name);
  if (known !== undefined) return known.id;
  const made = { id: playedId(`period ${name} ${periods.length}`), name, number: periods.length + 1 };
  periods.push(made);
  return made.id;
}

/** The label of this name that a team's issues may carry; made if there is none. */
export function labelOf(world: LinearWorld, team: string, name: string): PlayedLabel {
  const known = world.labels.find((label) => label.name === name && (label.team === null || label.team === team));
  if (known !== undefined) return known;
  const made = { id: playedId(`label ${team} ${name}`), name, team };
  world.labels.push(made);
  return made;
}
