import type { Caps } from "../policy.ts";
import { type Iteration, type State, trailOf } from "../state.ts";

/** A bound of the run or of a task that leaves nothing to spend. */
export type SpentBound = "time" | "cost" | "tokens";

interface Spending {
  readonly timeMs: number;
  readonly costUsd: number;
  readonly tokens: number;
}

function spentBounds(caps: Caps, { timeMs, costUsd, tokens }: Spending): readonly SpentBound[] {
  const rows: readonly (readonly [SpentBound, number, number | null])[] = [
    ["time", timeMs, caps.timeMs],
    ["cost", costUsd, caps.costUsd],
    ["tokens", tokens, caps.tokens],
  ];
  return rows.flatMap(([bound, spent, cap]) => (cap !== null && spent >= cap ? [bound] : []));
}

/** Which bounds of the run are reached, those on iterations aside. A cost that nobody told counts as none. */
export const spentOfRun = ({ policy, spent, now, startedAt }: State): readonly SpentBound[] =>
  spentBounds(policy.run, { timeMs: now - startedAt, costUsd: spent.costUsd ?? 0, tokens: spent.tokens });

/** Which bounds of the claimed task are reached, those on iterations aside. */
const spentOfTask = (state: State, { claim }: Iteration): readonly SpentBound[] =>
  spentBounds(state.policy.task, trailOf(state, claim.task));

/** True where no further call may be made in this iteration. */
export const isSpent = (state: State, iteration: Iteration): boolean =>
  spentOfRun(state).length > 0 || spentOfTask(state, iteration).length > 0;

/** The bound of the claimed task that is reached, in words; null where none is. */
export function overTaskCap(state: State, iteration: Iteration): string | null {
  const { task } = state.policy;
  const { attempts } = trailOf(state, iteration.claim.task);
  if (task.iterations !== null && attempts >= task.iterations)
    return `its bound of ${task.iterations} iterations is reached`;
  const words: Record<SpentBound, string> = {
    cost: `${task.costUsd} USD`,
    tokens: `${task.tokens} tokens`,
    time: `${Math.round((task.timeMs ?? 0) / 60_000)} minutes`,
  };
  const bound = (["cost", "tokens", "time"] as const).find((one) => spentOfTask(state, iteration).includes(one));
  return bound === undefined ? null : `its bound of ${words[bound]} is reached`;
}
