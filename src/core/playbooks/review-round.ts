import type { FactOf } from "../fact.ts";
import { isBlameless } from "../outcome-kind.ts";
import { seatOrder } from "../seating.ts";
import { type Iteration, nextCall, type State } from "../state.ts";
import type { ReviewSeat, Step } from "../step.ts";
import { isCalledOff, isCutShort, restAfter, takenBy } from "./again.ts";

/** A review that is wanted: everything of the step but who is left to be asked. */
export type WantedReview = Omit<Extract<Step, { do: "review" }>, "do" | "call">;

/** A verdict as it was written down. */
export type Verdict = FactOf<"verdict-read">;

/**
 * How far a review is: a step that has to come first, all verdicts, or that it can't be had in this iteration. A seat without
 * a label is taken by whoever plays its role now; one with a label waits for that agent.
 */
export type ReviewProgress =
  | { readonly is: "under-way"; readonly step: Step }
  | { readonly is: "judged"; readonly verdicts: readonly Verdict[] }
  | { readonly is: "called-off" };

/** The round of a review, as the facts tell it: the same whichever verdict arrived first, and whatever a kill has cut. */
export function reviewRound(state: State, iteration: Iteration, wanted: WantedReview): ReviewProgress {
  const missing = wanted.seats.filter((seat) => verdictOf(iteration, wanted, seat) === null);
  if (missing.length === 0 && isClosed(iteration, wanted))
    return { is: "judged", verdicts: wanted.seats.flatMap((seat) => verdictOf(iteration, wanted, seat) ?? []) };
  // Without its review no task of a crew can be finished.
  const isOff = wanted.form === "review" ? isCutShort : isCalledOff;
  if (isOff(state, iteration)) return { is: "called-off" };
  const rest = restOf(state, iteration, missing);
  const first = rest === "rested" ? seated(state, missing) : rest;
  if (first === null) return { is: "called-off" };
  if ("do" in first && first.do === "wait" && state.wishes.stop !== "no") return { is: "called-off" };
  if ("do" in first) return { is: "under-way", step: first };
  return { is: "under-way", step: { do: "review", ...wanted, call: nextCall(iteration), seats: first.seats } };
}

const isClosed = ({ closedReviews }: Iteration, { round, ask }: WantedReview): boolean =>
  closedReviews.some((one) => one.round === round && one.ask === ask);

/** The verdict that a seat has given when it was asked so; null where it has given none yet. */
export const verdictOf = (
  { verdicts }: Iteration,
  { round, ask }: Pick<WantedReview, "round" | "ask">,
  seat: ReviewSeat,
): Verdict | null => verdicts.find((one) => one.round === round && one.ask === ask && isOf(seat, one)) ?? null;

const isOf = (seat: ReviewSeat, { role, seat: label }: Pick<Verdict, "role" | "seat">): boolean =>
  seat.role === role && (seat.agent === undefined || seat.agent === label);

/** The wait that the calls of these seats ask for, where one met a limit or an overload; null where it would be too long. */
function restOf(state: State, iteration: Iteration, missing: readonly ReviewSeat[]): Step | "rested" | null {
  for (const { role, agent } of missing) {
    const call = iteration.sideCalls.findLast(
      (one) => one.role === role && (agent === undefined || one.seat === agent),
    );
    if (call === undefined || !isBlameless(call.outcome)) continue;
    const rest = restAfter(state, iteration, call);
    if (rest !== "rested") return rest;
  }
  return "rested";
}

/** The seats with whoever plays them now; a hand-over or a wait where one has to come first; null where nobody can in time. */
function seated(state: State, missing: readonly ReviewSeat[]): Step | { readonly seats: readonly ReviewSeat[] } | null {
  const seats: ReviewSeat[] = [];
  for (const seat of missing) {
    if (seat.role === "validator" && state.policy.review?.program === true) {
      seats.push(seat);
      continue;
    }
    const taken = takenBy(state, seat.role, seat.agent);
    if (taken === null || "do" in taken) return taken;
    const isNamed = seat.agent !== undefined || seatOrder(state, seat.role).length > 1;
    seats.push(isNamed ? { ...seat, agent: taken.agent } : seat);
  }
  return { seats };
}
