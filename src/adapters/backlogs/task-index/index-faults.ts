import { taskId } from "../../../core/task-id.ts";
import type { Task } from "../../../core/task.ts";
import { BacklogError, type BacklogFault } from "../../../ports/backlog.ts";
import { dependencyFaults, heldBackBy, type HeldBack } from "../dependency-faults.ts";
import { readStatusText } from "../status-text.ts";
import { fileFault } from "../text-file.ts";
import { idOf, type IndexReading, textOf } from "./yaml/index-entry.ts";
import type { IndexRows } from "./documents/index-rows.ts";
import { agrees, type IndexedTask } from "./index-tasks.ts";
import { indexWordList, indexWords, priorities, rowsName } from "./index-words.ts";

/** All that a source of three places holds. `rows` null: they are not looked at, or (`alone` false) the document is missing. */
export interface IndexContent {
  readonly name: string;
  readonly alone: boolean;
  readonly reading: IndexReading;
  readonly rows: IndexRows | null;
  readonly tasks: readonly IndexedTask[];
}

/** What `ralph plan check --fix` does about places that are not as the index has them. */
const fixHints = {
  follow: "`ralph plan check --fix` makes it follow the index.",
  spec: "Write it, or: `ralph plan check --fix` makes one.",
  rows: "`ralph plan check --fix` makes it.",
} as const;

/** What is wrong with the text of the index as a whole; null where its tasks can be read. */
export function unreadableError(reading: IndexReading, name: string): BacklogError | null {
  const faults = reading.problems.map(({ line, code, message }) => ({
    ...fileFault(name, code, message, hints[code] ?? "Fix the line; nothing was written."),
    line: code === "empty-file" || code === "no-task-list" ? null : line,
  }));
  const [first, ...others] = faults;
  if (first === undefined) return null;
  const as = first.code === "empty-file" ? "no-tasks" : "unreadable";
  return new BacklogError(as, first, { others });
}

const hints: Readonly<Record<string, string>> = {
  "tab-indent": "Use spaces instead of the tab; nothing was written.",
  "empty-file": "Write the tasks as a list below `tasks:`, each with id, title and status.",
  "no-task-list":
    "Put the tasks below `tasks:` again, as a list or as a map by id. If a program wrote it anew, git has the file as it was.",
};

/** Everything wrong or worth a word in the three places, in the order of the index. */
export function indexFaults(content: IndexContent): readonly BacklogFault[] {
  const tasks = content.tasks.map(({ task }) => task);
  const heldBack = heldBackBy(tasks);
  const faults = [
    ...entryFaults(content, heldBack),
    ...content.tasks.flatMap((each) => taskFaults(each, content, heldBack)),
    ...rowsFaults(content, heldBack),
    ...dependencyFaults(tasks, heldBack),
    ...criteriaFaults(content),
  ];
  return faults.toSorted((a, b) => rank(a, content.name) - rank(b, content.name) || (a.line ?? 0) - (b.line ?? 0));
}

const rank = ({ file }: BacklogFault, name: string): number => (file === name ? 0 : file === rowsName ? 1 : 2);

function entryFaults({ reading, name }: IndexContent, heldBack: HeldBack): readonly BacklogFault[] {
  return reading.entries.flatMap((entry): readonly BacklogFault[] => {
    const id = idOf(entry);
    if (entry.problem !== null)
      return [
        {
          code: entry.problem.code,
          severity: "error",
          file: name,
          line: entry.problem.line,
          message: `${id ?? "An entry"}: ${entry.problem.message}`,
          hint: "Fix the entry; the others are worked meanwhile.",
          tasks: id === null ? [] : heldBack([taskId(id)]),
        },
      ];
    if (id !== null) return [];
    const hint = "Give it an id of its own, such as M1-4.";
    return [{ ...fileFault(name, "no-id", "An entry has no id.", hint), line: entry.line }];
  });
}

