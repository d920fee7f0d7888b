/**
 * Why a run ended, in the order of precedence: where several hold at once, the earlier is given.
 * The exit code of the program goes with it.
 */
const table = [
  ["plan_complete", 0],
  ["exit_signal", 0],
  ["cap_reached", 0],
  ["once_done", 0],
  ["stopped", 0],
  ["config_invalid", 2],
  ["blocked", 3],
  ["queue_blocked", 3],
  ["needs_human", 3],
  ["merges_pending", 3],
  ["plan_mismatch", 4],
  ["exit_refused_3x", 4],
  ["no_status_block_3x", 4],
  ["repeating", 4],
  ["breaker_open", 4],
  ["budget_iterations", 5],
  ["budget_time", 5],
  ["budget_cost", 5],
  ["budget_tokens", 5],
  ["usage_limit", 5],
  ["preflight_failed", 6],
  ["dirty_tree", 6],
  ["locked", 6],
  ["agent_unavailable", 6],
  ["source_unavailable", 6],
  ["disk_full", 6],
  ["internal_error", 70],
  ["interrupted", 130],
] as const;

/** Why a run ended. */
export type EndReason = (typeof table)[number][0];

/** All reasons, the earlier before the later. */
export const endReasons: readonly EndReason[] = table.map(([reason]) => reason);

const codes: ReadonlyMap<EndReason, number> = new Map(table);

/** The exit code of the program for an end reason. */
export const exitCodeOf = (reason: EndReason): number => codes.get(reason) ?? 70;

/** Of several reasons that hold at once, the one that is given; undefined when none holds. */
export const firstReason = (reasons: readonly EndReason[]): EndReason | undefined =>
  endReasons.find((reason) => reasons.includes(reason));
