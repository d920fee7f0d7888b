import { setChecks } from "./checks.ts";
import { updatePulls, squash } from "./mergeability.ts";
import {
  type CheckPlan,
  file,
  type Issue,
  move,
  nextId,
  now,
  personNamed,
  type Protection,
  pullNumbered,
  type Review,
  say,
  type Settings,
  timeText,
  type World,
} from "./world.ts";

/** An issue that somebody files. */
export interface IssueDraft {
  readonly title: string;
  readonly body?: string;
  readonly labels?: readonly string[];
  /** Its milestone by title; made where there is none such. */
  readonly milestone?: string;
  readonly parent?: number;
  readonly blockedBy?: readonly number[];
  readonly closed?: "completed" | "not_planned";
}

/** A review that somebody gives, with what they say about places in the code. */
export interface ReviewDraft {
  readonly by?: string;
  readonly state?: Review["state"];
  readonly body?: string;
  readonly threads?: readonly { readonly path: string; readonly line?: number; readonly text: string }[];
}

/** What people and machines do to the repository, beside the API. `ref` is a branch or a commit. */
export interface Hands {
  allow(settings: Partial<Settings>): void;
  /** Protects a branch; null takes the protection away. */
  protect(branch: string, protection: Partial<Protection> | null): void;
  /** What is checked of every commit that is given no checks of its own. */
  ci(plans: readonly CheckPlan[]): void;
  /** How many workflows the repository has: with any, a commit without checks may have some yet. */
  workflows(count: number): void;
  /** Gives a commit these checks, in place of all it had. */
  check(ref: string, plans: readonly CheckPlan[]): Promise<void>;
  /** So many looks at pull requests find that it is not known yet whether they can be merged. */
  mergeableUnknown(looks: number): void;
  file(draft: IssueDraft): number;
  edit(number: number, change: Partial<Pick<Issue, "title" | "body" | "labels" | "parent" | "blockedBy">>): void;
  say(number: number, body: string, by?: string): void;
  close(number: number, reason?: "completed" | "not_planned", by?: string): void;
  reopen(number: number, by?: string): void;
  /** Merges a pull request by hand and resolves to the commit. */
  merge(number: number, by?: string): Promise<string>;
  review(number: number, draft: ReviewDraft): void;
  resolveThreads(number: number): void;
  /** Commits files onto a branch, which is made where it is not there, and resolves to the commit. */
  push(branch: string, files: Readonly<Record<string, string | null>>, how?: PushHow): Promise<string>;
  dropBranch(branch: string): Promise<void>;
  /** Lets so many seconds pass in which nothing happens to an issue or a pull request. */
  quiet(number: number, seconds: number): void;
  issue(number: number): Issue;
}

/** How somebody pushes. `over`: instead of what the branch had since it left this commit, by force. */
export interface PushHow {
  readonly message?: string;
  readonly over?: string;
}

const somebody = "a-person";

/** The hands over a world. */
export function handsOf(world: World): Hands {
  const issue = (number: number): Issue => {
    const found = world.issues.get(number);
    if (found === undefined) throw new Error(`There is no #${number}.`);
    return found;
  };
  const pull = (number: number) => {
    const found = pullNumbered(world, number);
    if (found === null) throw new Error(`#${number} is no pull request.`);
    return found;
  };
  return {
    ...settingHands(world),
    file: (draft) => fileDraft(world, draft),
    edit: (number, change) => void Object.assign(issue(number), change, { updatedAt: now() }),
    say: (number, body, by = somebody) => void say(world, issue(number), personNamed(world, by), body),
    close: (number, reason = "completed", by = somebody) =>
      move(issue(number), personNamed(world, by), {
        state: "closed",
        reason: issue(number).pull === null ? reason : null,
      }),
    reopen: (number, by = somebody) =>
      move(issue(number), personNamed(world, by), { state: "open", reason: "reopened" }),
    async merge(number, by = somebody) {
      await updatePulls(world);
      const found = pull(number);
      const commit = await squash(world, found, {
        by: personNamed(world, by),
        title: `${found.title} (#${number})`,
        body: found.body ?? "",
      });
      if (commit === null) throw new Error(`#${number} can't be merged.`);
      return commit;
    },
    review: (number, draft) => review(world, pull(number), draft),
    resolveThreads(number) {
      for (const thread of pull(number).pull.threads) thread.isResolved = true;
    },
    async push(branch, files, { message = "by hand", over } = {}) {
      const onto = over ?? (await world.bare.tip(branch)) ?? (await world.bare.tip(world.defaultBranch));
      return world.bare.commitFiles(branch, { onto, files, message });
    },
    dropBranch: (branch) => world.bare.dropBranch(branch),
    quiet(number, seconds) {
      const found = issue(number);
      found.updatedAt = timeText(Date.parse(found.updatedAt) - seconds * 1_000);
    },
    issue,
  };
}

type SettingHands = Pick<Hands, "allow" | "protect" | "ci" | "workflows" | "check" | "mergeableUnknown">;

/* What is set, and what machines say. */
function settingHands(world: World): SettingHands {
  return {
    allow: (settings) => void Object.assign(world.settings, settings),
    protect(branch, protection) {
      if (protection === null) world.protections.delete(branch);
      else world.protections.set(branch, { checks: [], approvals: 0, strict: false, ...protection });
    },
    ci(plans) {
      world.ci = plans;
    },
    workflows(count) {
      world.workflows = count;
    },
    async check(ref, plans) {
      setChecks(world, (await world.bare.resolve(ref)) ?? ref, plans);
      await updatePulls(world);
    },
    mergeableUnknown(looks) {
      world.unknownLooks = looks;
    },
  };
}

function fileDraft(world: World, draft: IssueDraft): number {
  const issue = file(world, {
    author: personNamed(world, somebody),
    title: draft.title,
    body: draft.body ?? null,
    labels: draft.labels ?? [],
    milestone: draft.milestone === undefined ? null : milestoneNamed(world, draft.milestone),
  });
  issue.parent = draft.parent ?? null;
  issue.blockedBy = draft.blockedBy ?? [];
  if (draft.closed !== undefined) move(issue, issue.author, { state: "closed", reason: draft.closed });
  return issue.number;
}

function milestoneNamed(world: World, title: string): number {
  const known = [...world.milestones].find(([, name]) => name === title)?.[0];
  const number = known ?? world.milestones.size + 1;
  world.milestones.set(number, title);
  return number;
}

function review(world: World, { pull }: ReturnType<typeof pullNumbered> & object, draft: ReviewDraft): void {
  const author = personNamed(world, draft.by ?? somebody);
  const given: Review = {
    id: nextId(world),
    author,
    state: draft.state ?? "COMMENTED",
    body: draft.body ?? "",
    at: now(),
  };
  pull.reviews.push(given);
  for (const { path, line, text } of draft.threads ?? [])
    pull.threads.push({
      id: nextId(world),
      review: given,
      path,
      line: line ?? null,
      comments: [{ id: nextId(world), author, body: text, at: now() }],
      isResolved: false,
    });
}
