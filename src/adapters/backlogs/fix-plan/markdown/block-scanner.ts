/* oxlint-disable max-lines -- the block phase is one automaton; cut in two, it would have to be read in two places at once */
import { boxAt } from "./box.ts";
import {
  closesFence,
  fenceLength,
  headingLevel,
  htmlKindOf,
  isThematicBreak,
  listMarkerLength,
  mayInterrupt,
  trimmedEnd,
  underlineLevel,
  type Fence,
  type HtmlKind,
} from "./block-starts.ts";
import { Containers, quote } from "./containers.ts";
import { frontMatterOf } from "./front-matter.ts";
import { LineCursor } from "./line-cursor.ts";
import { OddityLog } from "./oddity-log.ts";
import type { Scan, ScannedHeading, ScannedItem } from "./scanned.ts";

type Leaf = "none" | "paragraph" | "code" | "fence" | "html";

/**
 * Walks a text line by line and keeps what is open: containers (quotes and list items) and the leaf in the innermost one.
 * Follows the block phase of the CommonMark specification.
 */
export class BlockScanner extends LineCursor {
  readonly items: ScannedItem[] = [];
  readonly headings: ScannedHeading[] = [];
  readonly open = new Containers();
  odd = new OddityLog([]);

  /* the open leaf of the innermost container */
  leaf: Leaf = "none";
  fence: Fence = { code: 0, length: 0 };
  html: HtmlKind | null = null;
  leafLine = 0;
  leafStart = 0;
  paragraphTask = -1;
  newTask = -1;
  /* behind the last filled line so far */
  filledEnd = 0;

  run(): Scan {
    const bom = this.text.charCodeAt(0) === 0xfeff ? 1 : 0;
    const front = frontMatterOf(this.text, bom);
    this.odd = new OddityLog(front.oddities);
    this.next = front.end;
    this.line = front.lines;
    while (this.next < this.text.length) {
      this.readLine();
      this.takeLine();
    }
    this.reportUnclosed();
    this.closeTo(0);
    return { items: this.items, headings: this.headings, oddities: this.odd.found };
  }

  takeLine(): void {
    const matched = this.matchContainers();
    const all = matched === this.open.depth;
    if (all && this.continueLeaf()) return;
    if (!all && this.leaf !== "paragraph") this.closeTo(matched);
    this.newTask = -1;
    const level = this.openBlocks(matched, all && this.leaf === "paragraph");
    if (level >= 0) this.takeText(level);
    if (!this.blank) this.filledEnd = this.next;
  }

  matchContainers(): number {
    let level = 0;
    this.measure();
    for (; level < this.open.depth; level++) {
      const offset = this.open.offsets[level] ?? 0;
      if (offset === quote) {
        if (this.blank || this.indent > 3 || this.text.charCodeAt(this.first) !== 62) break;
        this.takeQuoteMark();
      } else if (this.blank) {
        if (this.open.hollow[level]) break;
      } else if (this.indent >= offset) {
        this.open.hollow[level] = false;
        this.advance(offset);
        this.indent -= offset;
      } else break;
    }
    return level;
  }

  /* True when the line is content of the open code, fence or HTML block. */
  continueLeaf(): boolean {
    switch (this.leaf) {
      case "none":
      case "paragraph":
        return false;
      case "code":
        if (this.blank || this.indent >= 4) break;
        this.leaf = "none";
        return false;
      case "fence":
        if (!this.blank && this.indent < 4 && closesFence(this.text, this.first, this.end, this.fence))
          this.leaf = "none";
        break;
      case "html":
        this.continueHtml();
        break;
    }
    if (!this.blank) this.filledEnd = this.next;
    return true;
  }

  continueHtml(): void {
    const closes = this.html?.closes ?? null;
    if (closes === null) {
      if (this.blank) this.leaf = "none";
      else if (this.open.quotes === 0) this.odd.html(this.line, this.text.slice(this.first, this.end));
    } else if (closes.test(this.text.slice(this.first, this.end))) this.leaf = "none";
  }

  closeTo(level: number): void {
    if (level === this.open.depth) return;
    while (this.open.depth > level) {
      const item = this.items[this.open.pop()];
      if (item !== undefined) item.end = this.filledEnd;
    }
    this.leaf = "none";
  }

  enter(offset: number, task: number, hollow: boolean): void {
    this.open.push(offset, task, hollow);
    this.leaf = "none";
  }

  /* Opens what the rest of the line opens below the first `level` containers. Gives the level of its text, -1 if the line is used up. */
  openBlocks(level: number, inParagraph: boolean): number {
    let at = level;
    for (let below = inParagraph; ; below = false) {
      if (this.blank) return at;
      if (this.indent >= 4) return this.leaf === "paragraph" ? at : this.openLeaf(at, "code");
      const code = this.text.charCodeAt(this.first);
      if (code === 62) {
        this.closeTo(at);
        this.takeQuoteMark();
        this.enter(quote, -1, false);
        at++;
        continue;
      }
      if (this.openPlainLeaf(at, code, below)) return -1;
      const marker = listMarkerLength(this.text, this.first, this.end);
      if (marker === 0 || (below && !mayInterrupt(this.text, this.first, this.end))) return at;
      this.openItem(at, marker);
      at++;
    }
  }

