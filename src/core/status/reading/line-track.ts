const headLength = 1024;

/** Keeps the number of the line, where it starts and how, while a text goes by. Places are in the whole text. */
export class LineTrack {
  /** The number of the line at the place last asked for, from 1, and where that line starts. */
  line = 1;
  lineFrom = 0;
  /** What the line at the start of the kept text begins with, where that part is no longer kept. */
  #head = "";
  #at = 0;

  /** Moves on to a place of the kept text, which starts at `base`; never back. */
  advance(text: string, base: number, to: number): void {
    if (to <= this.#at) return;
    const end = to - base;
    for (let at = text.indexOf("\n", this.#at - base); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) {
      this.line += 1;
      this.lineFrom = base + at + 1;
    }
    this.#at = to;
  }

  /** To be called before the kept text is cut at `to`, so that the cut line's beginning stays known. */
  forget(text: string, base: number, to: number): void {
    this.advance(text, base, to);
    if (this.lineFrom >= to) return;
    const cut = text.slice(Math.max(0, this.lineFrom - base), Math.min(to - base, this.lineFrom - base + headLength));
    this.#head = this.lineFrom < base ? (this.#head + cut).slice(0, headLength) : cut;
  }

  /** The beginning of the line at the place last asked for. */
  head(text: string, base: number): string {
    if (this.lineFrom >= base) return text.slice(this.lineFrom - base, this.lineFrom - base + headLength);
    return (this.#head + text.slice(0, headLength)).slice(0, headLength);
  }
}
