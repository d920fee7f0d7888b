import { traitsOf } from "../playbooks/traits.ts";
import type { BreakerInput } from "./breaker.ts";
import type { FactOf } from "../fact.ts";
import type { HaltInput } from "./halts.ts";
import { isBlameless } from "../outcome-kind.ts";
import type { Policy } from "../policy.ts";
import type { Iteration, State } from "../state.ts";
import { deniedText } from "../texts/denied-call.ts";

type Recorded = FactOf<"iteration-recorded">;

/** What a recorded iteration means to the breaker. */
export function breakerInput(iteration: Iteration, fact: Recorded, at: number): BreakerInput {
  const last = iteration.calls.at(-1);
  return {
    kind: breakerKind(iteration, fact),
    fingerprint: last?.fingerprint ?? null,
    denied: lastDenied(iteration),
    at,
  };
}

function breakerKind(iteration: Iteration, fact: Recorded): BreakerInput["kind"] {
  if ((iteration.measured?.subAgentsInFlight ?? 0) > 1) return "not-counted";
  if (fact.progress) return "progress";
  const last = iteration.calls.at(-1);
  if (fact.outcome === "limited" || fact.outcome === "interrupted") return "not-counted";
  if (last !== undefined && isBlameless(last.outcome)) return "not-counted";
  if (iteration.parked?.state === "blocked") return "blocker";
  return questionOf(iteration) === null ? "no-progress" : "blocker";
}

/** The question that the last answer put to a person, if the call went well. */
export const questionOf = (iteration: Iteration): string | null =>
  iteration.calls.at(-1)?.outcome === "ok" ? (iteration.answer?.question ?? null) : null;

/** What was refused to the agent last, or put back after it; null where nothing was. */
function lastDenied(iteration: Iteration): string | null {
  const denial = iteration.calls.flatMap((call) => call.denials).at(-1);
  if (denial !== undefined) return deniedText(denial);
  const attack = (iteration.measured?.surface ?? []).find((change) => change.severity === "attack");
  return attack === undefined ? null : `${attack.path} steers the loop and was put back (${attack.what}).`;
}

/** True for an answer with the block that it owes, or with what a playbook takes in its place. */
export const hasEnding = ({ playbook }: Pick<Policy, "playbook">, answer: Iteration["answer"]): boolean =>
  answer?.reading.usable === true || (traitsOf[playbook].takesMark && answer?.marked === true);

/** What a recorded iteration means to the other halts. */
export function haltInput(state: State, iteration: Iteration, fact: Recorded): HaltInput {
  const last = iteration.calls.at(-1);
  const reading = iteration.answer?.reading;
  const owed = state.policy.answer === "block" && last?.outcome === "ok";
  return {
    block: owed ? (hasEnding(state.policy, iteration.answer) ? "usable" : "missing") : "not-owed",
    progress: fact.progress,
    exit: exitKind(fact),
    recommendation: last?.outcome === "ok" ? (reading?.block?.recommendation ?? null) : null,
    at: state.now,
  };
}

function exitKind(fact: Recorded): HaltInput["exit"] {
  if (fact.exit === null) return "none";
  if (fact.exit.vetoes.length === 0) return "accepted";
  return fact.exit.vetoes.includes("open_tasks") ? "refused-open-tasks" : "refused-else";
}
