import { reasonText } from "../../core/texts/reason-text.ts";
import type { Tools } from "../tools.ts";

/**
 * Writes into the source again what was set aside in this run, where it does not stand: on a branch, or a default branch that others have
 * moved on, which knows nothing of it.
 */
export async function setAsideAgain({ ledger, backlog, run }: Tools): Promise<void> {
  const { tasks } = await backlog.load();
  const open = new Set(tasks.filter(({ state }) => state === "todo" || state === "in_progress").map(({ id }) => id));
  for (const { fact } of ledger.factsOf(run))
    if (fact.kind === "task-parked" && open.has(fact.task))
      await backlog.setState({ id: fact.task, state: fact.state, reason: reasonText(fact.reason) });
}
