import type { LockHolder, LockReading } from "../../../ports/lock.ts";
import { stateOf, type ProcessIdentity } from "./process-identity.ts";

/**
 * Whether the holder of a lock still runs, seen from this process. Nothing is called stale that is not proven: a pid
 * means something only on the same machine, in the same start of it, and in the same container.
 */
export async function judgeHolder(holder: LockHolder, self: ProcessIdentity): Promise<LockReading> {
  const sameBoot = holder.boot !== null && holder.boot === self.boot;
  if (holder.host !== self.host && !sameBoot) {
    return { state: "uncertain", holder, why: `it is held on another machine, ${holder.host}` };
  }
  if (holder.boot !== null && self.boot !== null && !sameBoot) {
    return { state: "stale", holder, why: "the machine has been started anew since" };
  }
  if (holder.space !== self.space) {
    return { state: "uncertain", holder, why: `it is held in another container of this machine (${holder.host})` };
  }
  const process = await stateOf(holder.pid);
  if (!process.alive) {
    return {
      state: "stale",
      holder,
      why: process.why === "zombie" ? `process ${holder.pid} has ended (zombie)` : `process ${holder.pid} is gone`,
    };
  }
  if (holder.started !== null && process.started !== null && holder.started !== process.started) {
    return { state: "stale", holder, why: `process ${holder.pid} is another one by now` };
  }
  return { state: "live", holder };
}
