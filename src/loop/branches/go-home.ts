import type { State } from "../../core/state.ts";
import { type TreeView, WorkspaceError } from "../../ports/workspace.ts";
import { asideOf, ownPaths } from "../aside.ts";
import { leaveBranch, losesNoPlan } from "./leave-branch.ts";
import type { Tools } from "../tools.ts";

/**
 * At the end of a run: back to the default branch from a task's branch on which nothing was done, and the branch goes. Where there
 * is work on it, the branch stays checked out, and the next run goes on with it. Resolves to how the tree stands then.
 */
export async function goHome(state: State, tools: Tools): Promise<TreeView> {
  const view = await tools.workspace.look();
  const { branch } = view;
  if (state.policy.branching !== "task" || branch === null || branch === tools.repository.defaultBranch) return view;
  const begun = Object.values(state.tasks).findLast((trail) => trail.startHead !== null);
  const { files } = tools.backlog;
  const work = ownPaths(view, asideOf(state), files).filter((path) => !files.includes(path));
  if (begun === undefined || begun.startHead !== view.head || work.length > 0) return view;
  if (!(await losesNoPlan(view, tools))) return view;
  try {
    await leaveBranch(tools, view, asideOf(state));
    await tools.history.dropBranch(branch);
  } catch (error) {
    // Another work tree has the default branch, or a file is in the way: the branch stays, and nothing is lost.
    if (!(error instanceof WorkspaceError)) throw error;
  }
  return tools.workspace.look();
}
