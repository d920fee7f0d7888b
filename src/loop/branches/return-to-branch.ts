import { warned } from "../../core/texts/warned.ts";
import type { Fact, FactOf } from "../../core/fact.ts";
import type { State } from "../../core/state.ts";
import { type TreeView, WorkspaceError } from "../../ports/workspace.ts";
import { planBefore } from "../measuring/plan-before.ts";
import { keepAndPutBack } from "../put-back.ts";
import type { Tools } from "../tools.ts";

/**
 * Goes back to the branch of the claim where an agent has left it: to another branch, or with a detached HEAD. Commits that go on
 * from the claim's branch are its work and come along; what was begun elsewhere stays there. Uncommitted work comes along, or
 * is kept below refs/ralph/wip. `view` is a look since the call; where nothing is told, it still holds. Without this, work would be measured in one place and land from another.
 */
export async function returnToBranch(
  state: State,
  claim: FactOf<"task-claimed">,
  view: TreeView,
  tools: Tools,
): Promise<readonly Fact[]> {
  const { branch } = claim;
  if (branch === null) return [];
  if (view.branch === branch) return returnToHistory(state, claim, view.head, tools);
  const tip = await tools.history.branchTip(branch);
  if (await goesOn(tip ?? claim.head, view.head, tools)) await tools.history.setBranch(branch, view.head);
  else if (tip === null) await tools.history.setBranch(branch, claim.head);
  const kept = await comeBack(state, claim, branch, tools);
  const where = view.branch === null ? "with a detached HEAD" : `to ${view.branch}`;
  const message = `the agent left the branch ${branch} ${where}; the run is on ${branch} again`;
  return [warned("branch_left", message), ...kept];
}

/**
 * Undoes a `reset --hard HEAD~1` or an amended commit that reaches below where the task's work began: what had landed before is
 * landed, whoever's it is. What stands there now is kept below refs/ralph/wip, and the iteration's ticks go with it.
 */
async function returnToHistory(
  state: State,
  claim: FactOf<"task-claimed">,
  head: string,
  tools: Tools,
): Promise<readonly Fact[]> {
  if ((await goesOn(claim.head, head, tools)) || (await goesOn(claim.startHead, head, tools))) return [];
  const why = "commits from before the task were taken out of the branch";
  const plan = await planBefore(tools, claim);
  const kept = await keepAndPutBack(tools, state, { task: claim.task.id, why, to: claim.head });
  if (plan !== null) await tools.backlog.replace?.(plan);
  const message = `the agent took commits out of ${claim.branch ?? "HEAD"} that it had found there; they are back, and its work is kept: ${refIn(kept)}`;
  return [warned("history_rewritten", message, "critical"), ...kept];
}

const refIn = (facts: readonly Fact[]): string =>
  facts.flatMap((fact) => (fact.kind === "work-kept" ? [fact.ref] : [])).join(", ");

/** True where nothing of the branch is missing in what HEAD names now: one of the commits since then was made upon its tip. */
const goesOn = async (tip: string, head: string, { workspace }: Tools): Promise<boolean> =>
  tip === head || (await workspace.commitsBetween(tip, head)).some(({ parents }) => parents?.includes(tip));

async function comeBack(
  state: State,
  claim: FactOf<"task-claimed">,
  branch: string,
  tools: Tools,
): Promise<readonly Fact[]> {
  try {
    await tools.history.switchTo(branch, null);
    return [];
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
  }
  const plan = await planBefore(tools, claim);
  const kept = await keepAndPutBack(tools, state, { task: claim.task.id, why: `left the branch ${branch}`, to: null });
  await tools.history.switchTo(branch, null);
  // Its ticks stood for work that is not here.
  if (plan !== null) await tools.backlog.replace?.(plan);
  return kept;
}
