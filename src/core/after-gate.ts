import type { FactOf, Receipt } from "./fact.ts";
import type { State } from "./state.ts";
import { baselineOf } from "./tests/baseline.ts";

/** A green gate is what later ones are held against: what it has excused may fail, and no more (P-41). */
export function afterGate(
  state: State,
  fact: FactOf<"gate-judged">,
  verdict: "green" | "red",
): Pick<State, "gate" | "baseline"> {
  const { tree, failing, served } = fact;
  const isNew = verdict === "green" && !served && state.policy.baseline === "no-new-failures";
  return {
    gate: { tree, verdict, failing, receipts: fact.receipts.map(withoutTail) },
    baseline: isNew ? baselineOf(fact.receipts) : state.baseline,
  };
}

/** A receipt that stands for a run before: the end of the output is kept with that one. */
export const withoutTail = (receipt: Receipt): Receipt => ({ ...receipt, tail: "" });

/** Whatever failed then blocks nobody on this very tree, unless a command did not come to an end. */
export const baselineTaken = (state: State, { tree, receipts, problem }: FactOf<"baseline-taken">): State => ({
  ...state,
  baseline: baselineOf(receipts),
  gate: problem === null ? { tree, verdict: "green", failing: null, receipts: receipts.map(withoutTail) } : state.gate,
});

/** The receipts of the last gate on a tree, within the iteration under way. */
export const receiptsOn = (tree: string, { current }: State): readonly Receipt[] =>
  (current?.gates ?? []).findLast((gate) => gate.tree === tree)?.receipts.map(withoutTail) ?? [];
