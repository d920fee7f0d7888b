import { isSpace } from "./block-starts.ts";

/** A place in a text: the line, and in it the offset and column up to which the line is used up. Tabs stop every four columns. */
export class LineCursor {
  readonly text: string;
  /* the line: its number, start, end without and with line end */
  line = 0;
  start = 0;
  end = 0;
  next = 0;
  /* the cursor in the line: offset and column; from it the first filled character and the columns before it */
  pos = 0;
  col = 0;
  first = 0;
  indent = 0;
  blank = false;
  /* the next carriage return, -1: none is left */
  nextCr = -2;

  constructor(text: string) {
    this.text = text;
  }

  /* Goes to the next line. LF, CRLF and a lone CR end one. */
  readLine(): void {
    const { text } = this;
    this.start = this.pos = this.next;
    this.line++;
    this.col = 0;
    if (this.nextCr !== -1 && this.nextCr < this.start) this.nextCr = text.indexOf("\r", this.start);
    const lf = text.indexOf("\n", this.start);
    const cr = this.nextCr;
    if (cr >= 0 && (lf < 0 || cr < lf)) {
      this.end = cr;
      this.next = lf === cr + 1 ? lf + 1 : cr + 1;
    } else {
      this.end = lf < 0 ? text.length : lf;
      this.next = lf < 0 ? text.length : lf + 1;
    }
  }

  /* Looks for the first filled character from the cursor on. */
  measure(): void {
    const { text, end } = this;
    let at = this.pos;
    let col = this.col;
    for (; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code === 32) col++;
      else if (code === 9) col += 4 - (col % 4);
      else break;
    }
    this.first = at;
    this.indent = col - this.col;
    this.blank = at >= end;
  }

  /* A tab may be taken in part: then the cursor stays before it, in a later column. */
  advance(columns: number): void {
    for (let left = columns; left > 0 && this.pos < this.end;) {
      const width = this.text.charCodeAt(this.pos) === 9 ? 4 - (this.col % 4) : 1;
      const taken = Math.min(width, left);
      if (taken === width) this.pos++;
      this.col += taken;
      left -= taken;
    }
  }

  takeQuoteMark(): void {
    this.col += this.indent + 1;
    this.pos = this.first + 1;
    if (this.pos < this.end && isSpace(this.text.charCodeAt(this.pos))) this.advance(1);
    this.measure();
  }
}
