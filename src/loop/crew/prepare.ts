import type { Fact } from "../../core/fact.ts";
import type { State } from "../../core/state.ts";
import type { Engine } from "../engine.ts";
import { dirtyBefore, leftBehind } from "../measuring/left-behind.ts";

/** Makes the repository ready for the first gate: stale generated files go, then the person's commands run. */
export async function prepare(state: State, { tools, run, interruption }: Engine): Promise<readonly Fact[]> {
  const cleaned = await tools.preparation.clean(interruption.signal);
  const dirty = await dirtyBefore(state, tools);
  const { receipts, failing, problem } = await tools.preparation.run(
    { iteration: 0, marker: run },
    interruption.signal,
  );
  if (problem === "interrupted" || interruption.signal.aborted) return [];
  const leftovers = await leftBehind(dirty, state, tools);
  return [{ kind: "repository-prepared", cleaned: [...cleaned], receipts: [...receipts], failing, leftovers }];
}
