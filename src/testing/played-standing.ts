import type { Standing } from "../core/fact.ts";
import { actionable, openTasks, type SelectContext } from "../core/picking/select.ts";
import type { State } from "../core/state.ts";
import type { Task, TaskState } from "../core/task.ts";
import { byOwnAccount } from "../core/tracker/own-account.ts";

/** How a played backlog stands, as the run knows it. */
export function playedStanding(
  inSource: readonly Task[],
  { account, policy }: Pick<State, "account" | "policy">,
  context: SelectContext,
): Standing {
  const tasks = byOwnAccount(inSource, account);
  const open = openTasks(tasks, { optional: policy.optional });
  const count = (wanted: TaskState): number => open.filter((task) => task.state === wanted).length;
  return {
    open: open.length,
    done: tasks.filter((task) => task.state === "done").length,
    actionable: actionable(tasks, context).length,
    blocked: count("blocked"),
    needsHuman: count("needs_human"),
    faulty: open.filter(({ id }) => context.faulty?.has(id) === true).length,
    notClosed: open.length,
  };
}
