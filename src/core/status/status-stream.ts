import { fenceAbove } from "./reading/clean-line.ts";
import {
  isDecoration,
  isFieldsValue,
  longestRun,
  markAt,
  opens,
  reach,
  sentinel,
  sentinelLength,
} from "./reading/delimiter.ts";
import type { Mark } from "./reading/delimiter.ts";
import { concludeReading } from "./reading/conclude-reading.ts";
import type { Candidate } from "./reading/conclude-reading.ts";
import { KeptText } from "./reading/kept-text.ts";
import { readBlock } from "./reading/read-block.ts";
import { profiles, requiredFields } from "./profile.ts";
import type { FieldName, Profile, ProfileName } from "./profile.ts";
import { readRegion, stringEnd } from "./reading/read-region.ts";
import type { Region } from "./reading/read-region.ts";
import { isForeign } from "./reading/foreign-record.ts";
import { lineFeeds } from "./reading/split-lines.ts";
import type { StatusReading } from "./status-block.ts";
import { TrailingText } from "./reading/trailing-text.ts";

/** Who writes to the tracker: if the agent does, the fields about it are required. */
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
 * Reads the status block from a text that comes in pieces: in time linear in the text and with memory for one
 * block, whatever the size of the text and of the pieces.
 */
export class StatusStream {
  readonly #profile: Profile;
  readonly #required: readonly FieldName[];
  readonly #text = new KeptText();
  // The end of what was pushed last: a word may be cut in two.
  #seam = "";
  // From where on the text was not looked at yet, and whether that is for want of what follows.
  #next = 0;
  #waiting = false;
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
      this.#text.append(piece);
      this.#scan("more-to-come");
    }
    this.#giveUp(this.#waiting ? this.#next : this.#text.end - sentinelLength);
    this.#tidy();
  }

  /** Ends the text and gives what was read. The stream takes nothing after it. */
  end(): StatusReading {
    this.#scan("complete");
    if (this.#open !== undefined) this.#closeUnfinished(this.#open, this.#text.end, "at-the-end");
    const chosen = this.#complete ?? this.#unfinished;
    chosen?.trailing.end();
    return concludeReading(this.#profile.name, chosen, {
      completeBlocks: this.#completeCount,
      templateLine: this.#templateLine,
    });
  }

  // Most of a transcript goes this way: nothing in it can be a delimiter, so it is counted and dropped.
  #pass(piece: string): void {
    if (this.#open === undefined && piece.length >= kept) this.#text.replace(piece);
    else this.#text.append(piece);
    this.#next = Math.max(this.#next, this.#text.end - sentinelLength);
  }

  #scan(rest: "more-to-come" | "complete"): void {
    this.#waiting = false;
    for (;;) {
      const { text, start } = this.#text;
      const at = nextMention(text, this.#next - start);
      if (at === undefined) break;
      const place = start + at;
      if (rest === "more-to-come" && !this.#isInView(place)) {
        this.#waiting = true;
        this.#next = place;
        return;
      }
      this.#next = place + sentinelLength;
      this.#giveUp(place);
      const mark = markAt(text, at, start);
      if (mark?.kind === "start") this.#meetStart(mark);
      if (mark?.kind === "end" && this.#open !== undefined) this.#meetEnd(mark, this.#open);
    }
    this.#next = Math.max(this.#next, this.#text.end - sentinelLength + 1);
  }

  // Cuts what can't matter any more off, once it is worth the copying.
  #tidy(): void {
    const { start, end } = this.#text;
    const needed = Math.min(this.#waiting ? this.#next : end, this.#open?.mark.lineFrom ?? end) - kept;
    if (needed - start > idleLimit - kept) this.#text.forget(needed);
  }

  // A delimiter is judged once its line has ended or enough of it is there.
  #isInView(place: number): boolean {
    const far = place + sentinelLength + longestRun + reach.after;
    return far <= this.#text.end || this.#text.nextLineFeed(place) < far;
  }

  #meetStart(mark: Mark): void {
    const open = this.#open;
    if (!opens(mark)) return;
    if (open !== undefined && (open.mark.to > mark.from || isInValue(mark, open))) return;
    if (mark.breaks === "escaped" && isForeign(this.#text.lineBefore(mark.from))) return;
    if (open !== undefined) this.#closeUnfinished(open, Math.max(mark.lineFrom, open.mark.to), "at-a-start");
    const lineFrom = Math.max(mark.lineFrom, open?.mark.to ?? 0);
    this.#open = {
      mark: { ...mark, lineFrom },
      line: this.#text.lineAt(mark.from),
      fenceBefore: mark.breaks === "real" ? fenceAbove(this.#text.slice(lineFrom - 256, lineFrom)) : "none",
      glued: undefined,
    };
  }

  #meetEnd(mark: Mark, open: OpenBlock): void {
    const sameLine =
      open.mark.breaks === "real" ? this.#text.nextLineFeed(open.mark.to) > mark.from : mark.lineFrom <= open.mark.to;
    if (sameLine || (isDecoration(mark.lead) && !isInValue(mark, open))) this.#closeComplete(open, mark);
    else if (isDecoration(mark.tail) && isFieldsValue(mark.lead)) open.glued ??= mark;
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
    trailing.push(this.#text.slice(end.to + end.tail.length, this.#text.end));
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
    trailing.push(this.#text.slice(open.mark.to + found.rest, this.#text.end));
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
    return { start: open.mark, end, text: this.#text.slice(open.mark.to, limit), line: open.line };
  }
}

// In a block with real line breaks an escaped one is text, and so is a delimiter behind it.
const isInValue = (mark: Mark, open: OpenBlock): boolean =>
  open.mark.breaks === "real" && mark.breaks === "escaped" && isFieldsValue(mark.realLead);

function nextMention(text: string, from: number): number | undefined {
  sentinel.lastIndex = from;
  return sentinel.exec(text)?.index;
}

const mentions = (text: string): boolean => nextMention(text, 0) !== undefined;
