import type { FactOf } from "../fact.ts";
import { isApproved } from "../playbooks/proof.ts";
import { indicatorCount } from "./indicators.ts";
import { lacksSpecs } from "../specs/specs-step.ts";
import type { Iteration, State } from "../state.ts";

/** The exit that an answer asked for and the vetoes against it; null where none was asked for. */
export function exitOf(state: State, iteration: Iteration): FactOf<"iteration-recorded">["exit"] {
  const block = iteration.answer?.reading.usable === true ? iteration.answer.reading.block : null;
  if (block?.exitSignal !== true || block.status === "BLOCKED") return null;
  return { vetoes: rules.filter(([, holds]) => holds(state, iteration)).map(([name]) => name) };
}

type Veto = (state: State, iteration: Iteration) => boolean;

/** A rule is a name and a function; the list of them is the gate. Any one that holds refuses the exit. */
const rules: readonly (readonly [string, Veto])[] = [
  ["open_tasks", (_state, it) => ((it.landed ?? it.parked ?? it.measured)?.standing.actionable ?? 0) > 0],
  ["gate_red", (state, it) => state.policy.gated && lastVerdict(state, it) === "red"],
  ["gate_not_run", (state, it) => state.policy.gated && lastVerdict(state, it) === "not_run"],
  [
    "deferred",
    (_state, it) =>
      it.answer?.reading.block?.status === "COMPLETE" && it.answer.reading.block.testsStatus === "DEFERRED",
  ],
  [
    "call_failed",
    (_state, it) => it.calls.at(-1)?.outcome !== "ok" || it.calls.some((call) => call.denials.length > 0),
  ],
  ["gate_timed_out", (_state, it) => it.gates.at(-1)?.problem === "timed_out"],
  [
    "not_landed",
    (_state, it) => it.landed === null && it.waiting === null && (it.measured?.workChanges.length ?? 0) > 0,
  ],
  ["marks", (_state, it) => (it.measured?.marks.length ?? 0) > 0],
  ["not_reviewed", (state, it) => it.landed === null && it.waiting === null && !isApproved(state, it)],
  ["specs_uncovered", lacksSpecs],
  ["few_indicators", (state) => indicatorCount(state) < 2],
];

/** The verdict of the full gate on the content as it is now. */
function lastVerdict(state: State, iteration: Iteration): "green" | "red" | "not_run" {
  const tree = iteration.measured?.tree;
  return state.gate !== null && state.gate.tree === tree ? state.gate.verdict : "not_run";
}
