import type { BareRepository } from "./bare-repository.ts";

/** Somebody with an account. */
export interface Person {
  readonly login: string;
  readonly id: number;
}

/** Words below an issue or a pull request. */
export interface Comment {
  readonly id: number;
  readonly author: Person;
  readonly body: string;
  readonly at: string;
}

/** What a person has said of a pull request as a whole. */
export interface Review {
  readonly id: number;
  readonly author: Person;
  readonly state: "APPROVED" | "CHANGES_REQUESTED" | "COMMENTED";
  readonly body: string;
  readonly at: string;
}

/** A talk about a place in the code of a pull request. */
export interface Thread {
  readonly id: number;
  readonly review: Review;
  readonly path: string;
  readonly line: number | null;
  readonly comments: readonly Comment[];
  isResolved: boolean;
}

/** What an issue has besides where it is a pull request. Commits are full shas. */
export interface Pull {
  readonly branch: string;
  base: string;
  /** The newest commit of the branch that was seen. */
  head: string;
  mergedAs: string | null;
  mergedAt: string | null;
  mergedBy: Person | null;
  autoMerge: { readonly by: Person; readonly title: string; readonly body: string } | null;
  readonly reviews: Review[];
  readonly threads: Thread[];
}

/** An issue; with `pull` it is a pull request, which has its number from the same row. */
export interface Issue {
  readonly number: number;
  readonly author: Person;
  title: string;
  body: string | null;
  state: "open" | "closed";
  reason: "completed" | "not_planned" | "reopened" | "duplicate" | null;
  labels: readonly string[];
  milestone: number | null;
  assignees: readonly Person[];
  readonly comments: Comment[];
  parent: number | null;
  blockedBy: readonly number[];
  readonly pull: Pull | null;
  readonly createdAt: string;
  updatedAt: string;
  closedAt: string | null;
  closedBy: Person | null;
}

/** How a check has ended, in GitHub's words; of a status only success, failure and error. */
export type Conclusion =
  | "success"
  | "failure"
  | "neutral"
  | "cancelled"
  | "skipped"
  | "timed_out"
  | "action_required"
  | "stale"
  | "error";

/** A check as a test wishes it. */
export interface CheckPlan {
  readonly name: string;
  /** A check run of Actions (which has a log), one of another app, or a commit status. */
  readonly kind?: "actions" | "app" | "status";
  /** How it ends. */
  readonly ends: Conclusion;
  /** So many times somebody looks while it is at work; Infinity: it never ends. None: it has ended already. */
  readonly looks?: number;
  /** False while it waits for a machine. */
  readonly started?: boolean;
  readonly log?: string;
  readonly summary?: string;
  readonly annotations?: readonly { readonly path: string; readonly line: number; readonly message: string }[];
}

/** A check of one commit. */
export interface Check extends Required<Omit<CheckPlan, "looks">> {
  readonly id: number;
  looksLeft: number;
}

/** What has to be there before anything is merged into a branch. */
export interface Protection {
  readonly checks: readonly string[];
  readonly approvals: number;
  /** True where a branch has to have all of its base. */
  readonly strict: boolean;
}

/** What the owner of the repository has allowed. */
export interface Settings {
  autoMerge: boolean;
  squash: boolean;
  dropsBranches: boolean;
  /** Whether the token may write. */
  push: boolean;
}

/** Everything that the server knows. */
export interface World {
  readonly bare: BareRepository;
  readonly owner: string;
  readonly name: string;
  readonly defaultBranch: string;
  readonly token: string;
  /** Whoever the token belongs to. */
  readonly me: Person;
  readonly people: Map<string, Person>;
  readonly settings: Settings;
  readonly protections: Map<string, Protection>;
  readonly issues: Map<number, Issue>;
  readonly milestones: Map<number, string>;
  readonly checks: Map<string, Check[]>;
  /** What is checked of each commit that has no checks of its own. */
  ci: readonly CheckPlan[];
  /** How many workflows of Actions the repository has; they start when a test says so. */
  workflows: number;
  /** So many times still the server does not know whether a pull request can be merged. */
  unknownLooks: number;
  lastId: number;
  /** The server's address, without a slash at its end. */
  url: string;
}

/** The next number of a row that everything but issues shares. */
export const nextId = (world: World): number => (world.lastId += 1);

/** The account of a name; it is made where there is none. */
export function personNamed(world: World, login: string): Person {
  const known = world.people.get(login) ?? { login, id: nextId(world) };
  world.people.set(login, known);
  return known;
}

/** This moment, as GitHub writes it. */
export const now = (): string => timeText(Date.now());

/** A moment (ms since 1970), as GitHub writes it. */
export const timeText = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, "Z");

/** A pull request by its number; null where that is an issue or nothing. */
export function pullNumbered(world: World, number: number): (Issue & { readonly pull: Pull }) | null {
  const issue = world.issues.get(number);
  return issue !== undefined && isPull(issue) ? issue : null;
}

/** True for an issue that is a pull request. */
export const isPull = (issue: Issue): issue is Issue & { readonly pull: Pull } => issue.pull !== null;

/** Files an issue, or a pull request, under the next number. */
export function file(
  world: World,
  fresh: Pick<Issue, "author" | "title" | "body"> & Partial<Pick<Issue, "labels" | "milestone" | "pull">>,
): Issue {
  const at = now();
  const issue: Issue = {
    number: Math.max(0, ...world.issues.keys()) + 1,
    author: fresh.author,
    title: fresh.title,
    body: fresh.body,
    state: "open",
    reason: null,
    labels: fresh.labels ?? [],
    milestone: fresh.milestone ?? null,
    assignees: [],
    comments: [],
    parent: null,
    blockedBy: [],
    pull: fresh.pull ?? null,
    createdAt: at,
    updatedAt: at,
    closedAt: null,
    closedBy: null,
  };
  world.issues.set(issue.number, issue);
  return issue;
}

/** Says something below an issue or a pull request. */
export function say(world: World, issue: Issue, author: Person, body: string): Comment {
  const comment = { id: nextId(world), author, body, at: now() };
  issue.comments.push(comment);
  issue.updatedAt = comment.at;
  return comment;
}

/** Closes or opens it again. */
export function move(issue: Issue, by: Person, to: Pick<Issue, "state" | "reason">): void {
  if (issue.state === to.state && issue.reason === to.reason) return;
  issue.state = to.state;
  issue.reason = to.reason;
  issue.updatedAt = now();
  issue.closedAt = to.state === "closed" ? issue.updatedAt : null;
  issue.closedBy = to.state === "closed" ? by : null;
}
