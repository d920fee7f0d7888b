import { LedgerError } from "../ports/ledger.ts";
import { WorkspaceError } from "../ports/workspace.ts";
import type { Engine } from "./engine.ts";

const waits = 20;
const waitMs = 15_000;

/**
 * Does something that a full disk may refuse, again after a wait, for five minutes at most. Everything given here may be
 * done twice: nothing is half-written. Other failures, and the last one, go on to the caller.
 */
export async function patiently<T>(engine: Engine, work: () => T | Promise<T>): Promise<T> {
  for (let round = 0; ; round++) {
    try {
      return await work();
    } catch (error) {
      if (!isFull(error) || round >= waits || engine.interruption.signal.aborted) throw error;
      const until = engine.tools.clock.now() + waitMs;
      engine.tools.watch.waiting("disk", until);
      await engine.tools.clock.sleepUntil(until, engine.interruption.signal);
    }
  }
}

/** True for every way in which a full disk shows. */
const isFull = (error: unknown): boolean =>
  (error instanceof LedgerError && error.code === "full") ||
  (error instanceof WorkspaceError && error.code === "disk-full") ||
  (error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT"));
