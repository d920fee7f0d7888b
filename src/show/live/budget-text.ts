import type { RunView } from "../../core/summary.ts";
import type { Activity } from "./activity.ts";
import { costText, moneyText } from "../text/cost-text.ts";
import { spanText } from "../text/time-text.ts";

/** What was spent: money and tokens, with those of the call under way. What nobody said is called unknown, not zero. */
export function spentText(view: RunView, activity: Activity): string {
  const { costUsd, tokens } = spentWith(view, activity);
  return `${costText({ ...view.state.spent, costUsd })} · ${tokens === 0 ? "tokens unknown" : `${countText(tokens)} tokens`}`;
}

/** What is left of each bound of the run; bounds that nobody set are named as such. */
export function budgetText(view: RunView, activity: Activity, now: number): string {
  const { policy, iterations, startedAt } = view.state;
  const { run } = policy;
  const spent = spentWith(view, activity);
  const rows: readonly (readonly [string, string | null])[] = [
    ["iterations", `${Math.max(0, run.iterations - iterations)} of ${run.iterations} iterations`],
    ["time", run.timeMs === null ? null : spanText(startedAt + run.timeMs - now)],
    ["cost", run.costUsd === null ? null : moneyText(Math.max(0, run.costUsd - (spent.costUsd ?? 0)))],
    ["tokens", run.tokens === null ? null : `${countText(Math.max(0, run.tokens - spent.tokens))} tokens`],
  ];
  const unbounded = rows.filter(([, left]) => left === null).map(([name]) => name);
  const bounded = rows.flatMap(([, left]) => (left === null ? [] : [left])).join(" · ");
  return unbounded.length === 0 ? bounded : `${bounded} · no bound on ${listText(unbounded)}`;
}

function spentWith(
  { state }: RunView,
  activity: Activity,
): { readonly costUsd: number | null; readonly tokens: number } {
  const { spent } = state;
  const costUsd =
    spent.costUsd === null && activity.costUsd === null ? null : (spent.costUsd ?? 0) + (activity.costUsd ?? 0);
  return { costUsd, tokens: spent.tokens + (activity.tokens ?? 0) };
}

const listText = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1) ?? ""}`;

/** A count in few letters: `950`, `12.3k`, `4.5M`. */
export function countText(count: number): string {
  if (count < 1_000) return String(count);
  return count < 999_950 ? `${(count / 1_000).toFixed(1)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}
