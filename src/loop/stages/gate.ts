import type { Fact, FactOf } from "../../core/fact.ts";
import type { State } from "../../core/state.ts";
import type { Step } from "../../core/step.ts";
import { asideOf, ownDirt } from "../aside.ts";
import type { Engine } from "../engine.ts";
import type { Tools } from "../tools.ts";

/** Runs the full gate, or serves the verdict again that was given on the very same tree (P-40). */
export async function gate(
  step: Extract<Step, { do: "gate" }>,
  state: State,
  { tools, run, interruption }: Engine,
): Promise<readonly Fact[]> {
  const tree =
    state.current?.measured?.tree ??
    state.backlog?.tree ??
    (await tools.workspace.snapshot(await tools.workspace.look(), asideOf(state)));
  const nothing = { round: step.round, tree, served: false, receipts: [], failing: null, problem: null, leftovers: [] };
  if (tools.gate.commands.length === 0) return [judged({ ...nothing, verdict: "not_run" })];
  if (state.gate?.tree === tree)
    return [judged({ ...nothing, verdict: state.gate.verdict, served: true, failing: state.gate.failing })];
  const result = await tools.gate.run({ iteration: state.current?.n ?? 0, marker: run }, interruption.signal);
  const verdict = result.problem === "interrupted" ? "not_run" : result.verdict;
  const leftovers = await leftBehind(state, tools);
  return [
    judged({
      ...nothing,
      verdict,
      receipts: [...result.receipts],
      failing: result.failing,
      problem: result.problem,
      leftovers,
    }),
  ];
}

/** Untracked files that were not there when the work was measured. */
async function leftBehind(state: State, tools: Tools): Promise<string[]> {
  const known = new Set(state.current?.measured?.dirty);
  const view = await tools.workspace.look();
  return ownDirt(view, asideOf(state), tools.backlog.files)
    .filter((dirty) => dirty.state === "untracked" && !known.has(dirty.path))
    .map((dirty) => dirty.path);
}

const judged = (fact: FactOf<"gate-judged">): Fact => ({ kind: "gate-judged", ...fact });
