import { branchOutlook } from "../../adapters/workspace/git/history/branch-outlook.ts";
import type { EndReason } from "../../core/end-reason.ts";
import type { Policy } from "../../core/policy.ts";
import type { Forge } from "../../ports/forge.ts";
import type { RepositoryView } from "../../ports/workspace.ts";
import type { Surroundings } from "../compose/compose.ts";

/** What keeps work from being offered by pull requests, with its cure. */
interface Refusal {
  readonly reason: EndReason;
  readonly message: string;
  readonly next: string;
}

/** What has to be known of a start to see whether its work can be offered. `inFiles`: the tasks stand in files of the repository. */
export interface Offering {
  readonly home: RepositoryView;
  readonly policy: Policy;
  readonly around: Surroundings;
  readonly inFiles: boolean;
  /** True for a work tree of the run's own. */
  readonly beside: boolean;
}

/** Why work can't be offered there, before any is done; null where it can. Rejects with ForgeError where the forge does not answer. */
export async function forgeRefusal(forge: Forge, offering: Offering): Promise<Refusal | null> {
  const access = await forge.access();
  if (!access.mayPush)
    return {
      reason: "preflight_failed",
      message: `The key for ${access.repository} may read it, but not push to it.`,
      next: "Give it write access to contents and pull requests, then start again.",
    };
  if (!access.squash)
    return {
      reason: "preflight_failed",
      message: `${access.repository} does not allow squash merges, by which a task becomes one commit.`,
      next: "Allow them in the repository's settings, then start again.",
    };
  return offering.policy.branching === "task" ? remoteRefusal(forge.kind, offering) : null;
}

/* What is merged there has to come back: a plan that stands still here would have its tasks done twice. */
async function remoteRefusal(kind: string, { home, around, inFiles, beside }: Offering): Promise<Refusal | null> {
  if (beside)
    return {
      reason: "config_invalid",
      message: `A work tree of the run's own (--worktree) has a base that exists only here, so no pull request can be merged into it (RALPH_FORGE=${kind}).`,
      next: "Start without --worktree, or in a separate clone. RALPH_FORGE=none lands work here.",
    };
  const branch = home.defaultBranch;
  const outlook = await branchOutlook(home, branch, { env: around.env });
  if (outlook === null)
    return {
      reason: "config_invalid",
      message: `Work is to land by pull requests (RALPH_FORGE=${kind}), but git has no remote to push it to.`,
      next: "Add it: git remote add origin <address>. RALPH_FORGE=none lands work here.",
    };
  if (!inFiles || outlook.ahead === 0) return null;
  const commits = `${outlook.ahead} commit${outlook.ahead === 1 ? "" : "s"}`;
  return {
    reason: "preflight_failed",
    message: `${branch} has ${commits} here that ${outlook.remote} does not have. Pull requests are merged into ${outlook.remote}, and ${branch} with the plan could not follow it.`,
    next: `Push them (git push), or move them to a branch of their own (git branch mine ${branch}) and reset ${branch} to ${outlook.remote}; then start again.`,
  };
}
