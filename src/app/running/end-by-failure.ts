import type { EndReason } from "../../core/end-reason.ts";
import type { Fact } from "../../core/fact.ts";
import type { State } from "../../core/state.ts";
import { append, type Engine } from "../../loop/engine.ts";
import { end } from "../../loop/stages/end.ts";
import { LedgerError } from "../../ports/ledger.ts";
import { type Problem, problemOf } from "../problems.ts";

/**
 * Ends a run in whose midst something has failed that is none of its agents' doing: with a reason of its own, in the ledger as
 * well where that still can be written. What was under way is left as it is: the next start settles it by looking. Resolves to
 * what is to be told of it.
 */
export async function endByFailure(engine: Engine, state: State, error: unknown): Promise<Problem> {
  const problem = midRunProblem(error, engine.interruption.signal.aborted);
  const { reason, message } = problem;
  const bare: Fact = { kind: "run-ended", reason, message, left: null };
  const facts = state.current === null ? await withLeftWork(engine, state, problem).catch(() => [bare]) : [bare];
  try {
    append(engine, state, facts, { iteration: state.current?.n ?? state.iterations, durability: "synced" });
    return problem;
  } catch {
    return {
      ...problem,
      next: `${problem.next} The ledger does not hold how this run ended: the next start settles it.`,
    };
  }
}

const withLeftWork = (engine: Engine, state: State, { reason, message }: Problem): Promise<readonly Fact[]> =>
  end({ do: "end", reason, message }, state, engine);

/**
 * A ledger that fails while a run goes on is no matter of how the run was started. A service that was waited for until a person wanted the
 * run to stop has not ended it: the person has.
 */
function midRunProblem(error: unknown, isStopped: boolean): Problem {
  const known = problemOf(error);
  if (known === null) return faultOf(error);
  if (isStopped && known.reason === "source_unavailable") return { ...known, reason: "interrupted" };
  const reason: EndReason = error instanceof LedgerError && error.code !== "full" ? "internal_error" : known.reason;
  return { ...known, reason };
}

/** A fault of the program itself, in words. */
export const faultOf = (error: unknown): Problem => ({
  reason: "internal_error",
  message: `ralph has an internal error: ${error instanceof Error ? error.message : String(error)}`,
  next: "Run again with --debug for the stack, and report it; what was under way is settled at the next start.",
});
