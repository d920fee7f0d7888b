import type { Stage } from "../../core/step.ts";
import type { RunView } from "../../core/summary.ts";
import { cleanupOf } from "../../core/tracker/own-account.ts";

/** How a run stands, as scripts read it: `.ralph/status.json` and `ralph status --json`. */
export interface StatusJson {
  readonly run: string | null;
  readonly state: "idle" | "running" | "paused" | "waiting" | "ended";
  readonly endReason: string | null;
  readonly task: string | null;
  readonly stage: Stage | null;
  readonly iteration: number;
  readonly breaker: string;
  readonly budget: {
    readonly iterations: string;
    readonly costUsd: number | null;
    /** True where a part of it comes from a price table. */
    readonly costEstimated: boolean;
    readonly tokens: number;
    readonly endsAt: string | null;
  };
  readonly pid: number | null;
  readonly open: number;
  readonly done: number;
  readonly recommendation: string;
  readonly waitingFor: string | null;
  /** When the wait ends by itself; null where there is none, or somebody has to end it. */
  readonly waitingUntil: string | null;
  /** Issues that an agent still has to close, since their work has landed; left out where there are none. */
  readonly cleanup?: readonly string[];
  readonly updatedAt: string;
}

/** The status of a run that is under way or over. */
export function statusJson(view: RunView, stage: Stage, pid: number | null): StatusJson {
  const { state } = view;
  const { policy, spent } = state;
  const cleanup = cleanupOf(state);
  return {
    run: view.run,
    state: view.end !== null ? "ended" : stateOf(view),
    endReason: view.end?.reason ?? null,
    task: state.current?.claim.task.id ?? null,
    stage: view.end === null ? stage : null,
    iteration: state.iterations,
    breaker: state.breaker.state,
    budget: {
      iterations: `${state.iterations}/${policy.run.iterations}`,
      costUsd: spent.costUsd,
      costEstimated: spent.costEstimated,
      tokens: spent.tokens,
      endsAt: policy.run.timeMs === null ? null : new Date(view.startedAt + policy.run.timeMs).toISOString(),
    },
    pid: view.end === null ? pid : null,
    open: state.lastStanding?.open ?? 0,
    done: state.lastStanding?.done ?? 0,
    recommendation: view.iterations.findLast((iteration) => iteration.recommendation !== "")?.recommendation ?? "",
    waitingFor: view.waiting?.why ?? null,
    waitingUntil: view.waiting?.until == null ? null : new Date(view.waiting.until).toISOString(),
    ...(cleanup.length === 0 ? {} : { cleanup }),
    updatedAt: new Date(state.now).toISOString(),
  };
}

const stateOf = (view: RunView): "running" | "paused" | "waiting" => {
  if (view.waiting === null) return "running";
  return view.waiting.why === "pause" ? "paused" : "waiting";
};
