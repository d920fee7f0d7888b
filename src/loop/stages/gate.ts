import type { Fact, FactOf } from "../../core/fact.ts";
import type { State } from "../../core/state.ts";
import type { Step } from "../../core/step.ts";
import { isHarnessFile } from "../aside.ts";
import type { Engine } from "../engine.ts";
import type { Tools } from "../tools.ts";

/** Runs the full gate, or serves the verdict again that was given on the very same tree (P-40). */
export async function gate(step: Extract<Step, { do: "gate" }>, state: State, { tools, run, interruption }: Engine): Promise<readonly Fact[]> {
  const tree = state.current?.measured?.tree ?? state.backlog?.tree ?? "";
  const nothing = { round: step.round, tree, served: false, receipts: [], failing: null, problem: null, leftovers: [] };
  if (tools.gate.commands.length === 0) return [judged({ ...nothing, verdict: "not_run" })];
  if (state.gate?.tree === tree) return [judged({ ...nothing, verdict: state.gate.verdict, served: true, failing: state.gate.failing })];
  const before = await untracked(tools);
  const result = await tools.gate.run({ iteration: state.current?.n ?? 0, marker: run }, interruption.signal);
  const verdict = result.problem === "interrupted" ? "not_run" : result.verdict;
  const known = new Set(before);
  const leftovers = (await untracked(tools)).filter((path) => !known.has(path) && !isHarnessFile(path, tools.backlog.files));
  return [judged({ ...nothing, verdict, receipts: [...result.receipts], failing: result.failing, problem: result.problem, leftovers })];
}

const untracked = async (tools: Tools): Promise<readonly string[]> =>
  (await tools.workspace.look()).dirty.filter((dirty) => dirty.state === "untracked").map((dirty) => dirty.path);

const judged = (fact: FactOf<"gate-judged">): Fact => ({ kind: "gate-judged", ...fact });
