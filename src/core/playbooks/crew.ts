import { crewReview, objectionsIn } from "../crew/crew-review.ts";
import { usualCrew } from "../crew/crew-rules.ts";
import { failureOf } from "../merging/merges.ts";
import { isBlameless } from "../outcome-kind.ts";
import { type Call, type Iteration, nextCall, roundOf, type State, trailOf } from "../state.ts";
import type { Step } from "../step.ts";
import { isSpent } from "../stopping/budgets.ts";
import { escalationText } from "../texts/escalation-text.ts";
import { askAgain, callBy, madeAgain, type Work } from "./again.ts";
import { afterMergeFailures, blockerIn, giveUp, isForPeople, isOver, isUnfit, park } from "./give-up.ts";
import { proofByCommands } from "./proof.ts";

/** Why no second implementer is called for a task in one run. */
const unclear = "an implementer has had this task in this run already: it is unclear or too large";

/**
 * The crew playbook: one implementer, reviewers of other families, a fixer for whatever they or the gate reject, at
 * most so many rounds, then the gate and one commit. What can't be settled goes to a person, and the run goes on.
 */
export function crew(state: State, iteration: Iteration): Step {
  if (isOver(iteration)) return { do: "record" };
  const call = iteration.calls.at(-1);
  if (call === undefined) return firstCall(state, iteration);
  if (isBlameless(call.outcome))
    return madeAgain(state, iteration, sameAgain(iteration, call)) ?? leave(state, iteration);
  if (shouldAskAgain(state, iteration, call)) return askAgain(iteration, call);
  if (iteration.measured === null) return { do: "measure", call: call.call };
  if (state.wishes.stop === "now") return giveUp(state, iteration);
  if (call.outcome !== "ok") return afterFailure(state, iteration, call);
  return setAside(state, iteration) ?? prove(state, iteration);
}

function firstCall(state: State, iteration: Iteration): Step {
  if (state.wishes.stop === "now") return { do: "record" };
  const tooOften = afterMergeFailures(state, iteration);
  if (tooOften !== null) return tooOften;
  const mends = isMending(iteration) || failureOf(state, iteration.claim.task.id) !== null;
  if (!mends && trailOf(state, iteration.claim.task).implemented) return park(iteration, "needs_human", unclear);
  return callBy(state, workOf(iteration, mends ? "fixer" : "implementer", 1)) ?? { do: "record" };
}

/** Red checks before any task, or over an empty backlog, are nothing to implement. */
const isMending = ({ claim }: Iteration): boolean => claim.repair || claim.preflight === true;

const workOf = (iteration: Iteration, role: "implementer" | "fixer", round: number): Work => ({
  do: "work",
  role,
  round,
  call: nextCall(iteration),
  purpose: "task",
});

/** A call that met a limit is made again; where an implementer had begun already, a fixer goes on from there. */
const sameAgain = (iteration: Iteration, { role, round }: Call): Work =>
  workOf(iteration, role === "implementer" && !hasWork(iteration) ? "implementer" : "fixer", round);

const leave = (state: State, iteration: Iteration): Step =>
  iteration.measured === null ? { do: "measure", call: iteration.calls.at(-1)?.call ?? 1 } : giveUp(state, iteration);

/** One repair turn for an answer that can't be read, where the agent still knows what it has done. */
function shouldAskAgain(state: State, iteration: Iteration, call: Call): boolean {
  const { run, policy, wishes } = state;
  const agent = run?.agents?.[call.seat ?? ""] ?? run?.agent;
  const { answer, calls } = iteration;
  return (
    policy.answer === "summary" &&
    agent?.resume === true &&
    call.session !== null &&
    call.outcome === "ok" &&
    answer?.summary === null &&
    !answer.reading.usable &&
    !calls.some((other) => other !== call && other.round === call.round && other.outcome === "ok") &&
    wishes.stop !== "now" &&
    !isSpent(state, iteration)
  );
}

