import type { Checks, PullRequest } from "../../ports/forge.ts";
import type { Tools } from "../tools.ts";

/** How a pull request stands once everything was done for it that the harness can do by itself. */
export type PullStanding =
  | { readonly is: "merged"; readonly commit: string }
  /** Somebody has closed it. */
  | { readonly is: "closed" }
  | NeedsWork
  | NeedsTime;

/** It needs work: an agent's. `log` is what failed checks have printed, or what reviewers say; `comments` are the ids of theirs. */
export interface NeedsWork {
  readonly is: "red" | "conflict" | "review";
  readonly message: string;
  readonly log: string;
  readonly comments: readonly string[];
}

/** It needs time, or a person. */
export interface NeedsTime {
  readonly is: "waiting";
  readonly why: "queued" | "checks" | "permission" | "review";
  readonly message: string;
  readonly checks: Checks["status"];
}

/** What is kept of a pull request that a person has closed. */
export const closedText = ({ number }: Pick<PullRequest, "number">): string =>
  `its pull request #${number} was closed without a merge`;

/** A conflict with the paths that git has found both sides to have changed. */
export const conflictIn = (
  paths: readonly string[],
  { branch, base }: PullRequest,
  standing: NeedsWork,
): NeedsWork => ({ ...standing, message: `${branch} and ${base} have both changed ${paths.join(", ")}` });

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
