const headLength = 1024;

/**
 * The part of a passing text that may still matter, with the line numbers of the whole. All places are in the whole
 * text, in UTF-16 units.
 */
export class KeptText {
  #text = "";
  #start = 0;
  #counted = 0;
  #line = 1;
  #lineFrom = 0;
  // How the line at the start of the kept part begins, as far as that is no longer kept.
  #head = "";

  get start(): number {
    return this.#start;
  }

  get end(): number {
    return this.#start + this.#text.length;
  }

  /** The kept part itself, for those who search it; it begins at `start`. */
  get text(): string {
    return this.#text;
  }

  append(piece: string): void {
    this.#text += piece;
  }

  /** Goes on with a new piece and keeps nothing of what was before it. */
  replace(piece: string): void {
    this.forget(this.end);
    this.#text = piece;
  }

  /** Lets go of all before a place. */
  forget(to: number): void {
    if (to <= this.#start) return;
    this.#count(to);
    if (this.#lineFrom < to) {
      const known = this.#lineFrom < this.#start ? this.#head : "";
      this.#head = (known + this.slice(this.#lineFrom, Math.min(to, this.#lineFrom + headLength))).slice(0, headLength);
    }
    this.#text = this.#text.slice(to - this.#start);
    this.#start = to;
  }

  slice(from: number, to: number): string {
    return this.#text.slice(Math.max(0, from - this.#start), Math.max(0, to - this.#start));
  }

  /** The place of the next line feed from a place on; Infinity if none is kept. */
  nextLineFeed(from: number): number {
    const at = this.#text.indexOf("\n", from - this.#start);
    return at < 0 ? Number.POSITIVE_INFINITY : this.#start + at;
  }

  /** The number of the line at a place, from 1. To be asked for ascending places only. */
  lineAt(place: number): number {
    this.#count(place);
    return this.#line;
  }

  /** How the line at a place begins, and what stands right before the place: at most 1024 units each. */
  lineBefore(place: number): { readonly head: string; readonly near: string } {
    this.#count(place);
    const lost = this.#lineFrom < this.#start ? this.#head : "";
    const rest = this.slice(this.#lineFrom, Math.min(place, this.#lineFrom + headLength));
    return {
      head: (lost + rest).slice(0, headLength),
      near: this.slice(Math.max(this.#lineFrom, place - headLength), place),
    };
  }

  #count(to: number): void {
    if (to <= this.#counted) return;
    const end = to - this.#start;
    for (let at = this.#text.indexOf("\n", this.#counted - this.#start); at >= 0 && at < end;) {
      this.#line += 1;
      this.#lineFrom = this.#start + at + 1;
      at = this.#text.indexOf("\n", at + 1);
    }
    this.#counted = to;
  }
}
