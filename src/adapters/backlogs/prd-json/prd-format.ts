import { taskId } from "../../../core/task-id.ts";
import type { Task, TaskState } from "../../../core/task.ts";
import type { BacklogFault, StateChange } from "../../../ports/backlog.ts";
import {
  type Entries,
  type JsonFormat,
  type JsonReading,
  type JsonTask,
  lostFields,
  type NoTasks,
  type StateMembers,
} from "../json-file/json-format.ts";
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

const stateKeys = ["passes", "notes", "completionNotes"];

/**
 * `prd.json` in both dialects: that with `project` and `notes`, and that with `name`, `dependsOn` and `completionNotes`. `passes`
 * is the state; what it can't say stands as a note at the end of the story's notes.
 */
export const prdFormat: JsonFormat = {
  kind: "prd-json",
  stateKeys,
  read: readStories,
  changed,
  entriesOf,
  empty: '{\n  "userStories": []\n}\n',
};

function readStories({ text, value, root }: JsonText, name: string): JsonReading | NoTasks {
  const list = root.members?.get("userStories");
  const stories = isObject(value) ? value["userStories"] : null;
  if (list?.elements == null || !Array.isArray(stories))
    return {
      code: "no-story-list",
      message: `${name} has no list \`userStories\`: it is not a prd.json, or it was rewritten.`,
      hint: "Put the stories below `userStories` again; git has the file as it was.",
      line: null,
    };
  const lineOf = lineCounter(text);
  const faults: BacklogFault[] = [];
  const tasks: JsonTask[] = [];
  const last = lastPriority(stories) + 1;
  for (const [index, node] of list.elements.entries()) {
    const story: unknown = stories[index];
    const line = lineOf(node.start);
    const id = isObject(story) ? idOf(story) : null;
    const fault = isObject(story) ? faultOf(story, id) : { code: "no-story", message: "An entry is not a story." };
    if (fault !== null)
      faults.push({ ...storyFault, ...fault, file: name, line, tasks: id === null ? [] : [taskId(id)] });
    if (!isObject(story) || id === null) continue;
    tasks.push({
      task: taskOf(story, { id, file: name, line, last }),
      node,
      list: "userStories",
      core: () => canonical(Object.fromEntries(Object.entries(story).filter(([key]) => !stateKeys.includes(key)))),
    });
  }
  return { tasks, faults, frame: Object.keys(isObject(value) ? value : {}), list };
}

const storyFault = {
  severity: "error",
  hint: "Give each story an id and a title (texts), and passes: true or false.",
} as const;

/* Ids are compared as they are written: a number is taken, too. */
const idOf = (story: JsonObject): string | null => {
  const { id } = story;
  return typeof id === "number" ? String(id) : textIn(story, "id");
};

function faultOf(story: JsonObject, id: string | null): { readonly code: string; readonly message: string } | null {
  if (id === null) return { code: "no-id", message: "A story has no id." };
  if (textIn(story, "title") === null) return { code: "no-title", message: `${id} has no title.` };
  const { passes } = story;
  if (typeof passes === "boolean" || passes === undefined) return null;
  return { code: "unknown-state", message: `${id}: passes is ${JSON.stringify(passes)}, neither true nor false.` };
}

const lastPriority = (stories: readonly unknown[]): number =>
  stories.reduce<number>((most, story) => {
    const priority = isObject(story) ? story["priority"] : null;
    return typeof priority === "number" ? Math.max(most, priority) : most;
  }, 1);

const none: readonly never[] = [];

interface Place {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  /** The priority of a story that has none. */
  readonly last: number;
}

function taskOf(story: JsonObject, { id, file, line, last }: Place): Task {
  const { state, reason } = stateOf(story);
  const labels = listIn(story, "labels");
  const priority = story["priority"];
  return {
    id: taskId(id),
    title: (textIn(story, "title") ?? id).replaceAll(/\s+/g, " "),
    state,
    reason,
    priority: typeof priority === "number" ? priority : last,
    deps: listIn(story, "dependsOn").map(taskId),
    group: null,
    parent: null,
    labels,
    files: none,
    body: textIn(story, "description") ?? "",
    acceptance: listIn(story, "acceptanceCriteria").map((text) => ({ text, done: state === "done" })),
    gate: none,
    source: { file, line },
    optional: false,
    large: labels.some((label) => /^(?:large|l)$/i.test(label)),
  };
}

function stateOf(story: JsonObject): { readonly state: TaskState; readonly reason: string | null } {
  if (story["passes"] === true) return { state: "done", reason: null };
  const text = story[noteKey(story)];
  const note = typeof text === "string" ? stateNoteIn(text) : null;
  if (note?.kind !== "state") return { state: "todo", reason: null };
  return { state: note.state, reason: note.value === "" ? null : note.value };
}

/* The field that takes notes: the one that is there, else that of the dialect. */
const noteKey = (story: JsonObject): string => {
  if ("notes" in story) return "notes";
  return "completionNotes" in story || "dependsOn" in story ? "completionNotes" : "notes";
};

function changed(text: string, { node, task }: JsonTask, change: StateChange): StateMembers {
  const note = noteFor(change);
  if (task.state === change.state && note === "") return {};
  const story: JsonObject = Object.fromEntries([...(node.members ?? [])].map(([key]) => [key, true]));
  const key = noteKey(story);
  const passes = rawOf(text, node, "passes");
  const wanted = String(change.state === "done");
  return {
    passes: passes === null && wanted === "false" ? null : wanted,
    [key]: withNote(rawOf(text, node, key), note),
  };
}

/* A story has no place for these. */
const homeless: readonly (readonly [field: string, has: (task: Task) => boolean])[] = [
  ["group", ({ group }) => group !== null],
  ["parent", ({ parent }) => parent !== null],
  ["files", ({ files }) => files.length > 0],
  ["gate", ({ gate }) => gate.length > 0],
  ["optional", ({ optional }) => optional],
];

function entriesOf(tasks: readonly Task[]): Entries {
  return {
    values: tasks.map((task) => ({
      id: task.id,
      title: task.title,
      description: task.body,
      acceptanceCriteria: task.acceptance.map(({ text }) => text),
      priority: task.priority,
      passes: task.state === "done",
      notes: noteFor({ state: task.state, ...(task.reason === null ? {} : { reason: task.reason }) }),
      ...(task.labels.length === 0 ? {} : { labels: task.labels }),
      ...(task.deps.length === 0 ? {} : { dependsOn: task.deps }),
    })),
    lost: lostFields(tasks, homeless),
  };
}
