import { failuresInRow, firstReturn, freeAgent, playing, retryLimit, seatOrder } from "../seating.ts";
import type { Call, Iteration, State } from "../state.ts";
import type { Step } from "../step.ts";
import { isSpent } from "../stopping/budgets.ts";

/** Waits in a row for limits and overloads without a call that went well; a reset may keep moving (F076). */
export const limitWaitLimit = 12;

/** A call that is wanted. */
export type Work = Extract<Step, { do: "work" }>;

const second = 1_000;
const minute = 60 * second;

/**
 * The call with the agent that can take it: it is handed over first where that is another one than before, and waited for where
 * all are away (L-26). Null: nobody can take it in time.
 */
export function callBy(state: State, wanted: Work): Step | null {
  const { role } = wanted;
  const free = freeAgent(state, role);
  if (free === null) return waitForReturn(state, wanted);
  const from = playing(state, role);
  if (free === from) return seatOrder(state, role).length > 1 ? { ...wanted, agent: free } : wanted;
  const away = absenceOf(state, from);
  return { do: "hand-over", role, from, to: free, why: away?.why ?? null, until: away?.until ?? null };
}

/**
 * What follows a call that failed for reasons outside the agent's work: what it has left is measured, then it is made again, by
 * another agent or after a wait. Null: it is not made again.
 */
export function madeAgain(state: State, iteration: Iteration, again: Work): Step | null {
  const call = iteration.calls.at(-1);
  if (call === undefined || state.fatal !== null || state.wishes.stop !== "no" || isSpent(state, iteration))
    return null;
  if (iteration.measured === null) return { do: "measure", call: call.call };
  if (iteration.waited !== null || absenceOf(state, call.seat ?? call.agent) !== null) return callBy(state, again);
  return waitOut(state, call);
}

const absenceOf = (state: State, agent: string) =>
  state.absent.find((absence) => absence.agent === agent && (absence.until === null || absence.until > state.now)) ??
  null;

function waitForReturn(state: State, { role }: Work): Step | null {
  const until = firstReturn(state, role);
  return until === null || isBeyondPatience(state, until) ? null : { do: "wait", why: "usage_limit", until };
}

function waitOut(state: State, call: Call): Step | null {
  const isLimit = call.outcome === "usage_limit";
  const failures = failuresInRow(state);
  if (!isLimit && failures > retryLimit) return null;
  const until = isLimit
    ? limitEnd(state, call)
    : Math.max(call.limitEnds ?? 0, state.now + 5 * second * 2 ** (failures - 1));
  return isBeyondPatience(state, until) ? null : { do: "wait", why: isLimit ? "usage_limit" : "overload", until };
}

/** When to try again: at the reset; at once where it has passed, but not at once for ever; after a growing while where none is named. */
function limitEnd({ now, limitWaits }: State, { limitEnds }: Call): number {
  if (limitEnds === null) return now + 5 * minute * 2 ** Math.min(limitWaits, 4);
  return Math.max(limitEnds, limitWaits === 0 ? now : now + 30 * second * 2 ** Math.min(limitWaits, 6));
}

/** True for a wait that would be one too many, or end later than a person wants to wait altogether. */
export function isBeyondPatience({ policy, limitWaits, limitedSince, now }: State, until: number): boolean {
  return (
    limitWaits >= limitWaitLimit || (policy.limitWaitMs !== null && until - (limitedSince ?? now) > policy.limitWaitMs)
  );
}
