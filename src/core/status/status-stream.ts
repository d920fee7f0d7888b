import { cleanLine, fenceKind, isBlank } from "./reading/clean-line.ts";
import { isDecoration, longestRun, markAt, opens, reach, sentinel, sentinelLength } from "./reading/delimiter.ts";
import type { Mark } from "./reading/delimiter.ts";
import { fieldLine } from "./reading/field-line.ts";
import { concludeReading } from "./reading/conclude-reading.ts";
import type { Candidate } from "./reading/conclude-reading.ts";
import { LineTrack } from "./reading/line-track.ts";
import { readBlock } from "./reading/read-block.ts";
import { profiles, requiredFields } from "./profile.ts";
import type { FieldName, Profile, ProfileName } from "./profile.ts";
import { readRegion } from "./reading/read-region.ts";
import type { Region } from "./reading/read-region.ts";
import { isForeign } from "./reading/foreign-record.ts";
import { lineFeeds } from "./reading/split-lines.ts";
import type { StatusReading } from "./status-block.ts";
import { TrailingText } from "./reading/trailing-text.ts";

/** Who writes to the tracker: if the agent does, the fields about it are required (C-2). */
export interface ReadOptions {
  readonly tracker?: "agent-writes" | "harness-writes";
}

/** The longest block, in UTF-16 units; one that is still open behind this is read as far as it came. */
export const longestBlock = 262_144;

// What is kept of a text before the place that was looked at last, and how much may gather before it is cut again.
const kept = 2 * reach.before;
const idleLimit = 8 * kept;

interface OpenBlock {
  readonly mark: Mark;
  readonly line: number;
  readonly fenceBefore: "none" | "bare" | "with-info";
  /** An end delimiter that shares its line with a value; it counts if none on a line of its own comes. */
  glued: Mark | undefined;
}

/**
 * Reads the status block from a text that comes in pieces (C-11): in time linear in the text and with memory for one
 * block, whatever the size of the text and of the pieces.
 */
export class StatusStream {
  readonly #profile: Profile;
  readonly #required: readonly FieldName[];
  // The text that may still matter. All places are in the whole input; `#base` is where the kept text starts.
  #text = "";
  #base = 0;
  #seam = "";
  #next = 0;
  #waiting = false;
  readonly #track = new LineTrack();
  #open: OpenBlock | undefined;
  #complete: Candidate | undefined;
  #completeCount = 0;
  #unfinished: Candidate | undefined;
  #templateLine: number | undefined;

  constructor(profile: ProfileName, options: ReadOptions = {}) {
    this.#profile = profiles[profile];
    this.#required = requiredFields(this.#profile, options.tracker ?? "harness-writes");
  }

  /** Takes the next piece of the text. */
  push(piece: string): void {
    this.#complete?.trailing.push(piece);
    this.#unfinished?.trailing.push(piece);
    const seam = this.#seam + piece.slice(0, sentinelLength);
    this.#seam = (this.#seam + piece.slice(-sentinelLength)).slice(-sentinelLength);
    if (!this.#waiting && !mentions(seam) && !mentions(piece)) {
      this.#pass(piece);
    } else {
      this.#text += piece;
      this.#scan("more-to-come");
    }
    this.#giveUp(this.#waiting ? this.#next : this.#end - sentinelLength);
    this.#tidy();
  }

  /** Ends the text and gives what was read. The stream takes nothing after it. */
  end(): StatusReading {
    this.#scan("complete");
    if (this.#open !== undefined) this.#closeUnfinished(this.#open, this.#end, "at-the-end");
    const chosen = this.#complete ?? this.#unfinished;
    chosen?.trailing.end();
    return concludeReading(this.#profile.name, chosen, {
      completeBlocks: this.#completeCount,
      templateLine: this.#templateLine,
    });
  }

