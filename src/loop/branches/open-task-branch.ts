import type { Fact } from "../../core/fact.ts";
import type { State } from "../../core/state.ts";
import type { TaskId } from "../../core/task.ts";
import { WorkspaceError } from "../../ports/workspace.ts";
import { remoteTipOf } from "../measuring/pushed-past.ts";
import { keepAndPutBack } from "../put-back.ts";
import type { Tools } from "../tools.ts";
import { setAsideAgain } from "./set-aside-again.ts";

/** A branch that is checked out now, and the commit that its work began with where an earlier run has offered it in a pull request. */
export interface OpenedBranch {
  readonly begunAt: string | null;
  /** Where the forge's default branch stands; null without a forge, or where it can't be reached. */
  readonly remoteTip: string | null;
  /** What had to be kept to come there. */
  readonly facts: readonly Fact[];
}

const namesTried = 9;

/**
 * Checks out the branch of a task, made where it is not there; where its name is taken by another work tree or another branch's name, one
 * with a number. `wanted` null: the one that is checked out. Rejects with WorkspaceError.
 */
export async function openTaskBranch(
  { task, wanted }: { readonly task: TaskId; readonly wanted: string | null },
  state: State,
  tools: Tools,
): Promise<OpenedBranch> {
  const remoteTip = await remoteTipOf(tools);
  if (wanted === null) return { begunAt: null, remoteTip, facts: [] };
  // What work begins with: the newest that is merged there, else the default branch as it is here.
  const base = remoteTip ?? tools.repository.defaultBranch;
  for (let n = 1; ; n++) {
    const branch = n === 1 ? wanted : `${wanted}-${n}`;
    try {
      const isThere = tools.forge !== null && (await tools.history.branchTip(branch)) !== null;
      const facts = await goTo({ branch, base, task }, state, tools);
      return { begunAt: isThere ? await tools.workspace.forkPoint(base, branch) : null, remoteTip, facts };
    } catch (error) {
      if (!(error instanceof WorkspaceError) || error.code !== "branch-taken" || n === namesTried) throw error;
    }
  }
}

/**
 * Under a forge a branch that waits to be mended may know an older backlog than the tree: what is not committed of it is kept then, and what
 * the run has set aside is written again on that branch.
 */
async function goTo(
  { branch, base, task }: { readonly branch: string; readonly base: string; readonly task: TaskId },
  state: State,
  tools: Tools,
): Promise<readonly Fact[]> {
  try {
    await tools.history.switchTo(branch, base);
    return [];
  } catch (error) {
    if (tools.forge === null || !(error instanceof WorkspaceError) || error.code !== "conflict") throw error;
  }
  const facts = await keepAndPutBack(tools, state, { task, why: `${branch} knows an older backlog`, to: null });
  await tools.history.switchTo(branch, base);
  await setAsideAgain(tools);
  return facts;
}
