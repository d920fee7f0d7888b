import type { Fact } from "../../core/fact.ts";
import type { Engine } from "../engine.ts";

/** Makes the repository ready for the first gate: stale generated files go, then the person's commands run (P-20). */
export async function prepare({ tools, run, interruption }: Engine): Promise<readonly Fact[]> {
  const cleaned = await tools.preparation.clean(interruption.signal);
  const { receipts, failing, problem } = await tools.preparation.run(
    { iteration: 0, marker: run },
    interruption.signal,
  );
  const isCut = problem === "interrupted" || interruption.signal.aborted;
  return isCut ? [] : [{ kind: "repository-prepared", cleaned: [...cleaned], receipts: [...receipts], failing }];
}
