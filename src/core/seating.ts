import { isBesideWork } from "./judging-roles.ts";
import type { Call, State } from "./state.ts";
import { crewOrder } from "./crew/route.ts";
import { kindOf } from "./outcome-kind.ts";
import type { CallOutcome, Role } from "./outcome.ts";

/** An agent, by its label, that can't work: until when (ms; null: not in this run any more), and why. */
export interface Absence {
  readonly agent: string;
  readonly until: number | null;
  readonly why: CallOutcome;
}

/** Calls that met an overload or a network error are made again this many times in a row by the same agent. */
export const retryLimit = 5;

const minute = 60_000;
const overloadRest = 15 * minute;
/** How long an agent is left alone after a limit that names no reset, or one that has passed already. */
const unnamedRest = 30 * minute;

/** The labels of the agents that may play a role, in order: its own first, then the fallback. */
export const seatOrder = (state: State, role: Role): readonly string[] =>
  crewOrder(state, role) ?? state.run?.order?.[role] ?? [state.run?.agent.name ?? ""];

/** Who plays a role now: the last one that took it over, else the first in order. */
export const playing = (state: State, role: Role): string => state.playing[role] ?? seatOrder(state, role)[0] ?? "";

const isAway = (state: State, agent: string): boolean =>
  state.absent.some((absence) => absence.agent === agent && (absence.until === null || absence.until > state.now));

/** The first agent of a role's order that can work now; null where all are away. */
export const freeAgent = (state: State, role: Role): string | null =>
  seatOrder(state, role).find((agent) => !isAway(state, agent)) ?? null;

/** When the first of a role's agents is back (ms), where all are away; null where none will be. */
export function firstReturn(state: State, role: Role): number | null {
  const order = seatOrder(state, role);
  const times = state.absent.flatMap(({ agent, until }) => (order.includes(agent) && until !== null ? [until] : []));
  return times.length === 0 ? null : Math.min(...times);
}

/** True for a role that somebody else could play, were its own agent away. */
const hasStandIn = (state: State, role: Role): boolean => seatOrder(state, role).length > 1;

/** Who is away after a call: a limit until its reset, an overload for a while, a refusal for good. Nobody, where there is nobody else. */
export function absentAfter(state: State, call: Call): readonly Absence[] {
  const agent = call.seat ?? call.agent;
  const others = state.absent.filter((absence) => absence.agent !== agent);
  if (call.outcome === "ok") return others;
  if (!hasStandIn(state, call.role)) return state.absent;
  const until = awayUntil(state, call);
  return until === undefined ? state.absent : [...others, { agent, until, why: call.outcome }];
}

/** Null: for the rest of the run. Undefined: not at all, it is asked again. */
function awayUntil(state: State, call: Call): number | null | undefined {
  if (kindOf(call.outcome) === "hopeless") return null;
  if (call.outcome === "usage_limit") {
    if (state.policy.onLimit !== "fallback") return undefined;
    if (call.limitEnds !== null && call.limitEnds > state.now) return call.limitEnds;
    // One that is over already is tried at once, and only once.
    return call.limitEnds !== null && state.limitWaits === 0 ? undefined : state.now + unnamedRest;
  }
  if (kindOf(call.outcome) !== "passing" || failuresInRow(state, call.role) <= retryLimit) return undefined;
  return Math.max(call.limitEnds ?? 0, state.now + overloadRest);
}

/** Calls in a row, the last one of that role among them, in which the same agent met an overload or a network error. */
export function failuresInRow({ current }: State, role: Role): number {
  const calls = isBesideWork(role)
    ? (current?.sideCalls ?? []).filter((call) => call.role === role)
    : (current?.calls ?? []);
  const last = calls.at(-1);
  const other = calls.findLastIndex(
    ({ outcome, seat, agent }) =>
      kindOf(outcome) !== "passing" || outcome === "usage_limit" || (seat ?? agent) !== (last?.seat ?? last?.agent),
  );
  return calls.length - 1 - other;
}
