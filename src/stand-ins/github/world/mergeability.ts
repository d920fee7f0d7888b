import { checksOf, hasEnded, isGreen } from "./checks.ts";
import { type Issue, isPull, move, now, type Person, type Pull, type World } from "./world.ts";

/** A pull request among the issues. */
export type PullIssue = Issue & { readonly pull: Pull };

/** Whether it can be merged now, as `mergeable_state` says it; `why`: what is missing, in GitHub's words. */
export interface Mergeability {
  readonly state: "clean" | "dirty" | "blocked" | "behind" | "unstable";
  readonly why: string;
}

/** Whether a pull request can be merged, by its base, its checks and its reviews. */
export async function mergeabilityOf(world: World, { pull }: PullIssue): Promise<Mergeability> {
  const base = await world.bare.tip(pull.base);
  if (base === null || (await world.bare.merged(base, pull.head)) === null)
    return { state: "dirty", why: "Pull Request is not mergeable" };
  const why = missingOf(world, pull);
  if (why !== null) return { state: "blocked", why };
  const isStrict = world.protections.get(pull.base)?.strict === true;
  if (isStrict && (await world.bare.difference(pull.head, base)).commits > 0)
    return { state: "behind", why: "Head branch is not up to date with the base branch" };
  return { state: checksOf(world, pull.head).every(isGreen) ? "clean" : "unstable", why: "" };
}

/* The first thing that a protected base still asks for. */
function missingOf(world: World, pull: Pull): string | null {
  const protection = world.protections.get(pull.base);
  if (protection === undefined) return null;
  const checks = checksOf(world, pull.head);
  for (const name of protection.checks) {
    const check = checks.find((each) => each.name === name);
    if (check === undefined) return `Required status check "${name}" is expected.`;
    if (!hasEnded(check)) return `Required status check "${name}" is in progress.`;
    if (!isGreen(check)) return `Required status check "${name}" is failing.`;
  }
  switch (decisionOn(world, pull)) {
    case "CHANGES_REQUESTED":
      return "Changes were requested by a reviewer with write access.";
    case "REVIEW_REQUIRED":
      return `At least ${protection.approvals} approving review is required by reviewers with write access.`;
    case "APPROVED":
    case null:
      return null;
  }
}

/** What the reviews come to; null where none are asked for. */
export function decisionOn(world: World, pull: Pull): "APPROVED" | "CHANGES_REQUESTED" | "REVIEW_REQUIRED" | null {
  const opinions = latestOpinions(pull);
  const wanted = world.protections.get(pull.base)?.approvals ?? 0;
  if (wanted === 0) return null;
  if (opinions.some(({ state }) => state === "CHANGES_REQUESTED")) return "CHANGES_REQUESTED";
  return opinions.filter(({ state }) => state === "APPROVED").length >= wanted ? "APPROVED" : "REVIEW_REQUIRED";
}

/** The last opinion of each reviewer; a mere comment is none. */
export function latestOpinions({ reviews }: Pull): Pull["reviews"] {
  const opinions = reviews.filter(({ state }) => state !== "COMMENTED");
  return [...new Map(opinions.map((review) => [review.author.login, review])).values()];
}

/** Brings pull requests up to what their branches have become, and merges those that wait for nothing any more. */
export async function updatePulls(world: World): Promise<void> {
  for (const issue of world.issues.values()) if (issue.state === "open" && isPull(issue)) await update(world, issue);
}

async function update(world: World, issue: PullIssue): Promise<void> {
  const { pull } = issue;
  const tip = await world.bare.tip(pull.branch);
  if (tip === null) return move(issue, world.me, { state: "closed", reason: null });
  if (tip !== pull.head) {
    pull.head = tip;
    issue.updatedAt = now();
  }
  const base = await world.bare.tip(pull.base);
  if (base === null) return;
  if ((await world.bare.difference(base, tip)).commits === 0)
    return closeAsMerged(issue, { by: world.me, commit: tip });
  if (pull.autoMerge === null) return;
  const { state } = await mergeabilityOf(world, issue);
  if (state === "blocked" || state === "behind") return;
  const { by, title, body } = pull.autoMerge;
  await squash(world, issue, { by, title, body });
}

/** Merges it as one commit on its base and resolves to that; null where the two stand against each other. */
export async function squash(
  world: World,
  issue: PullIssue,
  wish: { readonly by: Person; readonly title: string; readonly body: string },
): Promise<string | null> {
  const { pull } = issue;
  const base = await world.bare.tip(pull.base);
  const tree = base === null ? null : await world.bare.merged(base, pull.head);
  if (base === null || tree === null) return null;
  const commit = await world.bare.commit({
    tree,
    parents: [base],
    message: wish.body === "" ? wish.title : `${wish.title}\n\n${wish.body}`,
  });
  await world.bare.moveBranch(pull.base, commit, base);
  closeAsMerged(issue, { by: wish.by, commit });
  if (world.settings.dropsBranches) await world.bare.dropBranch(pull.branch);
  return commit;
}

function closeAsMerged(issue: PullIssue, { by, commit }: { readonly by: Person; readonly commit: string }): void {
  const { pull } = issue;
  move(issue, by, { state: "closed", reason: null });
  pull.mergedAs = commit;
  pull.mergedAt = issue.closedAt;
  pull.mergedBy = by;
  pull.autoMerge = null;
}
