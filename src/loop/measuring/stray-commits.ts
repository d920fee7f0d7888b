import type { FactOf } from "../../core/fact.ts";
import type { State } from "../../core/state.ts";
import type { Tools } from "../tools.ts";

/**
 * Commits that reached the default branch without a landing, under `branching: task`. What nobody has pushed is moved to the
 * task's branch, and the default branch goes back to where it stood; what is pushed stays, and is told. Only commits that were
 * made in this work tree are meant: what a person commits from another one is theirs, and the landing merges with it.
 */
export async function returnStrayCommits(
  state: State,
  claim: FactOf<"task-claimed">,
  tools: Tools,
): Promise<readonly string[]> {
  const { defaultBranch } = tools.repository;
  if (
    state.policy.branching !== "task" ||
    claim.defaultTip === null ||
    claim.branch === null ||
    claim.branch === defaultBranch
  )
    return [];
  const tip = await tools.history.branchTip(defaultBranch);
  if (tip === null || tip === claim.defaultTip) return [];
  const all = (await tools.workspace.commitsBetween(claim.defaultTip, tip)).map((commit) => commit.sha);
  const madeHere = new Set(await tools.workspace.headLog());
  const commits = all.filter((sha) => madeHere.has(sha));
  const remote = `refs/remotes/origin/${defaultBranch}`;
  const isPushed =
    (await tools.history.branchTip(remote)) !== null &&
    (await tools.workspace.commitsBetween(remote, tip)).length === 0;
  const onTask = await tools.history.branchTip(claim.branch);
  const missing =
    onTask === null ? commits : (await tools.workspace.commitsBetween(onTask, tip)).map((commit) => commit.sha);
  const isOnDefault = (await tools.workspace.look()).branch === defaultBranch;
  if (isPushed || commits.length === 0 || commits.length < all.length) return commits;
  // A task branch with commits of its own is not rewritten: what is on the default branch is then kept beside it.
  const fits = missing.length === 0 || onTask === claim.defaultTip || onTask === null;
  if (!fits) return commits;
  if (missing.length > 0) await tools.history.setBranch(claim.branch, tip);
  if (isOnDefault) await tools.history.switchTo(claim.branch, null);
  await tools.history.setBranch(defaultBranch, claim.defaultTip);
  return commits;
}
