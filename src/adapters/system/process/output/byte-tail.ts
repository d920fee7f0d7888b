/** The last bytes of a stream, at most about `maxBytes` of them, however much goes by. */
export class ByteTail {
  readonly #maxBytes: number;
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes > this.#maxBytes * 2) this.#shrink();
  }

  /** As text; a character that was cut at the front is left out. */
  text(): string {
    this.#shrink();
    const [bytes = Buffer.alloc(0)] = this.#chunks;
    let from = 0;
    while (from < 3 && ((bytes[from] ?? 0) & 0b1100_0000) === 0b1000_0000) from++;
    return bytes.toString("utf8", from);
  }

  #shrink(): void {
    const all = Buffer.concat(this.#chunks, this.#bytes);
    // A copy: a slice would keep all of it in memory.
    const kept = Buffer.from(all.subarray(Math.max(0, all.length - this.#maxBytes)));
    this.#chunks = [kept];
    this.#bytes = kept.length;
  }
}
