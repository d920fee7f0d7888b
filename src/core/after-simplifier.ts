import { receiptsOn } from "./after-gate.ts";
import type { FactOf } from "./fact.ts";
import type { Iteration, State } from "./state.ts";

/** The iteration once the simplifier has been there: the content is what it has left. */
export const simplified = (it: Iteration, fact: FactOf<"work-simplified">): Iteration => ({
  ...withContent(it, fact),
  simplified: { ...fact, gatesBefore: it.gates.length },
  guests: null,
});

/** The content is what the gate had found green before the simplifier came: its verdict holds again. */
export function undone(state: State, fact: FactOf<"simplification-undone">): State {
  const it = state.current;
  const work = it?.simplified == null ? null : { ...it.simplified, paths: [], gatesBefore: it.gates.length };
  return {
    ...state,
    current: it === null ? null : { ...withContent(it, fact), simplified: work },
    gate: { tree: fact.tree, verdict: "green", failing: null, receipts: receiptsOn(fact.tree, state) },
  };
}

/** What was measured, with the content that came of it since. */
const withContent = (it: Iteration, { tree, head }: { readonly tree: string; readonly head: string }): Iteration =>
  it.measured === null ? it : { ...it, measured: { ...it.measured, tree, head } };
