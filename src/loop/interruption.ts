import type { Control, Wish } from "../ports/control.ts";

/** People's wishes while a run goes on: from Ctrl-C, SIGTERM or another terminal. One signal stops whatever is under way. */
export interface Interruption {
  /** Aborted once somebody wants the run to stop: agents are stopped, what cannot be split is finished. */
  readonly signal: AbortSignal;
  /** A wish has come in. `stop` aborts the signal. */
  hear(wish: Wish): void;
  /** Wishes heard since the last call, to be kept as facts. */
  heard(): readonly Wish[];
  /** Calls back for each wish that is waiting to be kept, and for each that comes, until disposed. */
  listen(listener: (wish: Wish) => void): Disposable;
}

/** An interruption that nobody has asked for yet. */
export function newInterruption(): Interruption {
  const controller = new AbortController();
  const listeners = new Set<(wish: Wish) => void>();
  let waiting: Wish[] = [];
  return {
    signal: controller.signal,
    hear: (wish) => {
      waiting.push(wish);
      for (const listener of listeners) listener(wish);
      if (wish === "stop") controller.abort();
    },
    heard: () => {
      const given = waiting;
      waiting = [];
      return given;
    },
    listen: (listener) => {
      for (const wish of waiting) listener(wish);
      listeners.add(listener);
      return { [Symbol.dispose]: () => void listeners.delete(listener) };
    },
  };
}

/**
 * The same for the settling of an earlier run: it hears each wish too, and leaves it for the run that follows. A stop that only the
 * settling had heard would leave that run deaf, with its agents stopped one after the other.
 */
export function heardAlong(interruption: Interruption): Interruption & Disposable {
  let waiting: Wish[] = [];
  const listening = interruption.listen((wish) => waiting.push(wish));
  return {
    ...interruption,
    heard: () => {
      const given = waiting;
      waiting = [];
      return given;
    },
    [Symbol.dispose]: () => listening[Symbol.dispose](),
  };
}

/** Hears what other terminals wish as soon as it is there. */
export const listenTo = (control: Control, interruption: Interruption): Disposable =>
  control.watch(() => void hearAll(control, interruption));

async function hearAll(control: Control, interruption: Interruption): Promise<void> {
  for (const wish of await control.take()) interruption.hear(wish);
}
