import type { Iteration, State } from "../state.ts";

/** Signs of completion that one iteration gave, each once. */
export function indicatorsOf(iteration: Iteration): readonly string[] {
  const last = iteration.calls.at(-1);
  const standing = (iteration.landed ?? iteration.parked ?? iteration.measured)?.standing;
  const spoken = last?.outcome === "ok" ? (iteration.answer?.statements ?? []) : [];
  return [
    ...new Set(spoken.map((statement) => `said: ${statement}`)),
    ...(last?.outcome === "ok" && iteration.answer?.reading.block?.status === "COMPLETE" ? ["status complete"] : []),
    ...(standing?.open === 0 ? ["backlog empty"] : []),
    ...(iteration.gates.at(-1)?.verdict === "green" ? ["gate green"] : []),
  ];
}

/** How many completion indicators stand in the exit window, the iteration under way included. */
export function indicatorCount(state: State): number {
  const current = state.current === null ? [] : [indicatorsOf(state.current)];
  return [...state.indicators, ...current].slice(-state.policy.exitWindow).flat().length;
}
