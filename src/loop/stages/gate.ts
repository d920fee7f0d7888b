import { withoutTail } from "../../core/after-gate.ts";
import type { Fact, FactOf, Receipt } from "../../core/fact.ts";
import type { State } from "../../core/state.ts";
import type { Step } from "../../core/step.ts";
import { isExcused } from "../../core/tests/baseline.ts";
import type { Engine } from "../engine.ts";
import { knownContent } from "../measuring/known-content.ts";
import { dirtyBefore, leftBehind } from "../measuring/left-behind.ts";
import type { Tools } from "../tools.ts";

/** Runs the full gate, or the task's own, or serves the verdict again that was given on the very same tree. */
export async function gate(
  step: Extract<Step, { do: "gate" }>,
  state: State,
  { tools, run, interruption }: Engine,
): Promise<readonly Fact[]> {
  const tree = await knownContent(state, tools);
  const own = ownCommands(step, tools);
  const nothing = {
    round: step.round,
    tree,
    ...(own === null ? {} : { commands: [...own] }),
    served: false,
    receipts: [],
    failing: null,
    problem: null,
    leftovers: [],
  };
  if (own === null && tools.gate.commands.length === 0) return [judged({ ...nothing, verdict: "not_run" })];
  const known = knownVerdict(state, tree, own);
  if (known !== null) {
    const { verdict, failing, receipts } = known;
    return [judged({ ...nothing, verdict, served: true, failing, receipts: [...receipts] })];
  }
  const dirty = await dirtyBefore(state, tools);
  const result = await tools.gate.run(
    {
      iteration: state.current?.n ?? 0,
      marker: run,
      isExcused: excuseOf(state),
      ...(own === null ? {} : { commands: own }),
    },
    interruption.signal,
  );
  const verdict = result.problem === "interrupted" ? "not_run" : result.verdict;
  const leftovers = await leftBehind(dirty, state, tools);
  return [
    judged({
      ...nothing,
      verdict,
      receipts: [...result.receipts],
      failing: result.failing,
      problem: result.problem,
      ...(result.flaky.length > 0 ? { flaky: [...result.flaky] } : {}),
      leftovers,
    }),
  ];
}

/** The task's own commands; null where they are no others than the full gate's. */
function ownCommands({ commands }: Extract<Step, { do: "gate" }>, tools: Tools): readonly string[] | null {
  if (commands === undefined) return null;
  const all = tools.gate.commands;
  const isFull = commands.length === all.length && commands.every((command, i) => command === all[i]);
  return isFull ? null : commands;
}

/** A verdict on this very tree: of the full gate, or of the same task's own gate in this iteration. */
function knownVerdict(
  { gate: full, current }: State,
  tree: string,
  own: readonly string[] | null,
): (Pick<FactOf<"gate-judged">, "verdict" | "failing"> & { readonly receipts: readonly Receipt[] }) | null {
  if (own === null) return full?.tree === tree ? full : null;
  const before = current?.gates.findLast((one) => one.commands !== undefined && one.verdict !== "not_run");
  return before?.tree === tree ? { ...before, receipts: before.receipts.map(withoutTail) } : null;
}

/** What stands against nobody. Where green is asked for, that is only what a person has put in quarantine. */
function excuseOf({ policy, baseline }: State): (receipt: Receipt) => boolean {
  const known = policy.baseline === "no-new-failures" ? (baseline ?? {}) : {};
  return (receipt) => isExcused(receipt, known, policy.quarantine ?? []);
}

const judged = (fact: FactOf<"gate-judged">): Fact => ({ kind: "gate-judged", ...fact });
