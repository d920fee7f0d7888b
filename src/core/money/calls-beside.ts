import { totalTokens } from "../outcome.ts";
import type { Call, State } from "../state.ts";

/** The state after calls that went on beside the loop: what they have cost counts, and nothing else changes. */
export function withCallsBeside(state: State, calls: readonly Call[]): State {
  const costs = calls.flatMap(({ costUsd }) => costUsd ?? []);
  const tokens = calls.flatMap(({ usage }) => usage ?? []).reduce((sum, usage) => sum + totalTokens(usage), 0);
  const { spent } = state;
  return {
    ...state,
    spent: {
      ...spent,
      costUsd: costs.length === 0 ? spent.costUsd : costs.reduce((sum, cost) => sum + cost, spent.costUsd ?? 0),
      costEstimated: spent.costEstimated || calls.some(({ costEstimated }) => costEstimated),
      unknownCalls: spent.unknownCalls + calls.length - costs.length,
      tokens: spent.tokens + tokens,
      calls: [...spent.calls, ...calls.map(({ startedAt }) => startedAt)],
    },
  };
}
