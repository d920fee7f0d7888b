import type { FactOf } from "../fact.ts";
import { isSpent } from "../stopping/budgets.ts";
import { type Iteration, nextCall, type State } from "../state.ts";
import type { Step } from "../step.ts";

/**
 * The completion call that an asked-for exit needs: specifications are there, nobody has looked at them in this form, and
 * nothing else is left to be worked. Null where none is due.
 */
export function specsStep(state: State, iteration: Iteration): Step | null {
  const digest = iteration.measured?.specs ?? null;
  if (digest === null || state.specs?.digest === digest || !asksForExit(iteration)) return null;
  const standing = (iteration.landed ?? iteration.parked ?? iteration.measured)?.standing;
  if ((standing?.actionable ?? 0) > 0 || state.fatal !== null || state.wishes.stop === "now") return null;
  return isSpent(state, iteration) ? null : { do: "check-specs", call: nextCall(iteration), digest };
}

const asksForExit = ({ answer, calls }: Iteration): boolean => {
  const block = answer?.reading.usable === true ? answer.reading.block : null;
  return block?.exitSignal === true && block.status !== "BLOCKED" && calls.at(-1)?.outcome === "ok";
};

/** What is remembered of specifications after a completion call. */
export const checkedSpecs = ({ current }: State, fact: FactOf<"specs-checked">): State["specs"] => ({
  digest: fact.digest,
  covered: fact.covered,
  handedOn: fact.added.length > 0 ? (current?.n ?? null) : null,
});

/**
 * True where a completion call has found the specifications, in their present form, not covered by closed tasks, and what is missing
 * is in no task that could stand for it.
 */
export const lacksSpecs = ({ specs }: State, { measured, n }: Iteration): boolean =>
  measured?.specs != null &&
  specs?.digest === measured.specs &&
  specs.covered === false &&
  (specs.handedOn === null || specs.handedOn === n);
