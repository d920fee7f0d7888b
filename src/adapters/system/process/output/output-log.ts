import { closeSync, openSync, writeSync } from "node:fs";

/**
 * A file that output is appended to. Written synchronously: what was read is on its way to the disk before more is read,
 * so nothing queues up in memory however fast the child writes. Trouble is kept in `problem`, and writing ceases.
 */
export class OutputLog {
  problem: string | null = null;
  readonly #path: string;
  #fd: number | null = null;

  constructor(path: string) {
    this.#path = path;
    this.#try(() => {
      this.#fd = openSync(path, "a");
    });
  }

  write(bytes: Uint8Array): void {
    const fd = this.#fd;
    if (fd === null || this.problem !== null) return;
    this.#try(() => {
      for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done);
    });
  }

  close(): void {
    const fd = this.#fd;
    this.#fd = null;
    if (fd !== null) this.#try(() => closeSync(fd));
  }

  #try(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.problem ??= `The log ${this.#path} could not be written: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
}
