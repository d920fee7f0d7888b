import { taskId } from "../../core/task-id.ts";
import type { Task, TaskState } from "../../core/task.ts";
import { exitCodeOf } from "../../core/end-reason.ts";
import { BacklogError, type StateChange } from "../../ports/backlog.ts";
import { jsonAnswer, refusal, textAnswer } from "../../show/cli/command-answer.ts";
import { stateText } from "../../show/backlog/plan-text.ts";
import { backlogAt, type Desk } from "../desk/desk.ts";
import { badUse, notThere } from "../desk/exit-codes.ts";
import { formOf, tell } from "../desk/tell.ts";
import { warnOfRun } from "../desk/warn-of-run.ts";
import type { ExitCode } from "../world/world.ts";

/** Options of a change by hand. */
export interface WriteOptions {
  readonly json?: boolean;
  readonly note?: string;
  readonly reason?: string;
}

/** The states that are set by hand, by the word of the command. */
export const handStates = { done: "done", reopen: "todo", block: "blocked" } as const satisfies Readonly<
  Record<string, TaskState>
>;

/** `ralph plan done|reopen|block ID`: writes one task's state and tells how it stands then; no other byte changes. */
export async function planSet(
  desk: Desk,
  word: keyof typeof handStates,
  id: string,
  options: WriteOptions,
): Promise<ExitCode> {
  const { world } = desk;
  const state = handStates[word];
  const reason = options.reason ?? (state === "blocked" ? options.note : undefined);
  const change: StateChange = {
    id: taskId(id),
    state,
    ...(reason === undefined || state !== "blocked" ? {} : { reason }),
    ...(options.note === undefined ? {} : { note: options.note }),
  };
  return written(desk, options, async () => {
    await warnOfRun(desk);
    const task = await (await backlogAt(desk)).setState(change);
    const isLost = state === "todo" ? options.note !== undefined : reason !== undefined && task.reason === null;
    if (isLost) world.stderr.write("The note was not written: there is no place for one in this backlog.\n");
    return task;
  });
}

/** How a refused writing ends, where it is no bad use. */
const exitCodes: Readonly<Partial<Record<BacklogError["code"], ExitCode>>> = {
  "unknown-task": notThere,
  unavailable: exitCodeOf("source_unavailable"),
};

/** Does a writing and tells the task as it then stands, or why nothing was written. */
export async function written({ world }: Desk, options: WriteOptions, write: () => Promise<Task>): Promise<ExitCode> {
  try {
    const task = await write();
    return tell(world, options.json === true ? jsonAnswer(task) : textAnswer(stateText(task)), formOf(options));
  } catch (error) {
    if (!(error instanceof BacklogError)) throw error;
    const { fault, code } = error;
    const place = fault.line === null ? "" : `${fault.file}:${fault.line}: `;
    return tell(world, refusal(`${place}${fault.message}`, fault.hint, exitCodes[code] ?? badUse), "text");
  }
}
