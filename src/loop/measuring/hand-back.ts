import { warned } from "../../core/texts/warned.ts";
import { bookkeepingMessage } from "../../core/texts/commit-message.ts";
import type { Fact } from "../../core/fact.ts";
import type { Iteration, State } from "../../core/state.ts";
import type { Engine } from "../engine.ts";
import { listed } from "../listed.ts";

/** A person's untracked files that the agent has committed are theirs again: out of the branch, still in the tree. */
export async function handBack(
  state: State,
  { claim, n }: Iteration,
  { tools, run }: Engine,
): Promise<readonly Fact[]> {
  const own = state.run?.untracked ?? [];
  if (own.length === 0) return [];
  const view = await tools.workspace.look();
  if (view.head === claim.head) return [];
  const stillOwn = new Set(view.dirty.filter((dirty) => dirty.state === "untracked").map((dirty) => dirty.path));
  const message = bookkeepingMessage("hand a person's own files back", { run, iteration: n });
  const taken = await tools.history.untrack(
    own.filter((path) => !stillOwn.has(path)),
    message,
  );
  if (taken.length === 0) return [];
  return [
    warned(
      "own_files_committed",
      `the agent committed files of yours that were untracked; they are out of its branch and untracked again: ${listed(taken)}`,
    ),
  ];
}
