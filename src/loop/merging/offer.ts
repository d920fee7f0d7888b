import { pullRequestText } from "../../core/texts/pull-request.ts";
import type { Iteration } from "../../core/state.ts";
import { ForgeError, type PullRequest } from "../../ports/forge.ts";
import { WorkspaceError } from "../../ports/workspace.ts";
import type { Engine } from "../engine.ts";
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
 * Pushes a branch and opens its pull request, or finds the one that is there: open, or settled already with this very commit. Rejects
 * with ForgeError or WorkspaceError.
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

const firstWaitMs = 2_000;

/** True for what may go by: the network, and a service that asks for time. */
const isPassing = (error: unknown): boolean =>
  (error instanceof ForgeError && (error.code === "network" || error.code === "limited")) ||
  (error instanceof WorkspaceError && error.code === "timed-out");

/** Does something with a forge, again after growing waits while it can't be reached, until so long (ms, wall clock); then the failure goes on to the caller. */
export async function reachedBy<T>({ tools, interruption }: Engine, until: number, work: () => Promise<T>): Promise<T> {
  for (let round = 0; ; round++) {
    try {
      return await work();
    } catch (error) {
      const now = tools.clock.now();
      const named = error instanceof ForgeError ? (error.retryAt ?? 0) : 0;
      const again = Math.max(named, now + firstWaitMs * 2 ** Math.min(round, 5));
      if (!isPassing(error) || again > until || interruption.signal.aborted) throw error;
      await tools.clock.sleepUntil(again, interruption.signal);
    }
  }
}
