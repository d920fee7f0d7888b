import type { TaskState } from "../../../core/task.ts";

/** A state that a note in round brackets at an item's end may give it. */
export type NotedState = Extract<TaskState, "blocked" | "needs_human" | "deferred" | "cancelled">;

/** A note in round brackets at the end of an item. `start` is that of the space before it, `end` behind the bracket. */
export type Note = { readonly value: string; readonly start: number; readonly end: number } & NoteKind;

/* `ours` is the form that we write ourselves, and so take back. */
type NoteKind =
  | { readonly kind: "state"; readonly state: NotedState }
  | { readonly kind: "closing"; readonly ours: boolean }
  | { readonly kind: "deps" };

const noteForms: readonly { readonly form: RegExp; readonly as: NoteKind }[] = [
  { form: /^blocked(?:\s*:\s*|\s+(?=by\s)|$)/i, as: { kind: "state", state: "blocked" } },
  { form: /^needs[- ]human(?:\s*:\s*|$)/i, as: { kind: "state", state: "needs_human" } },
  { form: /^deferred(?:\s*:\s*|$)/i, as: { kind: "state", state: "deferred" } },
  { form: /^cancell?ed(?:\s*:\s*|$)/i, as: { kind: "state", state: "cancelled" } },
  { form: /^verified resolved at\s+/i, as: { kind: "closing", ours: true } },
  { form: /^(?:verified(?: at|:)|(?:resolved|fixed|done) (?:at|in)|note:)\s+/i, as: { kind: "closing", ours: false } },
  { form: /^(?:depends on|deps)(?:\s*:\s*|\s+)/i, as: { kind: "deps" } },
];

const noNotes: readonly Note[] = [];

/** The notes at the end of `text`, in their order, with offsets into it; `core` is the text before them. */
export function splitNotes(text: string): { readonly core: string; readonly notes: readonly Note[] } {
  let end = text.length;
  if (text.charCodeAt(end - 1) !== 41) return { core: text, notes: noNotes };
  const notes: Note[] = [];
  while (text.charCodeAt(end - 1) === 41) {
    const open = openingBracket(text, end - 1);
    if (open < 1 || !/\s/.test(text.charAt(open - 1))) break;
    const note = noteIn(text.slice(open + 1, end - 1), open - 1, end);
    if (note === null) break;
    notes.push(note);
    end = open - 1;
    while (end > 0 && /\s/.test(text.charAt(end - 1))) end--;
  }
  return { core: text.slice(0, end), notes: notes.toReversed() };
}

function noteIn(inside: string, start: number, end: number): Note | null {
  for (const { form, as } of noteForms) {
    const found = form.exec(inside);
    if (found !== null) return { ...as, value: inside.slice(found[0].length).trim(), start, end };
  }
  return null;
}

function openingBracket(text: string, close: number): number {
  let open = 0;
  for (let at = close; at >= 0; at--) {
    const code = text.charCodeAt(at);
    if (code === 41) open++;
    else if (code === 40 && --open === 0) return at;
  }
  return -1;
}

const dashed = String.raw`[A-Z][A-Z0-9]*(?:[-_][A-Z0-9]+)*[-_]\d+[a-z]?`;
const anyCase = String.raw`[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*[-_]\d+[a-z]?`;
const compact = String.raw`T\d+|[A-Z]{1,4}\d{3,}|[A-Z]{1,4}\d+(?:\.\d+)+`;
/* `keeps` is what of the match belongs to the title. */
const idForms: readonly { readonly form: RegExp; readonly keeps: string }[] = [
  { form: new RegExp(String.raw`^\*\*\[?(${anyCase}|${compact})\]?:?\*\*:?(?=\s|$)`), keeps: "" },
  { form: new RegExp(String.raw`^\*\*(${dashed}|${compact}):\s+(?=\S)`), keeps: "**" },
  { form: new RegExp(String.raw`^\[(${anyCase}|${compact})\](?:\([^()\s]*\))?:?(?=\s|$)`), keeps: "" },
  { form: new RegExp(String.raw`^(${dashed}|${compact}):(?=\s|$)`), keeps: "" },
  { form: /^(T\d{3,})(?=\s)/, keeps: "" },
];

/** The explicit id at the start of an item's text (null: none), and the text without it. */
export function splitId(core: string): { readonly id: string | null; readonly title: string } {
  const code = core.charCodeAt(0);
  if (code !== 42 && code !== 91 && (code < 65 || code > 90)) return { id: null, title: core };
  for (const { form, keeps } of idForms) {
    const found = form.exec(core);
    const id = found?.[1];
    if (found === null || id === undefined) continue;
    const rest = core.slice(found[0].length).replace(/^\s*(?:[–—-]\s+)?/, "");
    return { id, title: keeps + rest };
  }
  return { id: null, title: core };
}

/** The number that an item's text begins with (`1.1 text`), and the text without it; null where it begins with none. */
export function splitNumber(core: string): { readonly id: string; readonly title: string } | null {
  const [, id, title] = /^(\d+(?:\.\d+)+)[.)]?\s+(\S.*)$/s.exec(core) ?? [];
  return id === undefined || title === undefined ? null : { id, title };
}

const noLabels: readonly string[] = [];

/** The tags in square brackets that a title begins with (`[P] [US1] text`). */
export function labelsOf(title: string): readonly string[] {
  if (title.charCodeAt(0) !== 91) return noLabels;
  const labels: string[] = [];
  const tag = /\[([A-Za-z][^[\]]{0,80})\](?![([:])(?:\s+|$)/y;
  for (let found = tag.exec(title); found !== null; found = tag.exec(title)) labels.push(found[1] ?? "");
  return labels;
}

const largeMark = /(^|[\s(*])(?:LARGE(?![\w-])|\[(?:L|LARGE)\](?![([:]))/;

/** Whether an item is marked as large. */
export const isLarge = (core: string): boolean => largeMark.test(core);

const largeMarks = new RegExp(largeMark, "g");
const oddSpacing = /\s{2}|[^\S ]/;

/** What identifies an item without an explicit id: its text without size marks and spacing. */
export function identityOf(core: string): string {
  const text = isLarge(core) ? core.replaceAll(largeMarks, "$1") : core;
  return text !== core || oddSpacing.test(text) ? text.replaceAll(/\s+/g, " ").trim() : text;
}

/** A person's or an agent's words made fit for a note: one line, no round brackets, at most 300 characters. */
export function noteText(words: string): string {
  const line = words
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .replaceAll("(", "[")
    .replaceAll(")", "]")
    .trim();
  return line.length <= 300 ? line : `${Array.from(line).slice(0, 299).join("")}…`;
}
