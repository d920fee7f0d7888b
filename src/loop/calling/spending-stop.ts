import type { Clock } from "../../ports/clock.ts";
import type { Meter } from "./meter.ts";

/** A call that has passed a bound may be about to end: so long it may still do that by itself, and its work counts (F215). */
const lastWordsMs = 1_500;

/** Ends a call that has passed a bound on spending: `signal` is aborted once the call has had the time for its last words. */
export class SpendingStop {
  readonly #meter: Meter;
  readonly #clock: Clock;
  readonly #stop = new AbortController();
  readonly #over = new AbortController();
  #isWaiting = false;
  /** The bound for which the call was cut, in words; null where it was not. */
  cut: string | null = null;

  constructor(meter: Meter, clock: Clock) {
    this.#meter = meter;
    this.#clock = clock;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** After each line: has a bound been passed? */
  look(): void {
    const { passed } = this.#meter;
    if (passed === null || this.#isWaiting || this.#over.signal.aborted) return;
    this.#isWaiting = true;
    void this.#cutLater(passed);
  }

  async #cutLater(bound: string): Promise<void> {
    await this.#clock.sleepUntil(this.#clock.now() + lastWordsMs, this.#over.signal);
    if (this.#over.signal.aborted) return;
    this.cut = bound;
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
