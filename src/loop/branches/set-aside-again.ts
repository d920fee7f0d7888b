import { reasonText } from "../../core/texts/reason-text.ts";
import type { StateChange } from "../../ports/backlog.ts";
import type { Tools } from "../tools.ts";

/**
 * Writes into the source again what was set aside in this run, where it does not stand: on a branch, or a default branch that others have
 * moved on, which knows nothing of it.
 */
export async function setAsideAgain(tools: Tools): Promise<void> {
  const marks: StateChange[] = [];
  for (const { fact } of tools.ledger.factsOf(tools.run))
    if (fact.kind === "task-parked") marks.push({ id: fact.task, state: fact.state, reason: reasonText(fact.reason) });
  await writeMarks(marks, tools);
}

/** Marks tasks in the source that stand open there; all others stay as they are. */
export async function writeMarks(marks: readonly StateChange[], { backlog }: Pick<Tools, "backlog">): Promise<void> {
  const { tasks } = await backlog.load();
  const open = new Set(tasks.filter(({ state }) => state === "todo" || state === "in_progress").map(({ id }) => id));
  for (const mark of marks) if (open.has(mark.id)) await backlog.setState(mark);
}
