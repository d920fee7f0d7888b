/** Characters of an answer that are kept at the least; what counts stands at its end. */
const keptChars = 8_000_000;

/** The last texts of an agent that may never stop talking: at least `kept` characters of them, at most about twice as many. */
export class LastTexts {
  readonly #kept: number;
  #older: string[] = [];
  #newer: string[] = [];
  #chars = 0;

  constructor(kept = keptChars) {
    this.#kept = kept;
  }

  push(text: string): void {
    this.#newer.push(text);
    this.#chars += text.length;
    if (this.#chars < this.#kept) return;
    this.#older = this.#newer;
    this.#newer = [];
    this.#chars = 0;
  }

  /** What is kept, oldest first. */
  all(): readonly string[] {
    return [...this.#older, ...this.#newer];
  }

  clear(): void {
    this.#older = [];
    this.#newer = [];
    this.#chars = 0;
  }
}
