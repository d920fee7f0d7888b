import type { Policy } from "../policy.ts";
import { isReadOnlyAudit } from "../picking/audit-labels.ts";
import { isBlameless } from "../outcome-kind.ts";
import { type Call, type Iteration, nextCall, type State } from "../state.ts";
import type { Step } from "../step.ts";
import { isSpent } from "../stopping/budgets.ts";
import { askAgain, callBy, isCalledOff, madeAgain, type Work } from "./again.ts";
import { blockerIn, giveUp, isOver, park } from "./give-up.ts";

/** True for an iteration of an audit run: its task is looked at and nothing else. */
export const isAuditing = (
  { policy }: { readonly policy: Pick<Policy, "audit"> },
  { claim }: Pick<Iteration, "claim">,
): boolean => policy.audit && !claim.repair && isReadOnlyAudit(claim.task);

/**
 * A read-only audit: one call, its findings are filed, and the task is closed without a merge. That asks for the work type AUDIT
 * and for no changed file, as it was measured; what was changed all the same is kept aside, and a person has to look.
 */
export function audit(state: State, iteration: Iteration): Step {
  if (isOver(iteration)) return { do: "record" };
  const call = iteration.calls.at(-1);
  if (call === undefined)
    return (state.wishes.stop === "now" ? null : callBy(state, look(iteration))) ?? { do: "record" };
  const { measured } = iteration;
  const back = isBlameless(call.outcome) ? madeAgain(state, iteration, look(iteration)) : null;
  if (back !== null) return back;
  if (measured !== null && measured.workChanges.length + measured.commits.length > 0)
    return park(iteration, "needs_human", changedText(measured.workChanges.map(({ path }) => path)));
  if (mayAskAgain(state, iteration, call)) return askAgain(iteration, call);
  if (measured === null) return { do: "measure", call: call.call };
  if (call.outcome !== "ok" || state.wishes.stop === "now") return giveUp(state, iteration);
  const blocked = blockerIn(iteration);
  if (blocked !== null) return park(iteration, "blocked", blocked);
  return auditProblem(iteration) === null ? { do: "file-findings" } : giveUp(state, iteration);
}

/** What keeps an audit's answer from closing its task, in words for the agent; null where nothing does. */
export function auditProblem({ answer }: Pick<Iteration, "answer">): string | null {
  if (answer?.findings == null)
    return "your answer held no list of findings that could be read: give it as one fenced JSON block, an empty list where there are none";
  const { reading } = answer;
  return reading.usable && reading.block?.workType === "AUDIT"
    ? null
    : "the task is a read-only audit: its status block has to say WORK_TYPE: AUDIT";
}

/** What the next call has to know of an audit that its answer has not closed. */
export function auditCorrections(state: State, iteration: Iteration): readonly string[] {
  const wentWell = iteration.calls.at(-1)?.outcome === "ok";
  const problem = isAuditing(state, iteration) && wentWell && !isOver(iteration) ? auditProblem(iteration) : null;
  return problem === null ? [] : [problem];
}

const look = (iteration: Iteration): Work => ({
  do: "work",
  role: "implementer",
  round: 1,
  call: nextCall(iteration),
  purpose: "task",
});

/** Once more for what an answer lacks, where the agent still knows what it has seen. */
function mayAskAgain(state: State, iteration: Iteration, call: Call): boolean {
  const agent = state.run?.agents?.[call.seat ?? ""] ?? state.run?.agent;
  const isFirst = !iteration.calls.some((other) => other !== call && other.outcome === "ok");
  const canAsk = agent?.resume === true && call.session !== null && call.outcome === "ok" && isFirst;
  return (
    canAsk &&
    auditProblem(iteration) !== null &&
    blockerIn(iteration) === null &&
    !isSpent(state, iteration) &&
    !isCalledOff(state, iteration)
  );
}

const pathsTold = 5;

function changedText(paths: readonly string[]): string {
  const more = paths.length > pathsTold ? ` and ${paths.length - pathsTold} more` : "";
  const what = paths.length === 0 ? "it made commits" : `it changed ${paths.slice(0, pathsTold).join(", ")}${more}`;
  return `an audit is read-only, and ${what}`;
}
