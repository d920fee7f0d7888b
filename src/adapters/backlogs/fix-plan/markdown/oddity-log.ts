import { isBoxLine, isGluedBox, oddFormOf, type Oddity } from "./box.ts";

/** Collects the lines that look like tasks and are none. */
export class OddityLog {
  readonly found: Oddity[];

  constructor(known: readonly Oddity[]) {
    this.found = [...known];
  }

  /** The content of a list item that is no task; `whole` is its line. */
  item(line: number, content: string, whole: string): void {
    const code = oddFormOf(content);
    if (code !== null) this.found.push({ code, line, text: whole });
  }

  /** A line of a paragraph, from its first character to its end. */
  paragraph(line: number, text: string, first: number, end: number): void {
    const second = text.charCodeAt(first + 1);
    if (second !== 91 && second !== 46 && second !== 41 && (second < 48 || second > 57)) return;
    const words = text.slice(first, end);
    if (isGluedBox(words)) this.found.push({ code: "no-space-after-marker", line, text: words });
  }

  heading(line: number, text: string): void {
    if (/^(?:(?:[-*+]|\d+[.)])\s+)?\[[ xX]\](?:\s|$)/.test(text))
      this.found.push({ code: "box-in-heading", line, text });
  }

  /** A line of an HTML block that only an empty line ends. */
  html(line: number, text: string): void {
    if (isBoxLine(text)) this.found.push({ code: "box-in-html", line, text });
  }

  /** The text from the line that opens a block without end. */
  unclosed(line: number, text: string): void {
    const lines = text.split(/\r\n|\r|\n/);
    if (lines.some(isBoxLine)) this.found.push({ code: "unclosed-block", line, text: lines[0] ?? "" });
  }
}
