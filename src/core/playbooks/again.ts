import { failuresInRow, firstReturn, freeAgent, playing, retryLimit, seatOrder } from "../seating.ts";
import type { Role } from "../outcome.ts";
import { type Call, type Iteration, nextCall, type State } from "../state.ts";
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
 * all are away. Null: nobody can take it in time.
 */
export function callBy(state: State, wanted: Work): Step | null {
  const { role } = wanted;
  const taken = takenBy(state, role);
  if (taken === null || "do" in taken) return taken;
  const isChosen = seatOrder(state, role).length > 1 || state.run?.crew !== undefined;
  return isChosen ? { ...wanted, agent: taken.agent } : wanted;
}

/**
 * Who can take a call of a role now; else the hand-over or the wait that has to come first. Null: nobody can in time. Where it has
 * to be one agent, by its label, nobody else is asked.
 */
export function takenBy(state: State, role: Role, agent?: string): { readonly agent: string } | Step | null {
  if (agent !== undefined) {
    const absence = absenceOf(state, agent);
    return absence === null ? { agent } : waitUntil(state, absence.until);
  }
  const free = freeAgent(state, role);
  if (free === null) return waitForReturn(state, role);
  const from = playing(state, role);
  if (free === from) return { agent: free };
  const away = absenceOf(state, from);
  return { do: "hand-over", role, from, to: free, why: away?.why ?? null, until: away?.until ?? null };
}

/**
 * What follows a call that failed for reasons outside the agent's work: what it has left is measured, then it is made again, by
 * another agent or after a wait. Null: it is not made again.
 */
export function madeAgain(state: State, iteration: Iteration, again: Work): Step | null {
  const call = iteration.calls.at(-1);
  if (call === undefined || isCalledOff(state, iteration)) return null;
  if (iteration.measured === null) return { do: "measure", call: call.call };
  const rest = restAfter(state, iteration, call);
  return rest === "rested" ? callBy(state, again) : rest;
}

/** The same agent is asked for what its answer lacks, in the session in which it has answered. */
export const askAgain = (iteration: Iteration, { role, round, seat }: Call): Work => ({
  do: "work",
  role,
  round,
  call: nextCall(iteration),
  purpose: "ask-block",
  ...(seat === undefined ? {} : { agent: seat }),
});

/** True where no call is made any more in this iteration: the run ends, or a bound is reached. */
export const isCalledOff = (state: State, iteration: Iteration): boolean =>
  state.wishes.stop !== "no" || isCutShort(state, iteration);

/** The same, but that a run which is to stop after this task still finishes it. */
export const isCutShort = (state: State, iteration: Iteration): boolean =>
  state.fatal !== null || state.wishes.stop === "now" || isSpent(state, iteration);

/** The wait after a call that failed for reasons outside its work; `rested` where there is none left, null where it would be too long. */
export function restAfter(state: State, iteration: Iteration, call: Call): Step | "rested" | null {
  if (iteration.waited !== null || absenceOf(state, call.seat ?? call.agent) !== null) return "rested";
  return waitOut(state, call);
}

const absenceOf = (state: State, agent: string) =>
  state.absent.find((absence) => absence.agent === agent && (absence.until === null || absence.until > state.now)) ??
  null;

function waitForReturn(state: State, role: Role): Step | null {
  return waitUntil(state, firstReturn(state, role));
}

function waitUntil(state: State, until: number | null): Step | null {
  return until === null || isBeyondPatience(state, until) ? null : { do: "wait", why: "usage_limit", until };
}

function waitOut(state: State, call: Call): Step | null {
  const isLimit = call.outcome === "usage_limit";
  const failures = failuresInRow(state, call.role);
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
