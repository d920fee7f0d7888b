import { ForgeError } from "../../ports/forge.ts";
import { WorkspaceError } from "../../ports/workspace.ts";
import type { Engine } from "../engine.ts";

const firstWaitMs = 2_000;
const doublings = 5;

/** True for what may go by: the network, and a service that asks for time. */
export const isPassing = (error: unknown): error is ForgeError | WorkspaceError =>
  (error instanceof ForgeError && (error.code === "network" || error.code === "limited")) ||
  (error instanceof WorkspaceError && (error.code === "timed-out" || error.code === "unreachable"));

/** Does something with a forge, again after growing waits while it can't be reached, until so long (ms, wall clock); then the failure goes on to the caller. */
export async function reachedBy<T>({ tools, interruption }: Engine, until: number, work: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await work();
    } catch (error) {
      const now = tools.clock.now();
      const named = error instanceof ForgeError ? (error.retryAt ?? 0) : 0;
      const again = Math.max(named, now + firstWaitMs * 2 ** Math.min(failures, doublings));
      if (!isPassing(error) || again > until || interruption.signal.aborted) throw error;
      await tools.clock.sleepUntil(again, interruption.signal);
    }
  }
}
