import { isBlameless } from "../outcome-kind.ts";
import { isSpent } from "../stopping/budgets.ts";
import type { Call, Iteration, State } from "../state.ts";
import { nextCall, roundOf, trailOf } from "../state.ts";
import type { ParkedState, Step } from "../step.ts";
import { hasEnding } from "../stopping/iteration-meaning.ts";
import { askAgain, callBy, madeAgain, type Work } from "./again.ts";
import { afterMergeFailures, blockerIn, giveUp, isForPeople, isOver, park } from "./give-up.ts";
import { proofOf } from "./proof.ts";

/** One gate run, then at most this many repairs with a run each. */
export const repairLimit = 3;
/** Landings of one task that were refused before a person is asked. */
const landingLimit = 3;

/** What playbooks differ in that work a task in rounds: one call for the work, then a repair for each red proof. */
export interface RoundRules {
  /** True where an architect is asked before the first round. */
  readonly isDesigned: (iteration: Iteration) => boolean;
  /** True once there is work that can be proven and lands then. */
  readonly isFinished: (state: State, iteration: Iteration) => boolean;
  /** How a task stands whose work stays unproven after all repairs. */
  readonly afterRed: ParkedState;
}

/** A playbook of rounds by its rules: call, measure, prove, mend, land; and what a blocker or a trouble of the agents makes of it. */
export const inRounds =
  (rules: RoundRules) =>
  (state: State, iteration: Iteration): Step => {
    if (isOver(iteration)) return { do: "record" };
    const call = iteration.calls.at(-1);
    if (call === undefined) return state.wishes.stop === "now" ? { do: "record" } : firstStep(rules, state, iteration);
    if (isBlameless(call.outcome))
      return madeAgain(state, iteration, sameAgain(iteration, call)) ?? leave(state, iteration, call);
    if (call.role === "architect" && state.fatal === null && state.wishes.stop !== "now")
      return work(state, iteration, 1);
    if (shouldAskForBlock(state, iteration, call)) return askAgain(iteration, call);
    if (iteration.measured === null) return { do: "measure", call: call.call };
    if (call.outcome !== "ok" || state.wishes.stop === "now") return giveUp(state, iteration);
    const blocked = iteration.claim.repair ? null : blockerIn(iteration);
    if (blocked !== null) return park(iteration, "blocked", blocked);
    return rules.isFinished(state, iteration) ? proveAndLand(rules, state, iteration) : giveUp(state, iteration);
  };

/** A design that fails is no reason to stop. */
const firstStep = (rules: RoundRules, state: State, iteration: Iteration): Step =>
  afterMergeFailures(state, iteration) ??
  callBy(state, rules.isDesigned(iteration) ? design(iteration) : taskWork(iteration, 1)) ?? { do: "record" };

const design = (iteration: Iteration): Work => ({
  do: "work",
  role: "architect",
  round: 0,
  call: nextCall(iteration),
  purpose: "task",
});

const taskWork = (iteration: Iteration, round: number): Work => ({
  do: "work",
  role: round > 1 || iteration.claim.repair ? "fixer" : "implementer",
  round,
  call: nextCall(iteration),
  purpose: "task",
});

const work = (state: State, iteration: Iteration, round: number): Step =>
  callBy(state, taskWork(iteration, round)) ?? giveUp(state, iteration);

const sameAgain = (iteration: Iteration, { role, round }: Call): Work =>
  role === "architect" ? design(iteration) : taskWork(iteration, round);

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
    iteration.answer !== null &&
    !hasEnding(policy, iteration.answer) &&
    state.wishes.stop !== "now" &&
    !isSpent(state, iteration)
  );
}

function proveAndLand(rules: RoundRules, state: State, iteration: Iteration): Step {
  const proof = proofOf(state, iteration);
  switch (proof.is) {
    case "proven":
      return land(rules, state, iteration);
    case "under-way":
      return proof.step;
    case "called-off":
      return giveUp(state, iteration);
    case "red":
      return mend(rules, state, iteration, proof.why);
  }
}

/** What was found red is mended within the iteration, so that no other task is picked before. */
function mend(rules: RoundRules, state: State, iteration: Iteration, why: string): Step {
  const round = roundOf(iteration);
  const rounds = iteration.claim.repair ? repairLimit : repairLimit + 1;
  if (round < rounds && !isSpent(state, iteration)) return work(state, iteration, round + 1);
  if (iteration.claim.repair) return { do: "record" };
  return isSpent(state, iteration) ? giveUp(state, iteration) : park(iteration, rules.afterRed, why);
}

function land(rules: RoundRules, state: State, iteration: Iteration): Step {
  const refused = iteration.refusedLandings.at(-1);
  if (refused === undefined || (refused.round ?? roundOf(iteration)) < roundOf(iteration)) return { do: "land" };
  if (isForPeople(refused)) return park(iteration, "needs_human", refused.message);
  // What the forge has found is mended within the iteration, as a red gate is.
  if (refused.round !== undefined) return mend(rules, state, iteration, `${refused.why}: ${refused.message}`);
  return trailOf(state, iteration.claim.task).landingRefusals + 1 >= landingLimit
    ? park(
        iteration,
        "needs_human",
        `its work could not land ${landingLimit} times (${refused.why}): ${refused.message}`,
      )
    : giveUp(state, iteration);
}
