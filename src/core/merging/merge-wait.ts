import type { EndReason } from "../end-reason.ts";
import type { State } from "../state.ts";
import type { Step } from "../step.ts";

/** Reasons that say no more than that there is nothing to pick: where merges are due, they may bring something. */
const idleReasons: ReadonlySet<EndReason> = new Set([
  "plan_complete",
  "exit_signal",
  "queue_blocked",
  "needs_human",
  "merges_pending",
]);

/** The wait for pull requests, where a run would end and some are due; no agent is asked meanwhile. Null: nobody waits (any more). */
export function mergeWait(state: State, reason: EndReason): Step | null {
  const { merges, policy, mergesSince, now } = state;
  const rules = policy.merges;
  if (rules === undefined || merges.length === 0 || !idleReasons.has(reason)) return null;
  if (now - (mergesSince ?? now) >= rules.patienceMs) return null;
  return { do: "wait", why: "merges", until: now + rules.pollMs };
}
