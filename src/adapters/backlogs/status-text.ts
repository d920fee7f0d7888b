import type { TaskState } from "../../core/task.ts";
import type { StateChange as Change } from "../../ports/backlog.ts";
import { noteText } from "./fix-plan/item-text.ts";

/** The words by which a source names its states; null for one that it has no word for. */
export interface StatusWords {
  readonly todo: string;
  readonly in_progress: string;
  readonly done: string;
  readonly blocked: string;
  readonly needs_human: string | null;
}

/** A status as it is written: a word, and a note in round brackets behind it. */
export interface StatusReading {
  readonly state: TaskState;
  readonly reason: string | null;
}

type StateChange = Omit<Change, "id">;
type NotedState = Extract<TaskState, "needs_human" | "deferred" | "cancelled">;

/* States without a word of their own are the nearest word and a note that names them. */
const noteForms: readonly { readonly form: RegExp; readonly state: NotedState; readonly word: "blocked" | "done" }[] = [
  { form: /^needs-human(?:\s*:\s*|$)/i, state: "needs_human", word: "blocked" },
  { form: /^deferred(?:\s*:\s*|$)/i, state: "deferred", word: "blocked" },
  { form: /^cancell?ed(?:\s*:\s*|$)/i, state: "cancelled", word: "done" },
];
const evidence = /^verified resolved at\s+/i;

const normal = (word: string): string =>
  word
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, "-");

/** The word of a status text, without its note. */
export const statusWord = (raw: string): string => splitStatus(raw).word;

function splitStatus(raw: string): { readonly word: string; readonly note: string | null } {
  const [, word, note] = /^(.*?)\s+\((.*)\)$/s.exec(raw.trim()) ?? [];
  return word === undefined || note === undefined ? { word: raw.trim(), note: null } : { word, note: note.trim() };
}

/** Reads a status text such as `blocked (no key yet)`; null where its word is none of the source's. */
export function readStatusText(raw: string, words: StatusWords): StatusReading | null {
  const { word, note } = splitStatus(raw);
  const state = stateOf(normal(word), words);
  if (state === null) return null;
  const named = note === null ? undefined : noteForms.find((each) => each.form.test(note) && each.word === state);
  if (named !== undefined && note !== null) return { state: named.state, reason: orNull(note.replace(named.form, "")) };
  const hasReason = state === "blocked" || state === "needs_human";
  return { state, reason: hasReason && note !== null ? orNull(note) : null };
}

const orNull = (text: string): string | null => (text.trim() === "" ? null : text.trim());

function stateOf(word: string, words: StatusWords): TaskState | null {
  switch (word) {
    case words.todo:
      return "todo";
    case words.in_progress:
      return "in_progress";
    case words.done:
      return "done";
    case words.blocked:
      return "blocked";
    case words.needs_human:
      return "needs_human";
    default:
      return null;
  }
}

/** The word under which a source keeps a state. */
export function wordFor(state: TaskState, words: StatusWords): string {
  switch (state) {
    case "todo":
    case "in_progress":
    case "done":
    case "blocked":
      return words[state];
    case "needs_human":
      return words.needs_human ?? words.blocked;
    case "deferred":
      return words.blocked;
    case "cancelled":
      return words.done;
  }
}

/** The status text that a change makes of the one that stands there; the same text where it says so already. */
export function changedStatusText(raw: string, change: StateChange, words: StatusWords): string {
  const now = readStatusText(raw, words);
  const note = noteFor(change, words);
  if (now?.state === change.state && note === "") return raw;
  const { word } = splitStatus(raw);
  const wanted = wordFor(change.state, words);
  const kept = normal(word) === wanted ? word : wanted;
  return note === "" ? kept : `${kept} (${note})`;
}

function noteFor(change: StateChange, words: StatusWords): string {
  const reason = noteText(change.reason ?? "");
  const said = reason === "" ? noteText(change.note ?? "") : reason;
  switch (change.state) {
    case "todo":
    case "in_progress":
      return "";
    case "done": {
      const proof = noteText(change.note ?? "").replace(evidence, "");
      return proof === "" ? "" : `verified resolved at ${proof}`;
    }
    case "blocked":
      return said;
    case "needs_human":
      return words.needs_human === null ? named("needs-human", said) : said;
    case "deferred":
      return named("deferred", said);
    case "cancelled":
      return named("cancelled", said);
  }
}

const named = (word: string, reason: string): string => (reason === "" ? word : `${word}: ${reason}`);
