import { cleanLine, fenceKind } from "./clean-line.ts";
import { splitLines } from "./split-lines.ts";

/** How many lines of text may follow a block. */
const allowedTrailingLines = 2;

// A line is judged by what it begins with.
const longestLooked = 4096;

/** Counts the lines of text behind a block, as the text comes in, and stops looking once there are too many. */
export class TrailingText {
  #pending = "";
  #lines = 0;
  #fence: "unknown" | "bare" | "other" = "unknown";
  #firstLine: number | null = null;
  #number: number;
  readonly #breaks: "real" | "escaped";

  /** `number` is the line on which the text begins, `breaks` how its lines end. */
  constructor(number: number, breaks: "real" | "escaped") {
    this.#number = number;
    this.#breaks = breaks;
  }

  /** The first line of text behind the block, once more lines follow than may; null until then. */
  get excess(): { readonly line: number } | null {
    if (this.#lines <= allowedTrailingLines) return null;
    return { line: this.#firstLine ?? this.#number };
  }

  /** Whether the first line with anything on it is a bare code fence. */
  get startsWithFence(): boolean {
    return this.#fence === "bare";
  }

  /** Takes the next piece of the text behind the block. */
  push(piece: string): void {
    if (this.#breaks === "real") return this.#pushReal(piece);
    const breaks = /\n|\\[^\n]/gu;
    const half = /(?<!\\)(?:\\\\)*\\$/u.test(this.#pending.slice(-64));
    const text = half ? `\\${piece}` : piece;
    if (half) this.#pending = this.#pending.slice(0, -1);
    let from = 0;
    for (let found = breaks.exec(text); found !== null && this.excess === null; found = breaks.exec(text)) {
      if (found[0] !== "\n" && found[0] !== String.raw`\n`) continue;
      if (found.index > from) this.#gather(text.slice(from, found.index));
      if (this.#pending !== "") this.end();
      if (found[0] === "\n") this.#number += 1;
      from = breaks.lastIndex;
    }
    if (this.excess === null) this.#gather(text.slice(from));
  }

  #pushReal(text: string): void {
    let from = 0;
    for (let at = text.indexOf("\n"); at >= 0 && this.excess === null; at = text.indexOf("\n", from)) {
      if (at > from) this.#gather(text.slice(from, at));
      if (this.#pending !== "") this.end();
      this.#number += 1;
      from = at + 1;
    }
    if (this.excess === null) this.#gather(text.slice(from));
  }

  /** Ends the text. */
  end(): void {
    for (const line of splitLines(this.#pending, this.#number, this.#breaks)) this.#meet(line.text);
    this.#pending = "";
  }

  #gather(text: string): void {
    for (let from = 0; from < text.length && this.#pending.length <= longestLooked; from += longestLooked) {
      this.#pending += text.slice(from, from + longestLooked);
      if (this.#pending.length > longestLooked) this.#pending = cleanLine(this.#pending).text;
    }
  }

  #meet(raw: string): void {
    const { text } = cleanLine(raw);
    if (text === "") return;
    const fence = fenceKind(text);
    if (this.#fence === "unknown") this.#fence = fence === "bare" ? "bare" : "other";
    if (fence !== "none") return;
    this.#lines += 1;
    this.#firstLine ??= this.#number;
  }
}
