import { type Backlog, BacklogError, type BacklogFault, faultText } from "../../ports/backlog.ts";
import type { Task } from "../../core/task.ts";
import { type CommandAnswer, jsonAnswer, textAnswer } from "../../show/cli/command-answer.ts";
import { faultsJson, faultsText, planListText, taskText } from "../../show/backlog/plan-text.ts";
import { backlogAt, type Desk } from "../desk/desk.ts";
import { formOf, tell } from "../desk/tell.ts";
import { unknownName } from "../desk/unknown-name.ts";
import type { ExitCode } from "../world/world.ts";

interface ReadOptions {
  readonly json?: boolean;
}

/** Something keeps a task from being worked. */
const faulty = 2;

/** `ralph plan list`: all tasks of the backlog, or the open ones. */
export async function planList(desk: Desk, options: ReadOptions & { readonly open?: boolean }): Promise<ExitCode> {
  const { tasks } = await (await backlogAt(desk)).load();
  const shown =
    options.open === true ? tasks.filter((task) => task.state !== "done" && task.state !== "cancelled") : tasks;
  return tell(desk.world, options.json === true ? jsonAnswer(shown) : textAnswer(planListText(shown)), formOf(options));
}

/** `ralph plan show ID`: all that the source says of one task. */
export async function planShow(desk: Desk, id: string, options: ReadOptions): Promise<ExitCode> {
  const { world } = desk;
  const { tasks } = await (await backlogAt(desk)).load();
  const task = tasks.find((each) => each.id === id);
  if (task === undefined) return tell(world, unknownTask(id, tasks), "text");
  return tell(world, options.json === true ? jsonAnswer(task) : textAnswer(taskText(task)), formOf(options));
}

/** An id that the backlog does not have, with those that are like it. */
const unknownTask = (name: string, tasks: readonly Task[]): CommandAnswer =>
  unknownName({ what: "task", name, known: tasks.map(({ id }) => id), hint: "`ralph plan list` shows the ids." });

/**
 * `ralph plan check`: everything wrong with the backlog at once; exit code 2 where something keeps a task from being worked. With
 * `--fix` what needs no person is mended first, and told on stderr.
 */
export async function planCheck(desk: Desk, options: ReadOptions & { readonly fix?: boolean }): Promise<ExitCode> {
  const { world } = desk;
  const backlog = await backlogAt(desk);
  if (options.fix === true) world.stderr.write(await mend(backlog));
  const faults = await faultsOf(backlog);
  const code = faults.some(({ severity }) => severity === "error") ? faulty : 0;
  const answer = options.json === true ? jsonAnswer(faultsJson(faults), code) : textAnswer(faultsText(faults), code);
  return tell(world, answer, formOf(options));
}

async function faultsOf(backlog: Backlog): Promise<readonly BacklogFault[]> {
  try {
    return (await backlog.load()).faults;
  } catch (error) {
    // What can't be asked has no faults that anybody knows of.
    if (error instanceof BacklogError && error.code !== "unavailable") return error.faults;
    throw error;
  }
}

/* What can't be read can't be mended either: the check then says why. */
async function mend(backlog: Backlog): Promise<string> {
  if (backlog.repair === undefined) return "Nothing in this source can be fixed automatically.\n";
  try {
    const mended = await backlog.repair();
    return mended.map((fault) => `mended: ${faultText(fault)}\n`).join("");
  } catch (error) {
    if (error instanceof BacklogError) return "";
    throw error;
  }
}
