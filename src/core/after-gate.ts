import type { Fact, FactOf, Receipt } from "./fact.ts";
import type { State } from "./state.ts";
import { correctionsOf } from "./texts/corrections.ts";
import { baselineOf } from "./tests/baseline.ts";

/** What commands of the harness have left behind is nobody's work from then on, whichever commands they were. */
export function withLeftovers(state: State, fact: Fact): State {
  const found = "leftovers" in fact ? (fact.leftovers ?? []) : [];
  return found.length === 0 ? state : { ...state, leftovers: [...state.leftovers, ...found] };
}

/** The state after a verdict of the gate. */
export function judged(state: State, fact: FactOf<"gate-judged">): State {
  const { current } = state;
  // What the simplifier broke is put back, and nobody has to mend it.
  const isSimplifiers = current !== null && current.simplified !== null;
  const corrected = {
    ...state,
    current: current === null ? null : { ...current, gates: [...current.gates, fact] },
    corrections: [...state.corrections, ...(isSimplifiers ? [] : correctionsOf.gate(fact))],
    preflight: isPreflight(state) ? { ...state.preflight, gate: fact } : state.preflight,
  };
  // What a task's own commands say is nothing about the whole.
  return fact.verdict === "not_run" || fact.commands !== undefined
    ? corrected
    : { ...corrected, ...afterGate(state, fact, fact.verdict) };
}

const isPreflight = ({ current, iterations, preflight }: State): boolean =>
  current === null && iterations === 0 && preflight.gate === null;

/** A green gate is what later ones are held against: what it has excused may fail, and no more. */
function afterGate(
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

/** What a criterion asks for and is not there has to be known to whoever mends it. */
export const afterAcceptance = (state: State, fact: FactOf<"acceptance-judged">): State => ({
  ...state,
  current: state.current === null ? null : { ...state.current, acceptance: [...state.current.acceptance, fact] },
  corrections: [
    ...state.corrections,
    ...fact.unmet.map((criterion) => `a criterion is not met, its command fails: ${criterion}`),
  ],
});
