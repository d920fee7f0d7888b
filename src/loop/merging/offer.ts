import { pullRequestText } from "../../core/texts/pull-request.ts";
import type { Iteration } from "../../core/state.ts";
import type { PullRequest } from "../../ports/forge.ts";
import { WorkspaceError } from "../../ports/workspace.ts";
import type { ForgeTools } from "../tools.ts";

/** A branch of ours with its newest commit, and what is to be said of it. */
export interface Offer {
  readonly branch: string;
  readonly tip: string;
  readonly base: string;
  /** Of the commit that it is to become. */
  readonly message: string;
}

/**
 * Pushes a branch and opens its pull request, or finds the one that is there: open, or merged or closed already at this very commit.
 * Rejects with ForgeError or WorkspaceError.
 */
export async function offer(
  { branch, tip, base, message }: Offer,
  current: Iteration,
  { service, remote }: ForgeTools,
  signal?: AbortSignal,
): Promise<PullRequest> {
  const before = await service.find(branch, signal);
  if (before !== null && before.state !== "open" && before.head === tip) return before;
  await push(branch, remote, signal);
  if (before?.state === "open") return before;
  const words = { task: current.claim.task, message, receipts: current.gates.at(-1)?.receipts ?? [] };
  return service.open({ branch, base, ...pullRequestText(words) }, signal);
}

/** Forward where that can be; over our own earlier commits where an agent has rewritten them. */
async function push(branch: string, remote: ForgeTools["remote"], signal?: AbortSignal): Promise<void> {
  try {
    await remote.push(branch, "forward", signal);
  } catch (error) {
    if (!(error instanceof WorkspaceError) || error.code !== "conflict") throw error;
    await remote.push(branch, "forced", signal);
  }
}
