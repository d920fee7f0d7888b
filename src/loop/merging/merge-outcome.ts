import type { Checks, PullRequest } from "../../ports/forge.ts";
import type { Tools } from "../tools.ts";

/** What comes of a look at a pull request, once everything was done for it that the harness can do by itself. */
export type MergeOutcome = { readonly is: "merged"; readonly commit: string } | ForPeople | NeedsWork | NeedsTime;

/** It needs work: an agent's. `log` is what failed checks have printed, or what reviewers say; `comments` are the ids of theirs. */
export interface NeedsWork {
  readonly is: "red" | "conflict" | "review";
  readonly message: string;
  readonly log: string;
  readonly comments: readonly string[];
}

/** People have decided otherwise: about the pull request (`closed`, or led elsewhere), or about its task (`withheld`). */
export interface ForPeople {
  readonly is: "closed" | "withheld";
  readonly message: string;
}

/** It needs time, or a person. */
export interface NeedsTime {
  readonly is: "waiting";
  readonly why: "queued" | "checks" | "permission" | "review";
  readonly message: string;
  readonly checks: Checks["status"];
}

/** A pull request that somebody has closed. */
export const closed = ({ number }: Pick<PullRequest, "number">): ForPeople => ({
  is: "closed",
  message: `its pull request #${number} was closed without a merge`,
});

/** A pull request whose branch somebody has pushed other work over. */
export const replaced = ({ number, branch }: Pick<PullRequest, "number" | "branch">): ForPeople => ({
  is: "closed",
  message: `somebody has replaced the work in pull request #${number}: ${branch} does not hold it any more. Merge or close it, or see to it and run: ralph merges retry ${number}`,
});

/** Where the work of a task comes from and goes to, by its branches. */
export interface Way {
  readonly branch: string;
  readonly base: string;
}

/**
 * A pull request that is of another branch than its task's, or that somebody has led to another one than that work is to reach; null for one
 * that is right.
 */
export function ledElsewhere({ number, branch, base, state }: PullRequest, way: Way): ForPeople | null {
  const wanted = way.base;
  if (branch !== way.branch)
    return { is: "closed", message: `pull request #${number} is of the branch ${branch}, and not of ${way.branch}` };
  if (base === wanted || state === "closed") return null;
  const message =
    state === "merged"
      ? `its pull request #${number} was merged into ${base}, and not into ${wanted}`
      : `its pull request #${number} goes into ${base} now, and not into ${wanted}`;
  return { is: "closed", message };
}

/** A conflict with the paths that git has found both sides to have changed. */
export const conflictIn = (paths: readonly string[], { branch, base }: PullRequest, outcome: NeedsWork): NeedsWork => ({
  ...outcome,
  message: `${branch} and ${base} have both changed ${paths.join(", ")}`,
});

const messageLength = 4_000;
const logLength = 12_000;

/** What a fact keeps of needed work, for the agent that does it: masked, the end of a long log alone. */
export const neededWork = (
  { message, log, comments }: NeedsWork,
  { mask }: Pick<Tools["judge"], "mask">,
): { message: string; log: string; comments: string[] } => ({
  message: mask(message).slice(0, messageLength),
  log: mask(log).slice(-logLength),
  comments: [...comments],
});
