import type { StatusFacts } from "./facts.ts";
import { profiles } from "./profile.ts";
import type { ProfileName } from "./profile.ts";
import type { Implied } from "./status-block.ts";

/**
 * STATUS and EXIT_SIGNAL as the facts would have them; null where the facts say nothing about what is left
 * to do.
 */
export function impliedStatus(facts: StatusFacts, profile: ProfileName): Implied | null {
  const { queueBlocked, taskBlocked, openTasks, gate } = facts;
  if (queueBlocked === undefined && taskBlocked === undefined && openTasks === undefined) return null;
  if (queueBlocked === true) return { status: "BLOCKED", exitSignal: profiles[profile].blockedMayExit };
  if (taskBlocked !== undefined && taskBlocked.trim() !== "") return { status: "BLOCKED", exitSignal: false };
  if (openTasks !== 0 || gate !== "green") return { status: "IN_PROGRESS", exitSignal: false };
  return { status: "COMPLETE", exitSignal: (facts.errors ?? 0) === 0 };
}