function taskFaults(each: IndexedTask, content: IndexContent, heldBack: HeldBack): readonly BacklogFault[] {
  const { task, entry } = each;
  const fault = (code: string, message: string, hint: string, place: Partial<BacklogFault> = {}): BacklogFault => ({
    code,
    severity: "error",
    file: content.name,
    line: entry.line,
    message,
    hint,
    tasks: heldBack([task.id]),
    ...place,
  });
  const found: BacklogFault[] = [];
  const status = textOf(entry, "status");
  if (status === null) found.push(fault("no-status", `${task.id} has no status.`, `Give it one of ${indexWordList}.`));
  else if (readStatusText(status, indexWords) === null)
    found.push(
      fault("unknown-status", `The status ${status} of ${task.id} is not a known one.`, `Use one of ${indexWordList}.`),
    );
  const priority = textOf(entry, "priority");
  if (priority !== null && priorities[priority.toLowerCase()] === undefined)
    found.push(
      fault(
        "unknown-priority",
        `The priority ${priority} of ${task.id} is not a known one; it counts as medium.`,
        "Use high, medium or low.",
        {
          severity: "warning",
          tasks: [],
        },
      ),
    );
  return content.alone ? found : [...found, ...specFaults(each, fault), ...rowFaults(each, content, fault)];
}

type FaultOf = (code: string, message: string, hint: string, place?: Partial<BacklogFault>) => BacklogFault;

function specFaults({ task, written, spec }: IndexedTask, fault: FaultOf): readonly BacklogFault[] {
  if (spec === null) return [];
  const at = { file: spec.name, line: null };
  if (spec.copy !== null && task.state !== "done")
    return [
      fault(
        "finished-copy",
        `${task.id} is ${written ?? "open"} in the index, but ${spec.copy} says that it is done.`,
        "If it is done, set it to done in the index; if not, remove the copy.",
      ),
    ];
  switch (spec.kind) {
    case "refused":
      return [fault(spec.code, spec.message, spec.hint)];
    case "missing":
      return [fault("missing-spec", `${task.id} has no file of its own: ${spec.name} is missing.`, fixHints.spec, at)];
    case "there": {
      const { status } = spec.spec;
      if (status === null)
        return [
          fault("no-spec-status", `The file of ${task.id} has no line \`**Status:** …\`.`, fixHints.follow, {
            ...at,
            line: 1,
          }),
        ];
      if (agrees(status.value, written)) return [];
      const message = `${task.id} is ${written ?? "without a status"} in the index and ${status.value} in its file.`;
      return [fault("places-disagree", message, fixHints.follow, { file: spec.name, line: status.line })];
    }
  }
}

function rowFaults({ task, written }: IndexedTask, { rows }: IndexContent, fault: FaultOf): readonly BacklogFault[] {
  if (rows === null) return [];
  const own = rows.rows.get(task.id) ?? [];
  if (own.length === 0) {
    const line = rows.tables.at(-1)?.header.line ?? 1;
    return [fault("missing-row", `${task.id} has no row in ${rowsName}.`, fixHints.follow, { file: rowsName, line })];
  }
  return own
    .filter((row) => !agrees(row.status, written))
    .map((row) =>
      fault(
        "places-disagree",
        `${task.id} is ${written ?? "without a status"} in the index and ${row.status === "" ? "nothing" : row.status} in its row.`,
        fixHints.follow,
        { file: rowsName, line: row.line },
      ),
    );
}

/* One word for the whole document that is missing, not one for each task. */
function rowsFaults({ rows, alone, tasks }: IndexContent, heldBack: HeldBack): readonly BacklogFault[] {
  if (alone || rows !== null || tasks.length === 0) return [];
  const message = `${rowsName}, with a row for each task, is missing.`;
  return [
    {
      ...fileFault(rowsName, "missing-rows", message, fixHints.rows),
      tasks: heldBack(tasks.map(({ task }) => task.id)),
    },
  ];
}

const mostNamed = 5;

function criteriaFaults({ tasks, alone, name }: IndexContent): readonly BacklogFault[] {
  const bare = alone
    ? []
    : tasks.filter(({ task, spec }) => task.state === "todo" && spec?.kind === "there" && hasNone(task));
  const [first] = bare;
  if (first === undefined) return [];
  const ids = bare.slice(0, mostNamed).map(({ task }) => task.id);
  const more = bare.length > mostNamed ? ` and ${bare.length - mostNamed} more` : "";
  return [
    {
      code: "no-criteria",
      severity: "warning",
      file: name,
      line: first.entry.line,
      message: `Nothing says when these are done: ${ids.join(", ")}${more}.`,
      hint: "Write criteria as boxes below `## Acceptance Criteria` in the task's file.",
      tasks: [],
    },
  ];
}

const hasNone = ({ acceptance }: Task): boolean => acceptance.length === 0;
