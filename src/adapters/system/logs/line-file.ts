import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from "node:fs";
import { dirname } from "node:path";

const lineFeed = 10;

/** A file that lines are added to, held open. Every method throws what the file system throws. */
export class LineFile implements Disposable {
  readonly #path: string;
  #file: number | null = null;
  #bytes = 0;
  #whole = true;

  constructor(path: string) {
    this.#path = path;
  }

  /** Its size; 0 while it was not opened. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Adds text that ends in a line feed. After a write that was cut a new line is begun, so that one line is lost, not two. */
  add(text: string): void {
    const file = this.open();
    const bytes = Buffer.from(this.#whole ? text : `\n${text}`);
    this.#whole = false;
    let written = 0;
    while (written < bytes.length) {
      const some = writeSync(file, bytes, written);
      written += some;
      this.#bytes += some;
    }
    this.#whole = true;
  }

  /** Opens the file, unless it is open. */
  open(): number {
    if (this.#file !== null) return this.#file;
    mkdirSync(dirname(this.#path), { recursive: true });
    this.#file = openSync(this.#path, "a+");
    this.#bytes = fstatSync(this.#file).size;
    this.#whole = this.#bytes === 0 || lastByte(this.#file, this.#bytes) === lineFeed;
    return this.#file;
  }

  /** Closes the file; the next line opens it again. */
  [Symbol.dispose](): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }
}

function lastByte(file: number, size: number): number | undefined {
  const byte = Buffer.alloc(1);
  readSync(file, byte, 0, 1, size - 1);
  return byte[0];
}
