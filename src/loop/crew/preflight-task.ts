import { preflightProblem } from "../../core/crew/boundary.ts";
import type { State } from "../../core/state.ts";
import type { Task } from "../../core/task.ts";
import type { Tools } from "../tools.ts";

const stem = "fix-preflight";
const outputLines = 60;

/** True for a task that was made to mend the checks before any other work. */
export const isPreflightTask = ({ id }: Pick<Task, "id">): boolean => /^fix-preflight-\d{3,}$/.test(id);

/**
 * The task that mends the checks which were red before any work: one that an earlier start has made and that is still open, else a new
 * one, in progress at once. Null where the checks are green, or the source takes no tasks.
 */
export async function preflightTask(state: State, { backlog }: Tools): Promise<Task | null> {
  const problem = preflightProblem(state);
  if (problem === null || backlog.add === undefined) return null;
  const { tasks } = await backlog.load();
  const known = tasks.find((task) => isPreflightTask(task) && (task.state === "todo" || task.state === "in_progress"));
  if (known !== undefined) return known;
  const made = await backlog.add({
    stem,
    title: "make the checks green before any other work",
    state: "in_progress",
    body: bodyOf(problem, outputOf(state)),
    acceptance: ["every command of the gate succeeds on this tree"],
    group: state.backlog?.pick?.task.group ?? null,
  });
  // From here on the source knows which new files are its own.
  await backlog.load();
  return made;
}

/** The end of what the failing command has said. */
export function outputOf({ preflight }: Pick<State, "preflight">): string {
  const receipts = preflight.prepared?.failing == null ? preflight.gate?.receipts : preflight.prepared.receipts;
  return (receipts ?? []).at(-1)?.tail.split("\n").slice(-outputLines).join("\n").trimEnd() ?? "";
}

/* Indented, so that nothing in it is read as a heading, a status or a criterion. */
function bodyOf(problem: string, output: string): string {
  const quoted =
    output === ""
      ? ""
      : `\n\n${output
          .split("\n")
          .map((line) => `    ${line}`)
          .join("\n")}`;
  return `The checks were red before any task was begun: ${problem.replaceAll(/\s+/g, " ")}${quoted}`;
}
