import type { Clock } from "../../../ports/clock.ts";
import { type Asked, GithubError, githubErrorOf } from "./github-error.ts";

/** How long requests are tried for. */
export interface Patience {
  readonly clock: Clock;
  /** A limit that ends later than in so many ms is not waited for. */
  readonly limitMs: number;
  /** The pauses before a request is made again that got no answer, or one of the server's own failures; in ms. */
  readonly pausesMs: readonly number[];
}

/** One request: how it is made, and whether it may be made again where nobody knows what became of it. */
export interface Attempt<T> {
  readonly asked: Asked;
  readonly repeatable: boolean;
  readonly make: () => Promise<T>;
}

/**
 * Makes a request, and makes it again after a limit, an answer that never came or a failure of the server, as far as patience goes.
 * Rejects with GithubError, or with the signal's reason.
 */
export async function patientRequest<T>(
  { asked, repeatable, make }: Attempt<T>,
  { clock, limitMs, pausesMs }: Patience,
  signal: AbortSignal,
): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    signal.throwIfAborted();
    try {
      return await make();
    } catch (thrown) {
      signal.throwIfAborted();
      const error = githubErrorOf(thrown, asked, clock.now());
      const pause = pausesMs[failures];
      if (!(error instanceof GithubError) || pause === undefined) throw error;
      const until = againAt(error, { now: clock.now(), pause, limitMs, repeatable });
      if (until === null) throw error;
      await clock.sleepUntil(until, signal);
    }
  }
}

/* When to ask again; null: never. A request that a limit refused was not carried out, whatever it was. */
function againAt(
  { code, retryAt }: GithubError,
  {
    now,
    pause,
    limitMs,
    repeatable,
  }: { readonly now: number; readonly pause: number; readonly limitMs: number; readonly repeatable: boolean },
): number | null {
  if (code === "limited") return retryAt !== null && retryAt - now <= limitMs ? retryAt : null;
  return code === "network" && repeatable ? now + pause : null;
}
