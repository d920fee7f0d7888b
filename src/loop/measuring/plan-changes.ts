import { warned } from "../../core/texts/warned.ts";
import type { Fact, FactOf } from "../../core/fact.ts";
import type { State } from "../../core/state.ts";
import { type BacklogChanges, BacklogError } from "../../ports/backlog.ts";
import { asideOf } from "../aside.ts";
import type { Tools } from "../tools.ts";

/** Nobody did anything to the backlog's file. */
export const untouched: BacklogChanges = { ticked: [], unticked: [], added: [], lost: [], noted: [], notes: {} };

/**
 * What was done to the backlog's file since `before`, the text that the iteration found; null where agents do not write it.
 * A file that can't be read any more stands again as it was. Nobody can tell an agent's rewording from what a person wrote into
 * the plan meanwhile: what is about to be put back is kept below refs/ralph/wip.
 */
export async function planChanges(
  state: State,
  claim: FactOf<"task-claimed">,
  before: string | null,
  { backlog, shelf }: Tools,
): Promise<{ plan: BacklogChanges; told: readonly Fact[] }> {
  if (before === null || backlog.compare === undefined) return { plan: untouched, told: [] };
  try {
    const plan = await backlog.compare(before);
    if (plan.lost.length === 0) return { plan, told: [] };
    const { ref } = await shelf.keep({ task: claim.task.id, why: "the plan, reworded", aside: asideOf(state) });
    const message = `the plan as it stood after the call, before items were put back, is kept: git show ${ref}:${backlog.files[0] ?? ""}`;
    return { plan, told: [warned("plan_kept", message)] };
  } catch (error) {
    if (!(error instanceof BacklogError) || error.code !== "unreadable") throw error;
    const { ref } = await shelf.keep({ task: claim.task.id, why: error.message, aside: asideOf(state) });
    await backlog.replace?.(before);
    const message = `${error.message} It stands again as it was; what was there is kept: ${ref}`;
    return { plan: untouched, told: [warned("plan_unreadable", message, "critical")] };
  }
}
