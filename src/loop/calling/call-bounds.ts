import { type Iteration, type State, trailOf } from "../../core/state.ts";
import type { CallBounds } from "./call-agent.ts";
import type { SpendBound } from "./meter.ts";

/** What one more call in this iteration may take: what is left of the run's and the task's bounds, and its own time. */
export function boundsOf(state: State, { claim }: Iteration): CallBounds {
  const { policy, spent, startedAt } = state;
  const { run, task } = policy;
  const trail = trailOf(state, claim.task);
  const left = (unit: "USD" | "tokens", caps: readonly (readonly [string, number | null, number])[]) =>
    nearest(caps.flatMap(([whose, cap, used]) => (cap === null ? [] : [boundOf(whose, { cap, used, unit })])));
  return {
    timeoutMs: policy.callTimeoutMs,
    idleMs: policy.idleTimeoutMs,
    deadline: run.timeMs === null ? null : startedAt + run.timeMs,
    tokens: left("tokens", [
      ["the run's", run.tokens, spent.tokens],
      ["the task's", task.tokens, trail.tokens],
    ]),
    costUsd: left("USD", [
      ["the run's", run.costUsd, spent.costUsd ?? 0],
      ["the task's", task.costUsd, trail.costUsd],
    ]),
  };
}

/** What a call beside the iterations may take: what is left of the run's bounds. */
export function runBoundsOf({ policy, spent, startedAt }: State): CallBounds {
  const { run } = policy;
  const left = (unit: "USD" | "tokens", cap: number | null, used: number): SpendBound | null =>
    cap === null ? null : boundOf("the run's", { cap, used, unit });
  return {
    timeoutMs: policy.callTimeoutMs,
    idleMs: policy.idleTimeoutMs,
    deadline: run.timeMs === null ? null : startedAt + run.timeMs,
    tokens: left("tokens", run.tokens, spent.tokens),
    costUsd: left("USD", run.costUsd, spent.costUsd ?? 0),
  };
}

const boundOf = (whose: string, { cap, used, unit }: { cap: number; used: number; unit: string }): SpendBound => ({
  left: Math.max(0, cap - used),
  of: `${whose} bound of ${cap} ${unit}`,
});

const nearest = (bounds: readonly SpendBound[]): SpendBound | null =>
  bounds.toSorted((one, other) => one.left - other.left)[0] ?? null;