  get #end(): number {
    return this.#base + this.#text.length;
  }

  // Most of a transcript goes this way: nothing in it can be a delimiter, so it is counted and dropped.
  #pass(piece: string): void {
    if (this.#open === undefined && piece.length >= kept) {
      this.#drop(this.#end);
      this.#text = piece;
    } else {
      this.#text += piece;
    }
    this.#next = Math.max(this.#next, this.#end - sentinelLength);
  }

  #drop(to: number): void {
    if (to <= this.#base) return;
    this.#track.forget(this.#text, this.#base, to);
    this.#text = this.#text.slice(to - this.#base);
    this.#base = to;
  }

  #scan(rest: "more-to-come" | "complete"): void {
    this.#waiting = false;
    for (;;) {
      const at = nextMention(this.#text, this.#next - this.#base);
      if (at === undefined) break;
      const place = this.#base + at;
      if (rest === "more-to-come" && !this.#isInView(at)) {
        this.#waiting = true;
        this.#next = place;
        return;
      }
      this.#next = place + sentinelLength;
      this.#giveUp(place);
      const mark = markAt(this.#text, at, this.#base);
      if (mark?.kind === "start") this.#meetStart(mark);
      if (mark?.kind === "end" && this.#open !== undefined) this.#meetEnd(mark, this.#open);
    }
    this.#next = Math.max(this.#next, this.#end - sentinelLength + 1);
  }

  // Cuts what can't matter any more off, once it is worth the copying.
  #tidy(): void {
    const needed = Math.min(this.#waiting ? this.#next : this.#end, this.#open?.mark.lineFrom ?? this.#end) - kept;
    if (needed - this.#base > idleLimit - kept) this.#drop(needed);
  }

  // A delimiter is judged once its line has ended or enough of it is there.
  #isInView(at: number): boolean {
    const far = sentinelLength + longestRun + reach.after;
    const ahead = this.#text.slice(at, at + far);
    return ahead.includes("\n") || ahead.length === far;
  }

  #meetStart(mark: Mark): void {
    const open = this.#open;
    if (!opens(mark)) return;
    if (open !== undefined && open.mark.to > mark.from) return;
    this.#track.advance(this.#text, this.#base, mark.from);
    if (mark.breaks === "escaped" && isForeign(this.#recordBefore(mark))) return;
    if (open !== undefined) this.#closeUnfinished(open, Math.max(mark.lineFrom, open.mark.to), "at-a-start");
    const lineFrom = Math.max(mark.lineFrom, open?.mark.to ?? 0);
    this.#open = {
      mark: { ...mark, lineFrom },
      line: this.#track.line,
      fenceBefore: mark.breaks === "real" ? fenceAbove(this.#slice(lineFrom - 256, lineFrom)) : "none",
      glued: undefined,
    };
  }

  #recordBefore(mark: Mark): string {
    const near = this.#slice(Math.max(this.#track.lineFrom, mark.from - reach.before), mark.from);
    return `${this.#track.head(this.#slice(this.#base, mark.from), this.#base)}\n${near}`;
  }

  #meetEnd(mark: Mark, open: OpenBlock): void {
    const lineBreak = this.#text.indexOf("\n", open.mark.to - this.#base);
    const sameLine =
      open.mark.breaks === "real" ? lineBreak < 0 || this.#base + lineBreak > mark.from : mark.lineFrom <= open.mark.to;
    if (sameLine || isDecoration(mark.lead)) this.#closeComplete(open, mark);
    else if (isDecoration(mark.tail) && fieldLine(cleanLine(mark.lead).text) !== undefined) open.glued ??= mark;
  }

  #closeComplete(open: OpenBlock, end: Mark): void {
    const region = this.#region(open, end, end.from);
    const outside = stringEnd(region);
    if (outside !== undefined) return this.#closeUnfinished(open, open.mark.to + outside, "at-the-end");
    this.#open = undefined;
    const reading = readBlock(readRegion(region), this.#profile, this.#required);
    if (reading.kind === "template") this.#templateLine ??= open.line;
    if (reading.kind !== "block") return;
    const endLine = open.line + lineFeeds(region.text);
    const trailing = new TrailingText(endLine, open.mark.breaks);
    const restOfLine = end.tail.replace(/^[\s*_`"'”’}\],]+$/u, "");
    trailing.push(restOfLine);
    trailing.push(this.#slice(end.to + end.tail.length, this.#end));
    this.#completeCount += 1;
    this.#complete = {
      reading,
      trailing,
      line: open.line,
      end: "delimiter",
      fenceBefore: open.fenceBefore,
      span: { start: open.mark.lineFrom, end: end.to + end.tail.length },
    };
    this.#unfinished = undefined;
  }

  #closeUnfinished(open: OpenBlock, limit: number, why: "at-the-end" | "at-a-start"): void {
    if (open.glued !== undefined) return this.#closeGlued(open, open.glued);
    this.#open = undefined;
    const region = this.#region(open, undefined, limit);
    const inString = stringEnd(region) ?? region.text.length;
    const found = readRegion({ ...region, text: region.text.slice(0, inString) });
    if (why === "at-a-start" && found.ended === "by-the-end") return;
    const reading = readBlock(found, this.#profile, this.#required);
    if (reading.kind === "template") this.#templateLine ??= open.line;
    if (reading.kind !== "block" || this.#complete !== undefined) return;
    const trailing = new TrailingText(open.line + lineFeeds(region.text, 0, found.rest), open.mark.breaks);
    trailing.push(this.#slice(open.mark.to + found.rest, this.#end));
    this.#unfinished = {
      reading,
      trailing,
      line: open.line,
      lastLine: found.lastLine,
      end: "missing",
      fenceBefore: open.fenceBefore,
      span: { start: open.mark.lineFrom, end: open.mark.to + found.to },
    };
  }

  // Reading goes on behind the delimiter that was passed over before.
  #closeGlued(open: OpenBlock, end: Mark): void {
    open.glued = undefined;
    this.#closeComplete(open, end);
  }

  // No block is that long: it is read as far as it came, and the text goes on without it.
  #giveUp(reached: number): void {
    const open = this.#open;
    if (open === undefined || reached - open.mark.from <= longestBlock) return;
    this.#closeUnfinished(open, open.mark.from + longestBlock, "at-the-end");
  }

  #region(open: OpenBlock, end: Mark | undefined, limit: number): Region {
    return { start: open.mark, end, text: this.#slice(open.mark.to, limit), line: open.line };
  }

  #slice(from: number, to: number): string {
    return this.#text.slice(Math.max(0, from - this.#base), Math.max(0, to - this.#base));
  }
}

function nextMention(text: string, from: number): number | undefined {
  sentinel.lastIndex = from;
  return sentinel.exec(text)?.index;
}

const mentions = (text: string): boolean => nextMention(text, 0) !== undefined;

// Where the JSON string that holds the block ends, if it ends inside the region.
function stringEnd(region: Region): number | undefined {
  if (region.start.breaks === "real") return undefined;
  for (const match of region.text.matchAll(/\\.|"\s*(?:[,}\]:]|$)/gu))
    if (!match[0].startsWith("\\")) return match.index;
  return undefined;
}

function fenceAbove(text: string): OpenBlock["fenceBefore"] {
  const line = text.split("\n").findLast((each) => !isBlank(each));
  return line === undefined ? "none" : fenceKind(cleanLine(line).text);
}
