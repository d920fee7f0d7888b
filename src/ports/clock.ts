/** Time, from outside the core. Milliseconds since 1970, UTC. */
export interface Clock {
  now(): number;
  /** Resolves at the instant `until` (a wall-clock time, looked at again on each tick, so that a suspended machine does not oversleep) or when aborted; never rejects. */
  sleepUntil(until: number, signal: AbortSignal): Promise<void>;
}
