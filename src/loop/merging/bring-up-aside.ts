import type { TaskId } from "../../core/task.ts";
import type { PullRequest } from "../../ports/forge.ts";
import { WorkspaceError } from "../../ports/workspace.ts";
import { asideOf, ownPaths } from "../aside.ts";
import { bringUp } from "./bring-up.ts";
import type { Merging } from "./merging.ts";
import { withMarksAside } from "../branches/marks-aside.ts";

/** What came of it. `not-here`: the branch can't be checked out now, so that an agent has to look at it later. */
export type BroughtUpAside =
  | { readonly kind: "pushed" | "not-here" }
  | { readonly kind: "conflict"; readonly paths: readonly string[] };

/** A pull request that waits, and its task. */
interface Aside {
  readonly task: TaskId;
  readonly pull: PullRequest;
}

/** Brings the branch of a pull request that waits up to its base, and the tree back to where it was. Only where nothing is under way here. */
export const bringUpAside = (at: Aside, merging: Merging): Promise<BroughtUpAside> =>
  withMarksAside(merging.tools, () => broughtUp(at, merging));

async function broughtUp({ task, pull }: Aside, { state, tools, forge }: Merging): Promise<BroughtUpAside> {
  const view = await tools.workspace.look();
  const isFree =
    view.branch === tools.repository.defaultBranch && ownPaths(view, asideOf(state), tools.backlog.files).length === 0;
  if (!isFree || (await tools.history.branchTip(pull.branch)) !== pull.head) return { kind: "not-here" };
  try {
    await tools.history.switchTo(pull.branch, null);
    const { branch, base } = pull;
    const up = await bringUp(
      { branch, base, closing: { id: task, nested: [] }, iteration: state.iterations },
      tools,
      forge,
    );
    return up.kind === "conflict" ? up : { kind: "pushed" };
  } catch (error) {
    if (error instanceof WorkspaceError) return { kind: "not-here" };
    throw error;
  } finally {
    await tools.history.switchTo(tools.repository.defaultBranch, null);
  }
}
