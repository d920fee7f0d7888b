import type { Fact } from "../../core/fact.ts";

/** What a call beside the loop comes to. */
type Outcome = Extract<Fact, { readonly kind: "grade-collected" | "brief-prepared" }>;

/**
 * Calls that go on beside the loop. They never reject: what goes wrong is an outcome. The loop takes what is through without
 * waiting, and at its end waits once, for so long and no longer.
 */
export class Background {
  readonly #running = new Map<string, Promise<void>>();
  readonly #stop = new AbortController();
  #done: Outcome[] = [];

  /** Starts a call under a name, unless it is at work already. */
  start(name: string, call: (signal: AbortSignal) => Promise<Outcome>): void {
    if (this.#running.has(name)) return;
    this.#running.set(name, this.#run(name, call));
  }

  async #run(name: string, call: (signal: AbortSignal) => Promise<Outcome>): Promise<void> {
    const outcome = await call(this.#stop.signal);
    this.#done.push(outcome);
    this.#running.delete(name);
  }

  /** Resolves once the call of that name is through, at once where there is none, and when the signal is raised. */
  async through(name: string, signal: AbortSignal): Promise<void> {
    const running = this.#running.get(name);
    if (running === undefined || signal.aborted) return;
    const { promise: cut, resolve } = Promise.withResolvers<void>();
    signal.addEventListener("abort", () => resolve(), { once: true });
    await Promise.race([running, cut]);
  }

  /** What has come since the last asking, in the order in which it came. */
  take(): readonly Outcome[] {
    const done = this.#done;
    this.#done = [];
    return done;
  }

  /** Resolves once all are through, or `patience` is over; then what still runs is stopped. */
  async finish(patience: Promise<void>): Promise<void> {
    const all = Promise.all(this.#running.values());
    await Promise.race([all, patience]);
    this.#stop.abort();
    await all;
  }
}
