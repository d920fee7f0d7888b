import type { Aside, TreeView } from "../../ports/workspace.ts";
import { setAsideAgain } from "./set-aside-again.ts";
import { carriedPlan } from "../put-back.ts";
import type { Tools } from "../tools.ts";

/**
 * Back to the default branch from one whose work is kept elsewhere, or that has none. The backlog's text is carried over; under a forge,
 * where the default branch may know more than this one, what was set aside in this run is written there again.
 */
export async function leaveBranch(tools: Tools, view: TreeView, aside: Aside): Promise<void> {
  if (tools.forge !== null) {
    await tools.shelf.putBack(view.head, aside);
    await tools.history.switchTo(tools.repository.defaultBranch, null);
    return setAsideAgain(tools);
  }
  const putPlan = await carriedPlan(tools);
  await tools.shelf.putBack(view.head, aside);
  await tools.history.switchTo(tools.repository.defaultBranch, null);
  await putPlan();
}
