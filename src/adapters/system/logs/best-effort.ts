/** Told in a sentence what could not be written. */
export type Warn = (message: string) => void;

/**
 * Writes that may fail: nothing of a run hangs on the files for people. A failure is warned of, once, and not again
 * until a write has succeeded in between.
 */
export class BestEffort {
  readonly #what: string;
  readonly #warn: Warn;
  #failing = false;

  /** `what` names the file in the warning. */
  constructor(what: string, warn: Warn) {
    this.#what = what;
    this.#warn = warn;
  }

  /** Does it, and says whether it went well. */
  try(write: () => void): boolean {
    try {
      write();
      this.#failing = false;
      return true;
    } catch (error) {
      if (!this.#failing)
        this.#warn(
          `${this.#what} could not be written: ${error instanceof Error ? error.message : String(error)}. The run goes on without it.`,
        );
      this.#failing = true;
      return false;
    }
  }
}
