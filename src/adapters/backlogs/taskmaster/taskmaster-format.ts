import type { JsonNode } from "../../../core/json-splice.ts";
import { taskId } from "../../../core/task-id.ts";
import type { Task, TaskId, TaskState } from "../../../core/task.ts";
import type { BacklogFault, StateChange } from "../../../ports/backlog.ts";
import type { JsonFormat, JsonReading, JsonTask, NoTasks, StateMembers } from "../json-file/json-format.ts";
import {
  canonical,
  isObject,
  type JsonObject,
  type JsonText,
  lineCounter,
  listIn,
  rawOf,
  textIn,
} from "../json-file/json-text.ts";
import { noteFor, stateNoteIn, withNote } from "../json-file/state-note.ts";
import { priorities, statusOf } from "./taskmaster-words.ts";
import { entriesOf } from "./taskmaster-entries.ts";

const stateKeys = ["status", "details"];

/**
 * Taskmaster's `tasks.json`: the tasks below one tag, or those of the old form without tags. Subtasks are tasks nested under
 * theirs. A reason stands as a note at the end of the details.
 */
export const taskmasterFormat = (tag: string): JsonFormat => ({
  kind: "taskmaster",
  stateKeys,
  read: (json, name) => readTag(json, name, tag),
  changed,
  entriesOf,
  empty: `{\n  ${JSON.stringify(tag)}: {\n    "tasks": []\n  }\n}\n`,
});

const states: Readonly<Record<string, TaskState>> = {
  pending: "todo",
  todo: "todo",
  "in-progress": "in_progress",
  done: "done",
  completed: "done",
  deferred: "deferred",
  cancelled: "cancelled",
  blocked: "blocked",
  review: "needs_human",
};
const mediumPriority = 2;

interface Found {
  readonly value: readonly unknown[];
  readonly node: JsonNode;
  /** How the file comes to its tasks. */
  readonly list: string;
}

function listOf({ value, root }: JsonText, tag: string): Found | null {
  const whole = isObject(value) ? value : {};
  const own = whole[tag];
  const [holder, node, list] = isObject(own)
    ? ([own, root.members?.get(tag), `${tag}.tasks`] as const)
    : ([whole, root, "tasks"] as const);
  const tasks = node?.members?.get("tasks");
  const { tasks: listed } = holder;
  return tasks?.elements == null || !Array.isArray(listed) ? null : { value: listed, node: tasks, list };
}

function readTag(json: JsonText, name: string, tag: string): JsonReading | NoTasks {
  const found = listOf(json, tag);
  if (found === null) return noList(json, name, tag);
  const lineOf = lineCounter(json.text);
  const faults: BacklogFault[] = [];
  const tasks: JsonTask[] = [];
  const reader: Reader = { name, lineOf, faults, tasks };
  readList(reader, found, null);
  return { tasks, faults, frame: [found.list, ...namesIn(json.value, found.value)], list: found.node };
}

/* The tags, and all tasks below the others: nobody who works on one tag may lose them. */
function namesIn(value: unknown, own: readonly unknown[]): readonly string[] {
  return Object.entries(isObject(value) ? value : {}).flatMap(([tag, held]) => {
    const tasks = isObject(held) ? held["tasks"] : null;
    if (!Array.isArray(tasks) || tasks === own) return [tag];
    return [tag, ...tasks.map((task: unknown) => `${tag}: ${isObject(task) ? ownId(task) : ""}`)];
  });
}

function noList({ value }: JsonText, name: string, tag: string): NoTasks {
  const tags = Object.entries(isObject(value) ? value : {}).flatMap(([key, held]) =>
    isObject(held) && Array.isArray(held["tasks"]) ? [key] : [],
  );
  return tags.length > 0
    ? {
        code: "no-tag",
        message: `${name} has no tag ${tag}; it has ${tags.join(", ")}.`,
        hint: "Choose one of them: `task-master use-tag NAME`.",
        line: null,
      }
    : {
        code: "no-task-list",
        message: `${name} has no list \`tasks\` under a tag: it is not one of Taskmaster's files, or it was rewritten.`,
        hint: "Put the tasks back where they were; git has the file as it was.",
        line: null,
      };
}

interface Reader {
  readonly name: string;
  readonly lineOf: (offset: number) => number;
  readonly faults: BacklogFault[];
  readonly tasks: JsonTask[];
}

