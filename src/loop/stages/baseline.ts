import type { Fact } from "../../core/fact.ts";
import type { State } from "../../core/state.ts";
import type { Engine } from "../engine.ts";
import { knownContent } from "../measuring/known-content.ts";
import { dirtyBefore, leftBehind } from "../measuring/left-behind.ts";

/** Runs all gate commands before the first task, each to its end, so that only what fails newly is held against the work. */
export async function baseline(state: State, { tools, run, interruption }: Engine): Promise<readonly Fact[]> {
  const tree = await knownContent(state, tools);
  const dirty = await dirtyBefore(state, tools);
  const { receipts, problem } = await tools.gate.run({ iteration: 0, marker: run, all: true }, interruption.signal);
  if (problem === "interrupted") return [];
  const leftovers = await leftBehind(dirty, state, tools);
  return [{ kind: "baseline-taken", tree, receipts: [...receipts], problem, leftovers }];
}
