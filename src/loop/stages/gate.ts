import type { Fact, FactOf } from "../../core/fact.ts";
import type { State } from "../../core/state.ts";
import type { Step } from "../../core/step.ts";
import type { Engine } from "../engine.ts";

/** Runs the full gate, or serves the verdict again that was given on the very same tree (P-40). */
export async function gate(step: Extract<Step, { do: "gate" }>, state: State, { tools, run, interruption }: Engine): Promise<readonly Fact[]> {
  const tree = state.current?.measured?.tree ?? state.backlog?.tree ?? "";
  if (tools.gate.commands.length === 0) return [judged({ round: step.round, tree, verdict: "not_run", served: false, receipts: [], failing: null, problem: null })];
  if (state.gate?.tree === tree)
    return [judged({ round: step.round, tree, verdict: state.gate.verdict, served: true, receipts: [], failing: state.gate.failing, problem: null })];
  const result = await tools.gate.run({ iteration: state.current?.n ?? 0, marker: run }, interruption.signal);
  const verdict = result.problem === "interrupted" ? "not_run" : result.verdict;
  return [judged({ round: step.round, tree, verdict, served: false, receipts: [...result.receipts], failing: result.failing, problem: result.problem })];
}

const judged = (fact: FactOf<"gate-judged">): Fact => ({ kind: "gate-judged", ...fact });
