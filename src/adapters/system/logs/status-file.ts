import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { BestEffort, type Warn } from "./best-effort.ts";

/** At most four a second: nobody reads faster, and a busy agent would have us write all the time. */
const leastMs = 250;

/**
 * `.ralph/status.json`: what is so right now, for scripts. Readers see the old object or the new one, never a part; what
 * stood there before, sound or not, is replaced (F185).
 */
export class StatusFile implements Disposable {
  readonly #path: string;
  readonly #effort: BestEffort;
  #waiting: object | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(path: string, warn: Warn) {
    this.#path = path;
    this.#effort = new BestEffort(path, warn);
  }

  /** Says what is so. Written at once, or with the newest state when a quarter of a second has passed since the last writing. */
  set(status: object): void {
    this.#waiting = status;
    if (this.#timer === null) this.#write();
  }

  /** Writes what still waits, and stops. The end of a run must not be missing. */
  [Symbol.dispose](): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#waiting !== null) this.#replace(this.#waiting);
    this.#waiting = null;
  }

  #write(): void {
    this.#timer = null;
    if (this.#waiting === null) return;
    const status = this.#waiting;
    this.#waiting = null;
    this.#replace(status);
    this.#timer = setTimeout(() => this.#write(), leastMs).unref();
  }

  // One name for the temporary file: what a killed run left is overwritten.
  #replace(status: object): void {
    const temporary = `${this.#path}.tmp`;
    const text = `${JSON.stringify(status, null, 2)}\n`;
    this.#effort.try(() => {
      try {
        writeFileSync(temporary, text);
      } catch {
        // The folder was not there yet, or is gone again.
        mkdirSync(dirname(this.#path), { recursive: true });
        writeFileSync(temporary, text);
      }
      renameSync(temporary, this.#path);
    });
  }
}
