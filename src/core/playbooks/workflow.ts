import { isBlameless } from "../outcome-kind.ts";
import { isSpent, overTaskCap, spentOfRun } from "../stopping/budgets.ts";
import { questionOf } from "../stopping/iteration-meaning.ts";
import type { Call, Iteration, State } from "../state.ts";
import { nextCall, trailOf } from "../state.ts";
import type { ParkedState, Step } from "../step.ts";
import { callBy, madeAgain, type Work } from "./again.ts";
import { proofOf } from "./proof.ts";

/** One gate run, then at most this many repairs with a run each. */
export const repairLimit = 3;
/** Landings of one task that were refused before a person is asked. */
const landingLimit = 3;

/**
 * The workflow playbook (P-1, P-2, P-4): what the iteration under way wants next. A pure function of what has happened
 * to its task; the same state always wants the same step.
 */
export function workflow(state: State, iteration: Iteration): Step {
  if (iteration.landed !== null || iteration.parked !== null) return { do: "record" };
  const call = iteration.calls.at(-1);
  if (call === undefined) return state.wishes.stop === "now" ? { do: "record" } : firstCall(state, iteration);
  if (isBlameless(call.outcome))
    return madeAgain(state, iteration, sameAgain(iteration, call)) ?? leave(state, iteration, call);
  if (call.role === "architect" && state.fatal === null && state.wishes.stop !== "now")
    return work(state, iteration, 1);
  if (shouldAskForBlock(state, iteration, call)) return askForBlock(iteration, call);
  if (iteration.measured === null) return { do: "measure", call: call.call };
  if (call.outcome !== "ok" || state.wishes.stop === "now") return giveUp(state, iteration);
  const blocked = blockedReason(iteration);
  if (blocked !== null) return park(iteration, "blocked", blocked);
  return isFinished(state, iteration) ? proveAndLand(state, iteration) : giveUp(state, iteration);
}

/** A LARGE task has a design before it has an implementer (P-2). A design that fails is no reason to stop. */
const firstCall = (state: State, iteration: Iteration): Step =>
  callBy(state, iteration.claim.task.large && !iteration.claim.repair ? design(iteration) : roundOf(iteration, 1)) ?? {
    do: "record",
  };

const design = (iteration: Iteration): Work => ({
  do: "work",
  role: "architect",
  round: 0,
  call: nextCall(iteration),
  purpose: "task",
});

const roundOf = (iteration: Iteration, round: number): Work => ({
  do: "work",
  role: round > 1 || iteration.claim.repair ? "fixer" : "implementer",
  round,
  call: nextCall(iteration),
  purpose: "task",
});

const work = (state: State, iteration: Iteration, round: number): Step =>
  callBy(state, roundOf(iteration, round)) ?? giveUp(state, iteration);

const sameAgain = (iteration: Iteration, { role, round }: Call): Work =>
  role === "architect" ? design(iteration) : roundOf(iteration, round);

/** The same agent is asked, in the session in which it has answered. */
const askForBlock = (iteration: Iteration, { role, round, seat }: Call): Work => ({
  do: "work",
  role,
  round,
  call: nextCall(iteration),
  purpose: "ask-block",
  ...(seat === undefined ? {} : { agent: seat }),
});

const leave = (state: State, iteration: Iteration, call: Call): Step =>
  iteration.measured === null ? { do: "measure", call: call.call } : giveUp(state, iteration);

function shouldAskForBlock(state: State, iteration: Iteration, call: Call): boolean {
  const { run, policy } = state;
  const agent = run?.agents?.[call.seat ?? ""] ?? run?.agent;
  const canAsk = agent?.resume === true && call.session !== null && policy.answer === "block";
  const askedAlready = iteration.calls.some(
    (other) => other !== call && other.round === call.round && other.outcome === "ok",
  );
  return (
    canAsk &&
    !askedAlready &&
    call.outcome === "ok" &&
    iteration.answer?.reading.usable === false &&
    state.wishes.stop !== "now" &&
    !isSpent(state, iteration)
  );
}