function readList(reader: Reader, { value, node, list }: Found, parent: TaskId | null): void {
  const siblings = new Set(value.flatMap((each) => (isObject(each) ? [ownId(each)] : [])));
  for (const [index, place] of (node.elements ?? []).entries()) {
    const line = reader.lineOf(place.start);
    const entry: unknown = value[index];
    const local = isObject(entry) ? ownId(entry) : null;
    const fault = isObject(entry) ? faultOf(entry, local) : { code: "no-task", message: "An entry is not a task." };
    const id = local === null ? null : taskId(parent === null ? local : `${parent}.${local}`);
    if (fault !== null)
      reader.faults.push({
        severity: "error",
        hint: `Give it an id, a title, and one of the states ${Object.keys(states).join(", ")}.`,
        ...fault,
        file: reader.name,
        line,
        tasks: id === null ? [] : [id],
      });
    if (!isObject(entry) || id === null) continue;
    reader.tasks.push({
      task: taskOf(entry, { id, parent, siblings, file: reader.name, line }),
      node: place,
      list,
      core: () => coreOf(entry),
    });
    const { subtasks } = entry;
    const under = place.members?.get("subtasks");
    if (Array.isArray(subtasks) && under !== undefined)
      readList(reader, { value: subtasks, node: under, list: `${list}.${id}` }, id);
  }
}

const coreOf = (entry: JsonObject): string =>
  canonical(
    Object.fromEntries(
      Object.entries(entry).filter(([key]) => key !== "subtasks" && key !== "updatedAt" && !stateKeys.includes(key)),
    ),
  );

function ownId({ id }: JsonObject): string | null {
  if (typeof id === "number") return String(id);
  return typeof id === "string" && id.trim() !== "" ? id.trim() : null;
}

function faultOf(entry: JsonObject, id: string | null): { readonly code: string; readonly message: string } | null {
  if (id === null) return { code: "no-id", message: "A task has no id." };
  if (textIn(entry, "title") === null) return { code: "no-title", message: `${id} has no title.` };
  const status = entry["status"] ?? "pending";
  return typeof status === "string" && states[status] !== undefined
    ? null
    : { code: "unknown-state", message: `The status ${JSON.stringify(status)} of ${id} is not a known one.` };
}

interface Place {
  readonly id: TaskId;
  readonly parent: TaskId | null;
  readonly siblings: ReadonlySet<string | null>;
  readonly file: string;
  readonly line: number;
}

const none: readonly never[] = [];

function taskOf(entry: JsonObject, { id, parent, siblings, file, line }: Place): Task {
  const details = typeof entry["details"] === "string" ? entry["details"] : "";
  const note = stateNoteIn(details);
  const state = states[textIn(entry, "status") ?? "pending"] ?? "todo";
  const priority = priorities.indexOf((textIn(entry, "priority") ?? "").toLowerCase());
  const labels = listIn(entry, "labels");
  const parts = [textIn(entry, "description"), details.trim(), testWords(entry)];
  return {
    id,
    title: (textIn(entry, "title") ?? id).replaceAll(/\s+/g, " "),
    state,
    reason: note?.kind === "state" && note.state === state && note.value !== "" ? note.value : null,
    priority: priority === -1 ? mediumPriority : priority,
    deps: listIn(entry, "dependencies").map((dep) => depOf(dep, parent, siblings)),
    group: null,
    parent,
    labels,
    files: none,
    body: parts.filter((part) => part !== null && part !== "").join("\n\n"),
    acceptance: none,
    gate: none,
    source: { file, line },
    optional: false,
    large: labels.some((label) => /^(?:large|l)$/i.test(label)),
  };
}

const testWords = (entry: JsonObject): string | null => {
  const strategy = textIn(entry, "testStrategy");
  return strategy === null ? null : `Test strategy: ${strategy}`;
};

/* Within subtasks a plain number is a sibling; with a dot it is written in full. */
const depOf = (dep: string, parent: TaskId | null, siblings: ReadonlySet<string | null>): TaskId =>
  taskId(parent !== null && !dep.includes(".") && siblings.has(dep) ? `${parent}.${dep}` : dep);

function changed(text: string, { node, task }: JsonTask, change: StateChange): StateMembers {
  const note = noteFor(change);
  if (task.state === change.state && note === "") return {};
  return {
    status: task.state === change.state ? rawOf(text, node, "status") : JSON.stringify(statusOf[change.state]),
    // A state of Taskmaster's own says itself; only a reason needs words.
    details: withNote(rawOf(text, node, "details"), /^\([a-z-]+\)$/.test(note) ? "" : note),
  };
}
