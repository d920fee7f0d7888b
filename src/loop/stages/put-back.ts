import type { Fact } from "../../core/fact.ts";
import type { State } from "../../core/state.ts";
import type { Engine } from "../engine.ts";
import { putBackTo, simplifiersChange } from "../measuring/tree-mark.ts";

/** Takes out what the simplifier has changed, since the gate turned red by it. A second call after a crash finds it out already. */
export async function putBack(state: State, engine: Engine): Promise<readonly Fact[]> {
  const { current } = state;
  if (current === null || current.simplified === null) return [];
  const { before, headBefore } = current.simplified;
  const { claim, gates } = current;
  const undoing = { task: claim.task.id, who: "the simplifier", warning: simplifiersChange };
  const mark = { tree: before, head: headBefore, branch: claim.branch, plan: null };
  const changed = await putBackTo(mark, undoing, state, engine);
  const reason = gates.at(-1)?.failing ?? "the gate turned red";
  return [...changed, { kind: "simplification-undone", tree: before, head: headBefore, reason }];
}