function blockedReason(iteration: Iteration): string | null {
  const block = iteration.answer?.reading.usable === true ? iteration.answer.reading.block : null;
  if (block?.status !== "BLOCKED" || iteration.claim.repair) return null;
  return block.recommendation.replace(/^blocked:?\s*/i, "") || "no blocker was named";
}

/** The task's work is there to be proven: the agent's tick stands, or the harness may close what was claimed and measured. */
function isFinished(state: State, iteration: Iteration): boolean {
  const { measured, claim, answer } = iteration;
  if (measured === null || (measured.conflicts ?? []).length > 0) return false;
  if (claim.repair) return true;
  if (measured.tick === "kept") return true;
  if (state.policy.close === "agent") return false;
  const block = answer?.reading.block;
  const claims = block?.status === "COMPLETE" || (block?.tasksCompleted ?? 0) > 0;
  return claims && (measured.workChanges.length > 0 || measured.evidence?.ok === true);
}

function proveAndLand(state: State, iteration: Iteration): Step {
  const proof = proofOf(state, iteration);
  switch (proof.is) {
    case "proven":
      return land(state, iteration);
    case "under-way":
      return proof.step;
    case "called-off":
      return giveUp(state, iteration);
    case "red":
      return mend(state, iteration, proof.why);
  }
}

/** What was found red is mended within the iteration, so that no other task is picked before (P-2). */
function mend(state: State, iteration: Iteration, why: string): Step {
  const round = iteration.calls.at(-1)?.round ?? 1;
  const rounds = iteration.claim.repair ? repairLimit : repairLimit + 1;
  if (round < rounds && !isSpent(state, iteration)) return work(state, iteration, round + 1);
  if (iteration.claim.repair) return { do: "record" };
  return isSpent(state, iteration) ? giveUp(state, iteration) : park(iteration, "needs_human", why);
}

function land(state: State, iteration: Iteration): Step {
  const refused = iteration.refusedLandings.at(-1);
  if (refused === undefined) return { do: "land" };
  return trailOf(state, iteration.claim.task).landingRefusals + 1 >= landingLimit
    ? park(
        iteration,
        "needs_human",
        `its work could not land ${landingLimit} times (${refused.why}): ${refused.message}`,
      )
    : giveUp(state, iteration);
}

/** The iteration ends without a landing: the tick goes back, and a task that has got nowhere is set aside. */
function giveUp(state: State, iteration: Iteration): Step {
  const why = parkingReason(state, iteration);
  if (why !== null && !iteration.claim.repair) return park(iteration, "needs_human", why.reason, why.question);
  // A landing that was refused had closed the task already, where the harness closes.
  const isClosed = iteration.measured?.tick === "kept" || iteration.refusedLandings.length > 0;
  return isClosed && !iteration.withdrawn ? { do: "withdraw" } : { do: "record" };
}

function parkingReason(state: State, iteration: Iteration): { reason: string; question: string | null } | null {
  const call = iteration.calls.at(-1);
  const spent = spentOfRun(state);
  if (state.fatal !== null || state.wishes.stop === "now" || spent.includes("time")) return null;
  if (call === undefined || isBlameless(call.outcome)) return null;
  const trail = trailOf(state, iteration.claim.task);
  const over = overTaskCap(state, iteration);
  if (over !== null) return { reason: over, question: null };
  // A call that the run's own bound has cut off says nothing about its task.
  if (madeProgress(iteration) || (call.outcome === "budget" && spent.length > 0)) return null;
  const question = questionOf(iteration);
  if (question !== null) return trail.questions >= 1 ? { reason: "asked twice and changed nothing", question } : null;
  return trail.idle >= 1 ? { reason: "no_progress", question: null } : null;
}

/** Progress is measured (L-21): something but the backlog's own file differs from when the iteration began, or the task landed. */
export const madeProgress = (iteration: Iteration): boolean =>
  iteration.landed !== null ||
  (iteration.measured?.changes ?? []).some((change) => !iteration.measured?.backlogFiles.includes(change.path));

const park = (iteration: Iteration, state: ParkedState, reason: string, question: string | null = null): Step => ({
  do: "park",
  task: iteration.claim.task.id,
  state,
  reason,
  question,
});
