import type { Change } from "../core/fact.ts";
import type { State } from "../core/state.ts";
import type { Aside, DirtyPath, TreeView } from "../ports/workspace.ts";

/**
 * A person's own untracked files, remembered at the start of the run, and what the harness's commands left behind: in no snapshot, commit
 * or put-back.
 */
export const asideOf = (state: State): Aside => ({ paths: [...(state.run?.untracked ?? []), ...state.leftovers] });

/** True for a file that the harness keeps for itself: never the agent's change, never part of a landing. */
export const isHarnessFile = (path: string, backlogFiles: readonly string[]): boolean =>
  path.startsWith(".ralph/") && !backlogFiles.includes(path) && !path.startsWith(".ralph/specs/");

/** What is uncommitted in the tree, a person's own and the harness's files left out. */
export function ownDirt(view: TreeView, aside: Aside, backlogFiles: readonly string[]): readonly DirtyPath[] {
  const others = new Set(aside.paths);
  return view.dirty.filter((dirty) => !others.has(dirty.path) && !isHarnessFile(dirty.path, backlogFiles));
}

/** The same as paths alone. */
export const ownPaths = (view: TreeView, aside: Aside, backlogFiles: readonly string[]): string[] =>
  ownDirt(view, aside, backlogFiles).map((dirty) => dirty.path);

/** Changes without the harness's own files. */
export const agentChanges = (changes: readonly Change[], backlogFiles: readonly string[]): readonly Change[] =>
  changes.filter((change) => !isHarnessFile(change.path, backlogFiles));
