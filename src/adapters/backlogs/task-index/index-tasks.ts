import { taskId } from "../../../core/task-id.ts";
import type { Task, TaskState } from "../../../core/task.ts";
import { readStatusText, statusWord, wordFor } from "../status-text.ts";
import { idOf, type IndexEntry, listOf, textOf } from "./yaml/index-entry.ts";
import { indexWords, priorities } from "./index-words.ts";
import type { SpecPlace } from "./documents/spec-files.ts";

/** An entry of the index with all that goes with it. `spec` null: it is read alone. */
export interface IndexedTask {
  readonly entry: IndexEntry;
  readonly task: Task;
  /** The status as the index writes it; null where it has none. */
  readonly written: string | null;
  readonly spec: SpecPlace | null;
}

const defaultPriority = 2;
const none: readonly never[] = [];

/** The task that an entry makes, with its own file where there is one; null without an id. */
export function indexedTask(entry: IndexEntry, spec: SpecPlace | null, file: string): IndexedTask | null {
  const id = idOf(entry);
  if (id === null) return null;
  const written = textOf(entry, "status");
  const document = spec?.kind === "there" ? spec.spec : null;
  const { state, reason } = stateOf(written, document?.status?.value ?? null);
  const task: Task = {
    id: taskId(id),
    title: (textOf(entry, "title", "name") ?? titleIn(document?.body ?? "", id)).replaceAll(/\s+/g, " "),
    state,
    reason,
    priority: priorities[(textOf(entry, "priority") ?? "").toLowerCase()] ?? defaultPriority,
    deps: listOf(entry, "deps", "dependencies", "depends_on").map(taskId),
    group: milestoneOf(entry, id),
    parent: null,
    labels: labelsOf(entry),
    files: listOf(entry, "files"),
    body: document?.body ?? textOf(entry, "description", "body") ?? "",
    acceptance: document?.criteria ?? none,
    gate: listedCommands(entry, "gate"),
    source: { file, line: entry.line },
    optional: false,
    large: listOf(entry, "labels").some((label) => /^(?:large|l)$/i.test(label)),
  };
  return { entry, task, written, spec };
}

/* A risk that is written down goes on as a label, for whoever chooses models by it. */
function labelsOf(entry: IndexEntry): readonly string[] {
  const labels = listOf(entry, "labels");
  const risk = textOf(entry, "risk");
  return risk === null ? labels : [...labels, `risk:${risk.toLowerCase()}`];
}

/* A command may have commas in it: a text is one command. */
function listedCommands(entry: IndexEntry, key: string): readonly string[] {
  const value = entry.fields.get(key);
  if (value?.kind === "list") return value.items;
  const text = textOf(entry, key);
  return text === null ? none : [text];
}

/* The index is the truth; the file may say more precisely what its word means there, and why. */
function stateOf(
  written: string | null,
  inSpec: string | null,
): { readonly state: TaskState; readonly reason: string | null } {
  const own = written === null ? null : readStatusText(written, indexWords);
  if (own === null) return { state: "todo", reason: null };
  const spec = inSpec === null ? null : readStatusText(inSpec, indexWords);
  return spec !== null && wordFor(spec.state, indexWords) === wordFor(own.state, indexWords) ? spec : own;
}

/** True where a status text of another place says the same as the index. */
export const agrees = (raw: string, written: string | null): boolean => {
  const [there, here] = [raw, written ?? ""].map((text) => readStatusText(statusWord(text), indexWords)?.state);
  return there !== undefined && there === here;
};

/** The milestone (`M58`) of a task: its label, its key of that name, or what its id begins with. */
function milestoneOf(entry: IndexEntry, id: string): string | null {
  const words = [textOf(entry, "milestone") ?? "", ...listOf(entry, "labels"), id];
  for (const word of words) {
    const found = /^m\d+(?![A-Za-z0-9])/i.exec(word.trim());
    if (found !== null) return found[0].toUpperCase();
  }
  return textOf(entry, "milestone");
}

const titleIn = (body: string, id: string): string => {
  const title = /^#[ \t]+(.+)$/m.exec(body)?.[1]?.trim() ?? id;
  return title.startsWith(`${id}:`) ? title.slice(id.length + 1).trim() : title;
};

const natural = new Intl.Collator("en", { numeric: true });
const numberOf = (group: string | null): number => Number(/^M(\d+)$/.exec(group ?? "")?.[1] ?? Infinity);

/** The order of tasks: by the milestone's number, those without one last, then by id, numbers in it as numbers. */
export const byMilestone = (a: IndexedTask, b: IndexedTask): number => {
  const [first, second] = [numberOf(a.task.group), numberOf(b.task.group)];
  if (first !== second) return first < second ? -1 : 1;
  return natural.compare(a.task.group ?? "", b.task.group ?? "") || natural.compare(a.task.id, b.task.id);
};
