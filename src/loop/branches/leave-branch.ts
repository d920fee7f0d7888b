import type { Aside, TreeView } from "../../ports/workspace.ts";
import { carriedPlan } from "../put-back.ts";
import type { Tools } from "../tools.ts";

/** Back to the default branch from one whose work is kept elsewhere, or that has none; the backlog's text is carried over. */
export async function leaveBranch(tools: Tools, view: TreeView, aside: Aside): Promise<void> {
  const putPlan = await carriedPlan(tools);
  await tools.shelf.putBack(view.head, aside);
  await tools.history.switchTo(tools.repository.defaultBranch, null);
  await putPlan();
}
