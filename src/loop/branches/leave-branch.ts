import type { Aside, TreeView } from "../../ports/workspace.ts";
import { carriesState } from "../../ports/backlog.ts";
import { setAsideAgain } from "./set-aside-again.ts";
import { areMarksAlone } from "./marks-aside.ts";
import { carriedPlan } from "../put-back.ts";
import type { Tools } from "../tools.ts";

/**
 * Back to the default branch from one whose work is kept elsewhere, or that has none. The backlog's text is carried over; where the default
 * branch knows more than this one, what was set aside in this run is written there again, and all else has to be kept before.
 */
export async function leaveBranch(tools: Tools, view: TreeView, aside: Aside): Promise<void> {
  const putPlan = (await carriesOver(view, tools)) ? await carriedPlan(tools) : () => setAsideAgain(tools);
  await tools.shelf.putBack(view.head, aside);
  await tools.history.switchTo(tools.repository.defaultBranch, null);
  await putPlan();
}

/**
 * True where nothing is lost of the backlog's files if the branch is left as it is: a person's edits of them, which nobody has committed, go
 * along only to a branch that knows the same backlog. Without a forge nobody else moves it.
 */
export const losesNoPlan = async (view: TreeView, tools: Tools): Promise<boolean> =>
  (await carriesOver(view, tools)) || stateIn(view, tools).length === 0 || areMarksAlone(tools);

/** True where the default branch has the backlog as it was committed here. */
async function carriesOver(view: TreeView, { forge, backlog, workspace, repository }: Tools): Promise<boolean> {
  if (forge === null) return true;
  for (const file of backlog.files)
    if ((await workspace.textAt(view.head, file)) !== (await workspace.textAt(repository.defaultBranch, file)))
      return false;
  return true;
}

const stateIn = ({ dirty }: TreeView, { backlog }: Tools): readonly string[] =>
  dirty.map(({ path }) => path).filter((path) => carriesState(backlog, path));
