import type { Policy } from "../policy.ts";

/** The circuit breaker. The counters belong to a run; `state` and `since` to the repository. */
export interface Breaker {
  readonly state: "closed" | "half-open" | "open";
  /** When it left the closed state, ms; null while closed. */
  readonly since: number | null;
  readonly reason: string | null;
  readonly noProgress: number;
  readonly sameError: { readonly fingerprint: string; readonly count: number } | null;
  readonly permissionDenials: number;
}

/** What one recorded iteration means to the breaker. `blocker`: parked with a stated blocker or question, which never counts. `denied`: what was refused or put back, in words. */
export interface BreakerInput {
  readonly kind: "progress" | "no-progress" | "blocker" | "not-counted";
  readonly fingerprint: string | null;
  readonly denied: string | null;
  readonly at: number;
}

/** A breaker that nothing has happened to. */
export const closedBreaker: Breaker = {
  state: "closed",
  since: null,
  reason: null,
  noProgress: 0,
  sameError: null,
  permissionDenials: 0,
};

const halfOpenAt = 2;

/** The breaker after an iteration. Pure; reasons are words for a person. */
export function feedBreaker(breaker: Breaker, input: BreakerInput, limits: Policy["breaker"]): Breaker {
  if (input.kind === "blocker" || input.kind === "not-counted") return breaker;
  if (input.kind === "progress") return closedBreaker;
  const counted = count(breaker, input);
  const reason = whyOpen(counted, input, limits);
  if (reason !== null) return { ...counted, state: "open", since: input.at, reason };
  if (counted.noProgress < halfOpenAt) return counted;
  return {
    ...counted,
    state: "half-open",
    since: breaker.since ?? input.at,
    reason: `${counted.noProgress} iterations in a row without progress`,
  };
}

function count(breaker: Breaker, input: BreakerInput): Breaker {
  const same = input.fingerprint !== null && breaker.sameError?.fingerprint === input.fingerprint;
  return {
    ...breaker,
    noProgress: breaker.noProgress + 1,
    sameError:
      input.fingerprint === null
        ? null
        : { fingerprint: input.fingerprint, count: same ? (breaker.sameError?.count ?? 0) + 1 : 1 },
    permissionDenials: input.denied !== null ? breaker.permissionDenials + 1 : 0,
  };
}

function whyOpen(breaker: Breaker, { denied }: BreakerInput, limits: Policy["breaker"]): string | null {
  if (denied !== null && breaker.permissionDenials >= limits.permissionDenials)
    return `${breaker.permissionDenials} iterations in a row with permission denials and no progress. ${denied}`;
  if (breaker.sameError !== null && breaker.sameError.count >= limits.sameError)
    return `the same error ${breaker.sameError.count} times: ${breaker.sameError.fingerprint}`;
  if (breaker.noProgress >= limits.noProgress) return `${breaker.noProgress} iterations in a row without progress`;
  return null;
}

/**
 * The breaker that a run starts with, from what the repository remembers. Counters start afresh; an open breaker is tried
 * again half-open, but for an unattended start, which leaves it open until its cool-down is over.
 */
export function breakerAtStart(memory: Pick<Breaker, "state" | "since" | "reason">, policy: Policy): Breaker {
  if (memory.state !== "open" || policy.breaker.autoReset) return closedBreaker;
  const state = policy.unattended ? "open" : "half-open";
  return { ...closedBreaker, state, since: memory.since, reason: memory.reason };
}
