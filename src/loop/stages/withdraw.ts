import type { Fact } from "../../core/fact.ts";
import type { State } from "../../core/state.ts";
import { planBefore } from "../measuring/plan-before.ts";
import type { Engine } from "../engine.ts";

/** Takes back the claimed task's tick: its work does not land in this iteration. Every other change stays as it was settled. */
export async function withdraw(state: State, { tools }: Engine): Promise<readonly Fact[]> {
  const claim = state.current?.claim;
  if (claim === undefined) return [];
  const before = await planBefore(tools, claim);
  if (before !== null) await tools.backlog.settle?.(before, { keepTicks: [], dropNotes: [claim.task.id] });
  return [{ kind: "tick-withdrawn", task: claim.task.id }];
}
