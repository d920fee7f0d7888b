import type { Iteration, State } from "../../core/state.ts";
import { asideOf, ownPaths } from "../aside.ts";
import type { Engine } from "../engine.ts";

/** The newest commit of the work, and the paths that are not committed yet. */
export interface Rest {
  readonly head: string;
  readonly paths: readonly string[];
}

/** What is not committed yet: as it was measured, where nothing has run since; else looked at again. */
export async function whatIsLeft(state: State, current: Iteration, { tools, mode }: Engine): Promise<Rest> {
  const { measured } = current;
  const stillHolds = mode === "running" && tools.forge === null && current.gates.length === 0;
  if (measured !== null && stillHolds && measured.tick === "kept")
    return { head: measured.head, paths: measured.dirty };
  const view = await tools.workspace.look();
  // A landing that was killed on its way has come as far as the default branch: what is staged there is its, and it goes on.
  if (state.policy.branching === "task" && mode === "recovering" && view.branch !== current.claim.branch)
    return { head: (await tools.history.branchTip(current.claim.branch ?? "")) ?? view.head, paths: [] };
  return { head: view.head, paths: ownPaths(view, asideOf(state), tools.backlog.files) };
}
