import { acceptCommands } from "../acceptance/accept-commands.ts";
import { isApproval } from "../answer/verdict.ts";
import { type Iteration, nextCall, roundOf, type State } from "../state.ts";
import type { Step } from "../step.ts";
import { isCalledOff } from "./again.ts";
import { dueGate } from "./due-gate.ts";
import { isSimplified, judgesOf, scopeOf, startOf } from "./epic-quality.ts";
import { reviewRound, type Verdict } from "./review-round.ts";

/** How far the proof of an iteration's work has come. `red` says who is against it, and why, in one line. */
export type Proof =
  | { readonly is: "proven" }
  | { readonly is: "under-way"; readonly step: Step }
  | { readonly is: "red"; readonly why: string }
  | { readonly is: "called-off" };

/** Whether anything at all has to be proven, so that the content's hash will be asked for. */
export const proofIsDue = (state: State, iteration: Iteration): boolean =>
  dueGate(state, iteration) !== null ||
  acceptCommands(iteration.claim.task).length > 0 ||
  judgesOf(state, iteration).length > 0;

/**
 * The proof of finished work: the gate, then all judges at once, then the simplifier and the gate again. A gate that is red needs
 * no opinions; one that turns red by the simplifier has its changes put back.
 */
export function proofOf(state: State, iteration: Iteration): Proof {
  return (
    byCommands(state, iteration) ??
    (iteration.simplified === null ? byJudges(state, iteration) : null) ??
    bySimplifier(state, iteration) ?? { is: "proven" }
  );
}

/** The part of the proof that commands give: the gate that is due, then criteria that carry a command. */
export const proofByCommands = (state: State, iteration: Iteration): Proof =>
  byCommands(state, iteration) ?? { is: "proven" };

const byCommands = (state: State, iteration: Iteration): Proof | null =>
  byGate(state, iteration) ?? byAcceptance(iteration);

/**
 * True where a verdict stands in the way. Who was named as a judge has to give one; of a usual judge, whom nobody asked for, an
 * answer that is no verdict is told and stands for nothing.
 */
const isAgainst = ({ policy }: State, { verdict, cause }: Verdict): boolean =>
  !isApproval(verdict) && !(cause === "unreadable" && policy.review?.roles === null);

/** The judges of the last round who are against the work; empty while nobody is. */
export const judgesAgainst = (state: State, iteration: Iteration): readonly Verdict[] =>
  iteration.verdicts.filter((one) => one.round === roundOf(iteration) && isAgainst(state, one));

/** True where everybody has approved who is to judge this iteration's work. */
export const isApproved = (state: State, iteration: Iteration): boolean =>
  judgesOf(state, iteration).every((role) =>
    iteration.verdicts.some((one) => one.role === role && one.round === roundOf(iteration) && !isAgainst(state, one)),
  );

function byGate(state: State, iteration: Iteration): Proof | null {
  const due = dueGate(state, iteration);
  if (due === null) return null;
  const round = roundOf(iteration);
  const step: Step = { do: "gate", round, ...(due === "full" ? {} : { commands: due.own }) };
  const { gates, simplified } = iteration;
  const verdict = gates.findLast((gate) => gate.round === round);
  if (verdict === undefined) return { is: "under-way", step };
  // Since that verdict the simplifier has changed something, or what it had changed was put back.
  const isOutdated =
    simplified?.gatesBefore === gates.length && (simplified.paths.length > 0 || verdict.verdict === "red");
  if (isOutdated) return { is: "under-way", step };
  if (verdict.verdict === "green") return null;
  // A gate that was cut off has proven nothing.
  if (verdict.verdict === "not_run") return { is: "called-off" };
  if (simplified === null) return { is: "red", why: `the gate stays red: ${verdict.failing ?? "a command failed"}` };
  return { is: "under-way", step: { do: "put-back", call: simplified.call } };
}

/** Criteria that carry commands, once a round. */
function byAcceptance(iteration: Iteration): Proof | null {
  const { claim, acceptance } = iteration;
  if (claim.repair || acceptCommands(claim.task).length === 0) return null;
  const round = roundOf(iteration);
  const last = acceptance.findLast((one) => one.round === round);
  if (last === undefined) return { is: "under-way", step: { do: "accept", round } };
  return last.unmet.length === 0 ? null : { is: "red", why: `criteria are not met: ${last.unmet.join("; ")}` };
}

function byJudges(state: State, iteration: Iteration): Proof | null {
  const roles = judgesOf(state, iteration);
  if (roles.length === 0) return null;
  const review = reviewRound(state, iteration, {
    round: roundOf(iteration),
    ask: 1,
    form: "check",
    scope: scopeOf(iteration),
    since: startOf(state, iteration),
    seats: roles.map((role) => ({ role })),
  });
  if (review.is !== "judged") return review;
  const against = review.verdicts.filter((verdict) => isAgainst(state, verdict));
  return against.length === 0 ? null : { is: "red", why: against.map(againstText).join("; ") };
}

/** What a judge has against the work, in one line. */
export const againstText = ({ role, verdict, cause, summary }: Verdict): string =>
  `the ${role} says ${cause === "timed_out" ? "TIME-OUT" : verdict}${summary === "" ? "" : `: ${summary}`}`;

function bySimplifier(state: State, iteration: Iteration): Proof | null {
  if (iteration.simplified !== null || isCalledOff(state, iteration) || !isSimplified(state, iteration)) return null;
  const since = startOf(state, iteration);
  return {
    is: "under-way",
    step: { do: "simplify", round: roundOf(iteration), call: nextCall(iteration), since, scope: scopeOf(iteration) },
  };
}
