import { epicKey } from "./epic-key.ts";
import { firstReason, type EndReason } from "./end-reason.ts";
import { briefStep } from "./brief/brief-step.ts";
import { beforeEnd, beforeFirstTask, beforeNext } from "./crew/boundary.ts";
import { mergeWait } from "./merging/merge-wait.ts";
import { haltReasons } from "./stopping/halts.ts";
import { audit, isAuditing } from "./playbooks/audit.ts";
import { playbookSteps } from "./playbooks/playbook-steps.ts";
import { specsStep } from "./specs/specs-step.ts";
import type { Iteration, State } from "./state.ts";
import type { Step } from "./step.ts";
import { cleanUp, cleanupClaim } from "./tracker/clean-up.ts";

/** What is wanted now. Empty once the run has ended. The same state always wants the same. */
export function next(state: State): readonly Step[] {
  if (state.ended !== null) return [];
  if (state.current === null) return [atBoundary(state)];
  const work = stepsFor(state, state.current)(state, state.current);
  const step = briefStep(state, state.current, work) ?? work;
  // Before it is recorded that an exit was asked for, it has to be known whether it may be.
  return [step.do === "record" ? (specsStep(state, state.current) ?? step) : step];
}

/** How an iteration is worked: by the playbook, unless it is of a kind of its own. */
function stepsFor(state: State, iteration: Iteration): (state: State, iteration: Iteration) => Step {
  if (iteration.claim.cleanup !== undefined) return cleanUp;
  return isAuditing(state, iteration) ? audit : playbookSteps[state.policy.playbook];
}

const hourMs = 3_600_000;
const parkedInRowLimit = 5;

/** Between two iterations: wishes first, then the backlog, then whether the run has to end, and only then the next task. */
function atBoundary(state: State): Step {
  if (state.wishes.stop === "now") return end(state, "interrupted");
  const first = beforeNext(state);
  if (first !== null) return first;
  if (!state.reaped) return { do: "reap" };
  if (state.merges.length > 0 && !state.mergesSeen) return { do: "merge" };
  if (state.fatal?.reason === "interrupted" || state.fatal?.reason === "preflight_failed")
    return end(state, state.fatal.reason);
  if (state.backlog === null) return { do: "pick" };
  const unproven = proofOfCompletion(state);
  if (unproven !== null) return unproven;
  const reason = firstReason(dueReasons(state));
  if (reason !== undefined) return mergeWait(state, reason) ?? cleanupFirst(state) ?? end(state, reason);
  return waitFirst(state) ?? beforeClaim(state) ?? { do: "claim" };
}

/** An empty backlog is complete only over a green gate: run it if it was not run on this tree, mend it if it is red. */
function proofOfCompletion(state: State): Step | null {
  const { backlog, policy, gate } = state;
  if (backlog === null || backlog.standing.open > 0 || backlog.standing.faulty > 0) return null;
  if (backlog.pick !== null || !policy.gated || backlog.tree === null || state.fatal !== null) return null;
  if (gate?.tree !== backlog.tree) return baselineIsDue(state) ? { do: "baseline" } : { do: "gate", round: 0 };
  if (gate.verdict === "green" || stopReasons(state).length > 0) return null;
  return { do: "claim" };
}

/** Issues are closed before a run ends for want of tasks; one that is ended for another reason leaves them. */
function cleanupFirst(state: State): Step | null {
  if (state.fatal !== null || state.wishes.stop !== "no" || stopReasons(state).length > 0) return null;
  const claim = cleanupClaim(state);
  return claim === null ? null : (waitFirst(state) ?? claim);
}

/** A repository that is to be prepared is so before its failures are learnt, and those are known before its first gate. */
function beforeClaim(state: State): Step | null {
  const first = beforeFirstTask(state);
  return first?.do !== "prepare" && baselineIsDue(state) ? { do: "baseline" } : first;
}

/**
 * What fails before the first task has to be known, where only new failures count. Work that goes on from an earlier run
 * would hide its own failures in it.
 */
const baselineIsDue = ({ policy, baseline, resumed }: State): boolean =>
  policy.gated && policy.baseline === "no-new-failures" && baseline === null && resumed === null;

