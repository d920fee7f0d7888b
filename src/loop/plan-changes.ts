import type { Fact, FactOf } from "../core/fact.ts";
import type { State } from "../core/state.ts";
import { type BacklogChanges, BacklogError } from "../ports/backlog.ts";
import { asideOf } from "./aside.ts";
import type { Tools } from "./tools.ts";

/** Nobody did anything to the backlog's file. */
export const untouched: BacklogChanges = { ticked: [], unticked: [], added: [], lost: [], noted: [], notes: {} };

/**
 * What was done to the backlog's file since `before`, the text that the iteration found; null where agents do not write it.
 * A file that can't be read any more is kept below refs/ralph/wip and stands again as it was: the run goes on.
 */
export async function planChanges(
  state: State,
  claim: FactOf<"task-claimed">,
  before: string | null,
  { backlog, shelf }: Tools,
): Promise<{ plan: BacklogChanges; told: readonly Fact[] }> {
  if (before === null || backlog.compare === undefined) return { plan: untouched, told: [] };
  try {
    return { plan: await backlog.compare(before), told: [] };
  } catch (error) {
    if (!(error instanceof BacklogError) || error.code !== "unreadable") throw error;
    const { ref } = await shelf.keep({ task: claim.task.id, why: error.message, aside: asideOf(state) });
    await backlog.replace?.(before);
    const message = `${error.message} It stands again as it was; what was there is kept: ${ref}`;
    return { plan: untouched, told: [{ kind: "warned", code: "plan_unreadable", severity: "critical", message }] };
  }
}