  openLeaf(level: number, leaf: Leaf): -1 {
    this.closeTo(level);
    this.leaf = leaf;
    this.leafLine = this.line;
    this.leafStart = this.start;
    return -1;
  }

  openPlainLeaf(level: number, code: number, below: boolean): boolean {
    const { text, first, end } = this;
    switch (code) {
      case 35:
        return this.openHeading(level);
      case 96:
      case 126: {
        const length = fenceLength(text, first, end);
        if (length === 0) return false;
        this.fence = { code, length };
        this.openLeaf(level, "fence");
        return true;
      }
      case 60:
        return this.openHtml(level);
      case 61:
      case 45:
        if (below && this.underline()) return true;
        break;
    }
    if (!isThematicBreak(text, first, end)) return false;
    this.openLeaf(level, "none");
    return true;
  }

  openHeading(level: number): boolean {
    const depth = headingLevel(this.text, this.first, this.end);
    if (depth === 0) return false;
    this.openLeaf(level, "none");
    const raw = this.text.slice(this.first + depth, this.end).trim();
    this.addHeading(depth, raw.replace(/(?:^|[ \t])#+$/, "").trim(), this.start, this.line);
    return true;
  }

  openHtml(level: number): boolean {
    const line = this.text.slice(this.first, this.end);
    const kind = htmlKindOf(line);
    if (kind === null || (!kind.interrupts && this.leaf === "paragraph")) return false;
    this.openLeaf(level, kind.closes?.test(line) ? "none" : "html");
    this.html = kind;
    return true;
  }

  underline(): boolean {
    const level = underlineLevel(this.text, this.first, this.end);
    if (level === 0) return false;
    this.leaf = "none";
    const text = this.text.slice(this.leafStart, this.start).trim().replaceAll(/\s+/g, " ");
    this.addHeading(level, text, this.leafStart, this.leafLine);
    if (this.paragraphTask < 0) return true;
    this.items.pop();
    this.open.tasks[this.open.depth - 1] = -1;
    return true;
  }

  addHeading(level: number, text: string, start: number, line: number): void {
    if (this.open.quotes === 0) this.odd.heading(line, text);
    if (this.open.depth === 0) this.headings.push({ level, text, line, start, end: this.next });
  }

  openItem(level: number, marker: number): void {
    this.closeTo(level);
    const before = this.indent;
    this.col += before + marker;
    this.pos = this.first + marker;
    this.measure();
    const gap = this.blank || this.indent > 4 ? 1 : this.indent;
    this.advance(gap);
    this.measure();
    this.enter(before + marker + gap, this.taskHere(), this.blank);
  }

  /* The index of the task that the content at the cursor makes, -1 if it makes none. */
  taskHere(): number {
    const { text, first, end } = this;
    if (this.open.quotes > 0 || this.blank || this.indent > 3) return -1;
    const code = text.charCodeAt(first);
    if (code !== 91 && code !== 92) return -1;
    const box = boxAt(text, first, end);
    if (box === null) {
      this.odd.item(this.line, text.slice(first, end), text.slice(this.start, end));
      return -1;
    }
    this.newTask = this.items.length;
    this.items.push({
      line: this.line,
      start: this.start,
      lineEnd: end,
      mark: box.mark,
      box: box.at,
      textStart: box.textStart,
      tailStart: box.textStart,
      tailEnd: trimmedEnd(text, end),
      end: this.next,
      parent: this.open.task(),
      section: this.headings.length - 1,
    });
    return this.newTask;
  }

  takeText(level: number): void {
    if (this.blank) {
      this.closeTo(level);
      if (this.leaf === "paragraph") this.leaf = "none";
      return;
    }
    if (this.leaf === "paragraph") return this.lengthenParagraph();
    this.openLeaf(level, "paragraph");
    this.leafStart = this.first;
    this.paragraphTask = this.newTask;
    if (this.open.quotes === 0) this.odd.paragraph(this.line, this.text, this.first, this.end);
  }

  lengthenParagraph(): void {
    if (this.open.quotes === 0) this.odd.paragraph(this.line, this.text, this.first, this.end);
    const item = this.items[this.paragraphTask];
    if (item === undefined) return;
    item.tailStart = this.first;
    item.tailEnd = trimmedEnd(this.text, this.end);
  }

  reportUnclosed(): void {
    const endless = this.leaf === "fence" || (this.leaf === "html" && this.html?.closes != null);
    if (!endless || this.open.quotes > 0) return;
    this.odd.unclosed(this.leafLine, this.text.slice(this.leafStart));
  }
}
