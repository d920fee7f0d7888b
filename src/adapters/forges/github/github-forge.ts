import type { Forge } from "../../../ports/forge.ts";
import { ForgeError } from "../../../ports/forge.ts";
import { githubClient, type GithubOptions } from "../../system/github/github-client.ts";
import { GithubError } from "../../system/github/github-error.ts";
import { failureLog } from "./failure-log.ts";
import { dontMerge, mergePull } from "./merge-pull.ts";
import { dropBranch, findPull, lookAtPull, openPull } from "./pull-requests.ts";
import { readAccess } from "./read-access.ts";
import { readChecks } from "./read-checks.ts";
import { reviewComments } from "./review-comments.ts";

/** GitHub as a forge, by its API; github.com and GitHub Enterprise are told apart by the address alone. Nothing is asked yet. */
export function githubForge(options: GithubOptions): Forge {
  const client = githubClient(options);
  return {
    kind: "github",
    access: (signal) => translated(readAccess(client, signal)),
    find: (branch, signal) => translated(findPull(client, branch, signal)),
    open: (draft, signal) => translated(openPull(client, draft, signal)),
    look: (number, signal) => translated(lookAtPull(client, number, signal)),
    checks: (pull, signal) => translated(readChecks(client, pull, signal)),
    failureLog: (pull, _checks, signal) => translated(failureLog(client, pull, signal)),
    reviewComments: (pull, signal) => translated(reviewComments(client, pull, signal)),
    merge: (pull, wish, signal) => translated(mergePull(client, pull, { ...wish, base: pull.base, signal })),
    dontMerge: (pull, signal) => translated(dontMerge(client, pull, signal)),
    dropBranch: (branch, signal) => translated(dropBranch(client, branch, signal)),
  };
}

/* The client's errors, as the port words them. */
async function translated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    throw new ForgeError(error.code, error.message, { cause: error, retryAt: error.retryAt });
  }
}