/** A call that ended badly: what it has begun is finished by a fixer; where it did nothing, it is another iteration's turn. */
function afterFailure(state: State, iteration: Iteration, call: Call): Step {
  if (call.role === "implementer" && !hasWork(iteration)) return giveUp(state, iteration);
  return mend(state, iteration, `the call of the ${call.role} ended with ${call.outcome}`);
}

const hasWork = ({ measured }: Iteration): boolean => (measured?.workChanges.length ?? 0) > 0;

/** What the answer itself says against going on: a blocker, a question, or nothing done at all. */
function setAside(state: State, iteration: Iteration): Step | null {
  if (isMending(iteration)) return null;
  const blocked = blockedReason(iteration);
  if (blocked !== null) return park(iteration, "blocked", blocked);
  if (hasWork(iteration)) return null;
  const question = iteration.answer?.question ?? null;
  if (question !== null) return park(iteration, "needs_human", "it asked, and did nothing", question);
  return isSpent(state, iteration)
    ? giveUp(state, iteration)
    : park(iteration, "needs_human", `nothing was changed, and ${unclear}`);
}

function blockedReason(iteration: Iteration): string | null {
  const blocked = blockerIn(iteration);
  if (blocked !== null) return blocked;
  const summary = iteration.answer?.summary ?? null;
  if (summary === null || (summary.status === "PASS" && summary.blockers.length === 0)) return null;
  const { blockers, failingCommand } = summary;
  if (blockers.length > 0) return blockers.join("; ");
  return failingCommand === null ? "the work report says FAIL and no more" : `${failingCommand} fails`;
}

function prove(state: State, iteration: Iteration): Step {
  if (iteration.measured !== null && isUnfit(iteration.measured))
    return mend(state, iteration, "files are in conflict, or commits went past the review");
  const review = iteration.claim.repair ? approved : crewReview(state, iteration);
  switch (review.is) {
    case "under-way":
      return review.step;
    case "called-off":
      return giveUp(state, iteration);
    case "rejected":
      return mend(state, iteration, "its reviewers do not approve it");
    case "lost":
      return escalate(iteration, "a third reviewer stands with those who reject it");
    case "approved":
      return gateAndLand(state, iteration);
  }
}

const approved = { is: "approved" } as const;

/** What the reviewers approve is proven by commands before it lands; red ones reject it as they do. */
function gateAndLand(state: State, iteration: Iteration): Step {
  const proof = proofByCommands(state, iteration);
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

function land(state: State, iteration: Iteration): Step {
  const round = roundOf(iteration);
  const refused = iteration.refusedLandings.findLast((one) => one.round === round);
  if (refused === undefined) return { do: "land" };
  if (isForPeople(refused)) return park(iteration, "needs_human", refused.message);
  // The refused landing had closed the task in its source.
  return iteration.withdrawn
    ? mend(state, iteration, `its work could not land (${refused.why}): ${refused.message}`)
    : { do: "withdraw" };
}

/** Whatever was rejected goes to the fixer, so many rounds; then to a person. */
function mend(state: State, iteration: Iteration, why: string): Step {
  const round = roundOf(iteration);
  const { rounds } = state.policy.crew ?? usualCrew;
  if (state.fatal !== null || isSpent(state, iteration)) return giveUp(state, iteration);
  if (round >= rounds) return escalate(iteration, why);
  return callBy(state, workOf(iteration, "fixer", round + 1)) ?? giveUp(state, iteration);
}

function escalate(iteration: Iteration, why: string): Step {
  const { claim } = iteration;
  if (claim.repair) return { do: "record" };
  const reason = `${why}, after ${roundOf(iteration)} rounds`;
  if (claim.preflight === true) return park(iteration, "blocked", reason);
  return park(
    iteration,
    "needs_human",
    reason,
    escalationText(reason, objectionsIn(iteration, roundOf(iteration)), iteration.gates.at(-1) ?? null),
  );
}