/** Everything that ends the run now. */
function dueReasons(state: State): readonly EndReason[] {
  return [...completion(state), ...stopReasons(state), ...standstill(state)];
}

function completion(state: State): readonly EndReason[] {
  const standing = state.backlog?.standing;
  if (isCampaignOver(state)) return [state.parked.length === 0 ? "plan_complete" : "needs_human"];
  if (standing === undefined || state.backlog?.pick !== null) return [];
  const proven = !state.policy.gated || (state.gate?.tree === state.backlog.tree && state.gate.verdict === "green");
  if (standing.open === 0 && standing.faulty === 0 && proven) return ["plan_complete"];
  return state.lastExit === "accepted" && standing.open > 0 ? ["exit_signal"] : [];
}

/** True once an audit run has nothing left to look at in the epic that it was begun with: another campaign is another run's. */
const isCampaignOver = ({ campaign, backlog }: State): boolean =>
  campaign !== null && backlog?.pick != null && epicKey(backlog.pick.task) !== campaign;

/** Reasons that hold whatever is left in the backlog. */
function stopReasons(state: State): readonly EndReason[] {
  const { policy, spent, fatal } = state;
  const attempted = Object.values(state.tasks).filter((trail) => trail.attempts > 0).length;
  const elapsed = state.now - state.startedAt;
  const rows: readonly (readonly [EndReason, boolean])[] = [
    ["cap_reached", policy.cap !== null && attempted >= policy.cap],
    ["once_done", policy.once && state.iterations >= 1],
    ["stopped", state.wishes.stop === "after-task"],
    ["blocked", fatal?.reason === "blocked"],
    ["breaker_open", state.breaker.state === "open" && state.iterations > 0],
    ["budget_iterations", state.iterations >= policy.run.iterations],
    ["budget_time", policy.run.timeMs !== null && elapsed >= policy.run.timeMs],
    ["budget_cost", policy.run.costUsd !== null && (spent.costUsd ?? 0) >= policy.run.costUsd],
    ["budget_tokens", policy.run.tokens !== null && spent.tokens >= policy.run.tokens],
    ["usage_limit", fatal?.reason === "usage_limit"],
    ["agent_unavailable", fatal?.reason === "agent_unavailable"],
  ];
  return [
    ...rows.filter(([, holds]) => holds).map(([reason]) => reason),
    ...haltReasons(state.halts),
    ...parkedInARow(state),
  ];
}

function parkedInARow(state: State): readonly EndReason[] {
  if (state.parkedInRow.length < parkedInRowLimit) return [];
  return [state.parkedInRow.every((entry) => entry.state === "blocked") ? "queue_blocked" : "needs_human"];
}

/** Nothing can be picked, though the backlog is not closed. */
function standstill(state: State): readonly EndReason[] {
  const { backlog } = state;
  if (backlog === null || backlog.pick !== null) return [];
  const { standing } = backlog;
  if (standing.open === 0 && standing.faulty === 0) return [];
  if (standing.needsHuman > 0) return ["needs_human"];
  if (state.merges.length > 0 && standing.open <= standing.faulty + state.merges.length) return ["merges_pending"];
  if (standing.open > standing.faulty) return ["queue_blocked"];
  return [state.iterations > 0 ? "needs_human" : "config_invalid"];
}

/** What has to be waited for before the next task is claimed. */
function waitFirst(state: State): Step | null {
  const { policy, breaker, spent } = state;
  if (state.wishes.paused) return { do: "wait", why: "pause", until: null };
  if (breaker.state === "open") {
    const over = (breaker.since ?? state.now) + policy.breaker.cooldownMs;
    return { do: "wait", why: "cooldown", until: over };
  }
  const recent = spent.calls.filter((at) => at > state.now - hourMs);
  if (policy.callsPerHour !== null && recent.length >= policy.callsPerHour)
    return { do: "wait", why: "calls_per_hour", until: (recent[0] ?? state.now) + hourMs };
  return null;
}

const end = (state: State, reason: EndReason): Step =>
  beforeEnd(state) ?? { do: "end", reason, message: messageOf(state, reason) };

function messageOf(state: State, reason: EndReason): string {
  if (state.fatal !== null && state.fatal.reason === reason) return state.fatal.message;
  if (reason === "breaker_open") return state.breaker.reason ?? "";
  return "";
}
