import type { Fact } from "../core/fact.ts";
import type { State } from "../core/state.ts";
import type { TaskId } from "../core/task.ts";
import { asideOf, isHarnessFile } from "./aside.ts";
import type { Tools } from "./tools.ts";

/** Keeps what is uncommitted in the tree below refs/ralph/wip, then puts the tree back to HEAD (P-44). Nothing to keep: no facts. */
export async function keepAndPutBack(tools: Tools, state: State, task: TaskId, why: string): Promise<readonly Fact[]> {
  const view = await tools.workspace.look();
  const aside = asideOf(state);
  const paths = view.dirty
    .map((dirty) => dirty.path)
    .filter((path) => !aside.paths.includes(path) && !isHarnessFile(path, tools.backlog.files));
  if (paths.length === 0) return [];
  const kept = await tools.shelf.keep({ task, why, aside });
  await tools.shelf.putBack(view.head, aside);
  return [{ kind: "work-kept", task, ref: kept.ref, commit: kept.commit, why, paths }];
}
