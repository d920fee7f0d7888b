import { renameSync } from "node:fs";
import { BestEffort, type Warn } from "./best-effort.ts";
import { LineFile } from "./line-file.ts";

/**
 * `.ralph/live.log`: a line for people an event, to be followed with `tail -F`. At `maxBytes` it becomes `live.log.1` and
 * begins anew, so that both together stay under twice that.
 */
export class LiveLog implements Disposable {
  readonly #path: string;
  readonly #maxBytes: number;
  readonly #file: LineFile;
  readonly #effort: BestEffort;

  constructor(path: string, maxBytes: number, warn: Warn) {
    this.#path = path;
    this.#maxBytes = maxBytes;
    this.#file = new LineFile(path);
    this.#effort = new BestEffort(path, warn);
  }

  /** Adds one line; line breaks and terminal codes within it become blanks. */
  add(line: string): void {
    this.#effort.try(() => {
      this.#file.open();
      if (this.#file.bytes >= this.#maxBytes) this.#beginAnew();
      this.#file.add(`${line.replaceAll(/\p{Cc}+/gu, " ").trimEnd()}\n`);
    });
  }

  [Symbol.dispose](): void {
    this.#file[Symbol.dispose]();
  }

  #beginAnew(): void {
    this.#file[Symbol.dispose]();
    renameSync(this.#path, `${this.#path}.1`);
  }
}
