import type { TaskState } from "../../../core/task.ts";
import type { StateChange } from "../../../ports/backlog.ts";
import { noteText, type Note, type NotedState } from "./item-text.ts";
import type { PlanItem } from "./plan.ts";
import type { Splice } from "../splice.ts";

const noteWords: Readonly<Record<NotedState, string>> = {
  blocked: "blocked",
  needs_human: "needs-human",
  deferred: "deferred",
  cancelled: "cancelled",
};

/**
 * The smallest edits that give an item a state: its box, its note of state (` (blocked: reason)`), and for a closing its
 * evidence. In progress has no form of its own that we write: the item then stands open, as others' tools expect.
 */
export function stateSplices(item: PlanItem, change: StateChange): readonly Splice[] {
  const mark = markFor(item, change.state);
  const note = stateNote(change);
  const evidence = change.state === "done" ? evidenceNote(change) : "";
  const closes = change.state === "done" || change.state === "cancelled";
  const written = item.notes.map(wordsOf);
  const splices: Splice[] = item.notes
    .filter(
      (each, i) => (each.kind === "state" && written[i] !== note) || (each.kind === "closing" && each.ours && !closes),
    )
    .map(({ start, end }) => ({ start, end, text: "" }));
  if (mark !== item.at.mark) splices.push({ start: item.at.box, end: item.at.box + item.at.mark.length, text: mark });
  for (const text of [note, evidence]) if (text !== "" && !written.includes(text)) splices.push(insertion(item, text));
  return splices;
}

/* A note as we would write it; empty for those that we never write. */
function wordsOf(note: Note): string {
  switch (note.kind) {
    case "state":
      return note.value === "" ? ` (${noteWords[note.state]})` : ` (${noteWords[note.state]}: ${note.value})`;
    case "closing":
      return note.ours ? ` (verified resolved at ${note.value})` : "";
    case "deps":
      return "";
  }
}

/* A note goes where the old one was, else to the end of the item's first line, before trailing spaces. */
function insertion(item: PlanItem, text: string): Splice {
  const old = item.notes.find((note) => note.kind === "state");
  const at = old?.end ?? item.textEnd;
  return { start: at, end: at, text };
}

function markFor(item: PlanItem, state: TaskState): string {
  const { mark } = item.at;
  const open = mark === "\t" ? mark : " ";
  switch (state) {
    case "todo":
      return open;
    case "in_progress":
      return mark === "~" ? mark : open;
    case "done":
      return mark === "X" ? mark : "x";
    case "blocked":
      return mark === "!" ? mark : open;
    case "needs_human":
      return mark === "!" ? mark : open;
    case "deferred":
      return ">";
    case "cancelled":
      return "-";
  }
}

function stateNote(change: StateChange): string {
  switch (change.state) {
    case "todo":
    case "in_progress":
    case "done":
      return "";
    case "blocked":
    case "needs_human":
    case "deferred":
    case "cancelled": {
      const reason = noteText(change.reason ?? change.note ?? "");
      const word = noteWords[change.state];
      if (reason !== "") return ` (${word}: ${reason})`;
      return change.state === "deferred" || change.state === "cancelled" ? "" : ` (${word})`;
    }
  }
}

function evidenceNote(change: StateChange): string {
  const evidence = noteText(change.note ?? "").replace(/^verified resolved at\s+/i, "");
  return evidence === "" ? "" : ` (verified resolved at ${evidence})`;
}
