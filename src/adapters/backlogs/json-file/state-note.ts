import type { TaskState } from "../../../core/task.ts";
import type { StateChange } from "../../../ports/backlog.ts";
import { noteText } from "../fix-plan/item-text.ts";

type NotedState = Extract<TaskState, "blocked" | "needs_human" | "deferred" | "cancelled">;

/** What stands in round brackets at the end of a text field: a state with its reason, or evidence of a closing. */
export type StateNote =
  | { readonly kind: "state"; readonly state: NotedState; readonly value: string }
  | { readonly kind: "evidence"; readonly value: string };

const words: Readonly<Record<NotedState, string>> = {
  blocked: "blocked",
  needs_human: "needs-human",
  deferred: "deferred",
  cancelled: "cancelled",
};
const forms: readonly { readonly form: RegExp; readonly state: NotedState | null }[] = [
  { form: /^blocked(?:\s*:\s*|$)/i, state: "blocked" },
  { form: /^needs[- ]human(?:\s*:\s*|$)/i, state: "needs_human" },
  { form: /^deferred(?:\s*:\s*|$)/i, state: "deferred" },
  { form: /^cancell?ed(?:\s*:\s*|$)/i, state: "cancelled" },
  { form: /^verified resolved at\s+/i, state: null },
];
const atEnd = /\(([^()]*)\)$/;

/** The note at the end of a field's text; null where there is none. */
export function stateNoteIn(text: string): StateNote | null {
  const inside = atEnd.exec(text)?.[1];
  if (inside === undefined) return null;
  for (const { form, state } of forms) {
    if (!form.test(inside)) continue;
    const value = inside.replace(form, "").trim();
    return state === null ? { kind: "evidence", value } : { kind: "state", state, value };
  }
  return null;
}

/** The note that goes with a state, brackets and all; empty for none. Fit for a JSON text without an escape. */
export function noteFor({ state, reason, note }: Omit<StateChange, "id">): string {
  const said = oneLine(reason ?? note ?? "");
  switch (state) {
    case "todo":
    case "in_progress":
      return "";
    case "done": {
      const proof = oneLine(note ?? "");
      return proof === "" ? "" : `(verified resolved at ${proof})`;
    }
    case "blocked":
    case "needs_human":
    case "deferred":
    case "cancelled":
      return said === "" ? `(${words[state]})` : `(${words[state]}: ${said})`;
  }
}

const oneLine = (text: string): string => noteText(text).replaceAll('"', "'").replaceAll("\\", "/");

/**
 * The written form of a field (JSON, with its quotes; null: it is not there) with the note at its end, in place of the one that
 * is there. Taking a note away again gives the very bytes from before: a field that was made for it alone is gone with it.
 */
export function withNote(raw: string | null, note: string): string | null {
  const base = withoutNote(raw);
  if (note === "") return base;
  // The space in front tells a field that was made for the note from one that was there and empty.
  if (base === null) return JSON.stringify(` ${note}`);
  return `${base.slice(0, -1)}${base === '""' ? "" : " "}${JSON.stringify(note).slice(1)}`;
}

function withoutNote(raw: string | null): string | null {
  const text = decoded(raw);
  if (raw === null || text === null || stateNoteIn(text) === null) return raw;
  const rest = text.replace(atEnd, "");
  if (rest === "") return '""';
  if (rest === " ") return null;
  const end = rest.endsWith(" ") ? rest.length - 1 : rest.length;
  return `${raw.slice(0, rawOffset(raw, end))}"`;
}

function decoded(raw: string | null): string | null {
  if (raw?.startsWith('"') !== true) return null;
  const value: unknown = JSON.parse(raw);
  return typeof value === "string" ? value : null;
}

/* Where the n-th character of a text stands in its written form. */
function rawOffset(raw: string, characters: number): number {
  let at = 1;
  for (let seen = 0; seen < characters; seen++) {
    if (raw[at] === "\\") at += raw[at + 1] === "u" ? 6 : 2;
    else at += 1;
  }
  return at;
}
