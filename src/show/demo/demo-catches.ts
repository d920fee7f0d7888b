import { correctionsOf } from "../../core/texts/corrections.ts";
import type { Entry } from "../../core/fact.ts";

/** Something that an agent said and that measuring found to be otherwise. */
export type Catch =
  /** A task was ticked and nothing stood behind it; `correction` is what the next attempt was told. */
  | { readonly kind: "tick-taken-back"; readonly iteration: number; readonly task: string; readonly correction: string }
  /** The gate was red where the agent had said that all passes; `failing` names the command. */
  | { readonly kind: "gate-red"; readonly iteration: number; readonly task: string; readonly failing: string };

/** All catches of a run, in their order. */
export function catchesIn(entries: Iterable<Entry>): readonly Catch[] {
  const catches: Catch[] = [];
  let task = "";
  for (const { fact, iteration } of entries) {
    if (fact.kind === "task-claimed") task = fact.task.id;
    if (fact.kind === "work-measured" && fact.tick === "undone")
      catches.push({ kind: "tick-taken-back", iteration, task, correction: correctionsOf.measured(fact).at(-1) ?? "" });
    if (fact.kind === "gate-judged" && fact.verdict === "red")
      catches.push({ kind: "gate-red", iteration, task, failing: fact.failing ?? "" });
  }
  return catches;
}
