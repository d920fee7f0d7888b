import { taskId } from "../../../core/task-id.ts";
import type { TaskId, TaskState } from "../../../core/task.ts";
import { idsIn } from "./details.ts";
import { identityOf, labelsOf, splitId, splitNotes, splitNumber, type Note } from "./item-text.ts";
import { scanPlan } from "./markdown/scan.ts";
import type { Scan, ScannedItem } from "./markdown/scanned.ts";
import { sectionsOf, type Section } from "./sections.ts";

/** One item of a plan, read but not yet a task. Offsets of `notes` are into the whole text. */
export interface PlanItem {
  readonly at: ScannedItem;
  readonly index: number;
  readonly id: TaskId;
  /** The id is written in the item. */
  readonly explicit: boolean;
  /** Unlike any other item's key, also where ids are used twice. */
  readonly key: string;
  /** The first line's text without notes. */
  readonly core: string;
  readonly title: string;
  readonly labels: readonly string[];
  readonly state: TaskState;
  readonly reason: string | null;
  /** The mark is not one that has a meaning. */
  readonly unknownMark: boolean;
  readonly deps: readonly TaskId[];
  readonly notes: readonly Note[];
  /** Behind the last character of the first line's text, notes included. */
  readonly textEnd: number;
  readonly section: Section;
}

/** A whole plan file. */
export interface Plan {
  readonly text: string;
  readonly scan: Scan;
  readonly items: readonly PlanItem[];
  /** The section of a heading, by its index in the scan; -1 is what stands before any. */
  readonly sectionAt: (heading: number) => Section;
}

/** How a plan is read: its repository-relative name, and the titles of sections whose tasks are optional. */
export interface PlanOptions {
  readonly name: string;
  readonly optionalSections: readonly string[];
  /** Takes the number that an item begins with (`1.1 text`) for its id, too. */
  readonly numbered?: boolean;
}

/** What each mark in a box means. Any other mark is a fault. */
export const markStates: Readonly<Record<string, TaskState>> = {
  " ": "todo",
  "\t": "todo",
  x: "done",
  X: "done",
  "-": "cancelled",
  "~": "in_progress",
  ">": "deferred",
  "!": "blocked",
};

/** Reads a plan's text: items with their ids, states and sections. Never fails; what is odd is in the scan. */
export function readPlan(text: string, options: PlanOptions): Plan {
  const scan = scanPlan(text);
  const sectionAt = sectionsOf(scan.headings, options);
  const use = uses();
  const hash = pathHashes();
  const items = scan.items.map((at, index): PlanItem => {
    const section = sectionAt(at.section);
    const { core, notes, textEnd } = readText(text, at);
    const { id: written, title } = (options.numbered === true ? splitNumber(core) : null) ?? splitId(core);
    const own = hash(section.path, written === null ? identityOf(core) : "");
    const base = written ?? idOf(own);
    const count = use(base);
    const id = taskId(written ?? (count === 1 ? base : idOf(mixed(own, `\n${count}`))));
    const { state, reason } = stateOf(at.mark, notes);
    return {
      at,
      index,
      id,
      explicit: written !== null,
      key: written === null || count === 1 ? id : `${id}\n${count}`,
      core,
      title: title === "" ? core : title,
      labels: labelsOf(title),
      state,
      reason,
      unknownMark: markStates[at.mark] === undefined,
      deps: depsOf(notes),
      notes,
      textEnd,
      section,
    };
  });
  return { text, scan, items, sectionAt };
}

/* Counts the uses of a text. One look into a large table for each, since few come twice. */
function uses(): (text: string) => number {
  const seen = new Set<string>();
  const again = new Map<string, number>();
  return (text) => {
    const known = seen.size;
    if (seen.add(text).size > known) return 1;
    const count = (again.get(text) ?? 1) + 1;
    again.set(text, count);
    return count;
  };
}

const none: readonly never[] = [];

const depsOf = (notes: readonly Note[]): readonly TaskId[] =>
  notes.length === 0 ? none : notes.flatMap((note) => (note.kind === "deps" ? idsIn(note.value) : none));

function readText(text: string, at: ScannedItem): { core: string; notes: readonly Note[]; textEnd: number } {
  const oneLine = at.tailStart === at.textStart;
  const first = oneLine ? text.slice(at.textStart, at.tailEnd) : text.slice(at.textStart, at.lineEnd).trimEnd();
  const { core, notes } = splitNotes(first);
  if (oneLine && notes.length === 0) return { core, notes, textEnd: at.tailEnd };
  const placed = notes.map((note) => moved(note, at.textStart));
  if (!oneLine)
    placed.push(...splitNotes(text.slice(at.tailStart, at.tailEnd)).notes.map((note) => moved(note, at.tailStart)));
  return { core, notes: placed, textEnd: at.textStart + first.length };
}

const moved = (note: Note, by: number): Note => ({ ...note, start: note.start + by, end: note.end + by });

function stateOf(mark: string, notes: readonly Note[]): { state: TaskState; reason: string | null } {
  const marked = markStates[mark] ?? "todo";
  const note = notes.findLast((each) => each.kind === "state");
  if (note === undefined || marked === "done" || marked === "in_progress") return { state: marked, reason: null };
  const reason = note.value === "" ? null : note.value;
  if (marked === "todo" || (marked === "blocked" && note.state === "needs_human")) return { state: note.state, reason };
  return { state: marked, reason };
}

/* Section, text and occurrence make the id, so that ticking, annotating and moving others change nothing. */
function pathHashes(): (path: string, identity: string) => Hash {
  const seeds = new Map<string, Hash>();
  return (path, identity) => {
    let seed = seeds.get(path);
    if (seed === undefined) seeds.set(path, (seed = mixed(emptyHash, `${path}\n`)));
    return identity === "" ? seed : mixed(seed, identity);
  };
}

/* Two 32-bit halves, mixed by multiplication; 25 bits of each are used. */
interface Hash {
  readonly high: number;
  readonly low: number;
}
const emptyHash: Hash = { high: 0xdeadbeef, low: 0x41c6ce57 };

function mixed({ high, low }: Hash, text: string): Hash {
  let [h, l] = [high, low];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    h = Math.imul(h ^ code, 2_654_435_761);
    l = Math.imul(l ^ code, 1_597_334_677);
  }
  return { high: h, low: l };
}

const letters = Array.from("abcdefghijkmnpqrstuvwxyz23456789", (letter) => letter.charCodeAt(0));
const letterOf = (bits: number): number => letters[bits & 31] ?? 0;

/* Ten letters of five bits each, made at once: this runs for every item at every load. */
function idOf({ high, low }: Hash): string {
  const h = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  const l = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(h ^ (h >>> 13), 3_266_489_909);
  const first = String.fromCharCode(
    letterOf(h),
    letterOf(h >>> 5),
    letterOf(h >>> 10),
    letterOf(h >>> 15),
    letterOf(h >>> 20),
  );
  const second = String.fromCharCode(
    letterOf(l),
    letterOf(l >>> 5),
    letterOf(l >>> 10),
    letterOf(l >>> 15),
    letterOf(l >>> 20),
  );
  return `task-${first}${second}`;
}
