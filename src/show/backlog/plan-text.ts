import { isClosed, type Task, type TaskState } from "../../core/task.ts";
import { reasonText } from "../../core/texts/reason-text.ts";
import { hung, hungRows } from "../text/hung.ts";
import { count, oneLine } from "../text/words.ts";

const marks: Readonly<Record<TaskState, string>> = {
  todo: "[ ]",
  in_progress: "[~]",
  done: "[x]",
  blocked: "[!]",
  needs_human: "[?]",
  deferred: "[>]",
  cancelled: "[-]",
};

const stateWords: Readonly<Record<TaskState, string>> = {
  todo: "to do",
  in_progress: "in progress",
  done: "done",
  blocked: "blocked",
  needs_human: "waits for a person",
  deferred: "deferred",
  cancelled: "cancelled",
};

/** The tasks by group in the order of the source, nested ones indented, and how many are open and done. */
export function planListText(tasks: readonly Task[]): string {
  const depths = depthsOf(tasks);
  const lines: string[] = [];
  let group: string | null | undefined;
  for (const task of tasks) {
    if (task.group !== group) {
      lines.push(
        ...(lines.length > 0 ? [""] : []),
        `${oneLine(task.group ?? "Tasks")}${task.optional ? " (optional)" : ""}`,
      );
      group = task.group;
    }
    const indent = `  ${"  ".repeat(depths.get(task.id) ?? 0)}`;
    lines.push(
      ...hung(`${task.id}  ${task.title}${reasonOf(task)}`, `${indent}${marks[task.state]} `, `${indent}    `),
    );
  }
  const open = tasks.filter((task) => !isClosed(task)).length;
  return `${[...lines, "", `${open} open, ${tasks.length - open} closed`].join("\n")}\n`;
}

function depthsOf(tasks: readonly Task[]): ReadonlyMap<string, number> {
  const depths = new Map<string, number>();
  for (const { id, parent } of tasks) depths.set(id, parent === null ? 0 : (depths.get(parent) ?? 0) + 1);
  return depths;
}

function reasonOf({ state, reason }: Task): string {
  if (state === "todo" || state === "done") return "";
  return ` (${stateWords[state]}${reason === null || reason === "" ? "" : `: ${oneLine(reasonText(reason))}`})`;
}

/** Everything that the source says of one task. */
export function taskText(task: Task): string {
  const table = hungRows([
    ["state", `${stateWords[task.state]}${task.reason === null ? "" : `: ${oneLine(reasonText(task.reason))}`}`],
    ["group", oneLine(task.group ?? "")],
    ["under", task.parent ?? ""],
    ["depends on", task.deps.join(", ")],
    ["priority", String(task.priority)],
    ["labels", task.labels.join(", ")],
    ["files", task.files.join(", ")],
    ["gate", task.gate.join("; ")],
    ["stands at", "url" in task.source ? task.source.url : `${task.source.file}:${task.source.line}`],
  ]);
  const criteria = task.acceptance.flatMap(({ text, done }) => hung(text, `  [${done ? "x" : " "}] `, "      "));
  const body = task.body === "" ? [] : ["", ...task.body.split("\n").flatMap(bodyLines)];
  return `${[
    ...hung(`${task.id}  ${task.title}`, "", "  "),
    ...table,
    ...(criteria.length === 0 ? [] : ["", "Acceptance:", ...criteria]),
    ...body,
  ].join("\n")}\n`;
}

/* A line of a task's text below its own indent. */
function bodyLines(line: string): readonly string[] {
  const indent = /^\s*(?:[-*+] |\d+[.)] )?/.exec(line)?.[0] ?? "";
  return hung(line.slice(indent.length), `  ${indent}`, `  ${indent.replaceAll(/\S/g, " ")}`);
}

/** A task's state in a line, as it is after a change by hand. */
export const stateText = (task: Task): string =>
  `${task.id}: ${stateWords[task.state]}${task.reason === null ? "" : `: ${oneLine(reasonText(task.reason))}`}\n`;

/** Something wrong in a source; a structural part of the backlog's own faults. */
export interface ShownFault {
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly file: string;
  readonly line: number | null;
  readonly message: string;
  readonly hint: string;
}

/** The faults in the form of U-42. */
export const faultsJson = (faults: readonly ShownFault[]) => ({
  faults: faults.map(({ code, severity, file, line, message, hint }) => ({
    code,
    severity,
    file,
    line,
    message,
    hint,
  })),
});

/** A line a fault, with its place and its mend, and how many there are. */
export function faultsText(faults: readonly ShownFault[]): string {
  if (faults.length === 0) return "Nothing is wrong with the backlog.\n";
  const lines = faults.map(
    ({ severity, file, line, message, hint }) =>
      `${file}${line === null ? "" : `:${line}`}: ${severity}: ${oneLine(message)} ${oneLine(hint)}`,
  );
  const errors = faults.filter(({ severity }) => severity === "error").length;
  return `${[...lines, "", `${count(errors, "error")}, ${count(faults.length - errors, "warning")}`].join("\n")}\n`;
}
