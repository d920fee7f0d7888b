import type { CallOutcome } from "../../core/outcome.ts";
import type { Clock } from "../../ports/clock.ts";

/** Why a call is ended before it ends by itself: what it then counts as, and the reason in words. */
export interface Cut {
  readonly outcome: Extract<CallOutcome, "budget" | "permission_denied" | "overloaded">;
  readonly why: string;
}

/** A call that is to be cut may be about to end: so long it may still do that by itself, and its work counts (F215). */
const lastWordsMs = 1_500;

/** Ends a call that has no business going on: `signal` is aborted once the call has had the time for its last words. */
export class EarlyStop {
  readonly #due: () => Cut | null;
  readonly #clock: Clock;
  readonly #stop = new AbortController();
  readonly #over = new AbortController();
  #isWaiting = false;
  /** Why the call was cut; null where it was not. */
  cut: Cut | null = null;

  constructor(due: () => Cut | null, clock: Clock) {
    this.#due = due;
    this.#clock = clock;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** After each line: is there a reason by now? */
  look(): void {
    if (this.#isWaiting || this.#over.signal.aborted) return;
    const due = this.#due();
    if (due === null) return;
    this.#isWaiting = true;
    void this.#cutLater(due);
  }

  async #cutLater(due: Cut): Promise<void> {
    await this.#clock.sleepUntil(this.#clock.now() + lastWordsMs, this.#over.signal);
    if (this.#over.signal.aborted) return;
    this.cut = due;
    this.#stop.abort();
  }

  /** The call has stated its end: nothing is left to be cut. */
  endsByItself(): void {
    this.#over.abort();
  }

  [Symbol.dispose](): void {
    this.endsByItself();
  }
}
