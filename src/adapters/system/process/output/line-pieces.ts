/** A line, or a part of one that is longer than allowed. `bytes` are lent: they are valid only during the call. */
export interface LinePiece {
  readonly bytes: Buffer;
  /** It begins its line. */
  readonly first: boolean;
  /** Why it ends here: a newline (not in `bytes`), the end of the output, or the longest allowed length. */
  readonly end: "newline" | "output" | "cut";
}

const newline = 0x0a;
const smallBuffer = 64 * 1024;

/**
 * Cuts a byte stream into lines, and lines into pieces of at most `maxBytes`, never inside a UTF-8 character. The work is
 * linear in the bytes however the chunks fall, and at most one piece is held.
 */
export class LinePieces {
  readonly #maxBytes: number;
  readonly #emit: (piece: LinePiece) => void;
  #buffer = Buffer.alloc(0);
  #held = 0;
  #first = true;

  constructor(maxBytes: number, emit: (piece: LinePiece) => void) {
    this.#maxBytes = Math.max(maxBytes, 8);
    this.#emit = emit;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      this.#line(chunk.subarray(from, at));
      from = at + 1;
    }
    if (from < chunk.length) this.#hold(chunk.subarray(from));
  }

  /** What stood after the last newline is the last line. */
  end(): void {
    if (this.#held > 0 || !this.#first) this.#release("output");
  }

  #line(bytes: Buffer): void {
    if (this.#held > 0 || !this.#first || bytes.length > this.#maxBytes) {
      this.#hold(bytes);
      this.#release("newline");
      return;
    }
    this.#emit({ bytes, first: true, end: "newline" });
  }

  #hold(bytes: Buffer): void {
    let rest = bytes;
    while (this.#held + rest.length > this.#maxBytes) {
      const room = this.#maxBytes - this.#held;
      this.#keep(rest.subarray(0, room));
      rest = rest.subarray(room);
      this.#release("cut");
    }
    this.#keep(rest);
  }

  /** Doubles the buffer when it is full, so that each byte is copied a bounded number of times. */
  #keep(bytes: Buffer): void {
    const wanted = this.#held + bytes.length;
    if (wanted > this.#buffer.length) {
      const bigger = Buffer.allocUnsafe(
        Math.min(this.#maxBytes, Math.max(smallBuffer, wanted, this.#buffer.length * 2)),
      );
      this.#buffer.copy(bigger, 0, 0, this.#held);
      this.#buffer = bigger;
    }
    bytes.copy(this.#buffer, this.#held);
    this.#held = wanted;
  }

  #release(end: LinePiece["end"]): void {
    const bytes = this.#buffer.subarray(0, this.#held);
    const size = end === "cut" ? wholeCharacters(bytes) : bytes.length;
    const first = this.#first;
    this.#first = end !== "cut";
    this.#emit({ bytes: bytes.subarray(0, size), first, end });
    this.#buffer.copy(this.#buffer, 0, size, this.#held);
    this.#held -= size;
    if (this.#held === 0 && end !== "cut" && this.#buffer.length > smallBuffer) this.#buffer = Buffer.alloc(0);
  }
}

/** How many bytes of the buffer are complete UTF-8 characters: its length, less an unfinished one at the end. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0b1100_0000) === 0b1000_0000) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
