import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type EndReason, endReasons, exitCodeOf, firstReason } from "./end-reason.ts";

describe("end reasons and exit codes", () => {
  test.each<readonly [number, readonly EndReason[]]>([
    [0, ["plan_complete", "exit_signal", "cap_reached", "once_done", "stopped"]],
    [2, ["config_invalid"]],
    [3, ["blocked", "queue_blocked", "needs_human", "merges_pending"]],
    [4, ["plan_mismatch", "exit_refused_3x", "no_status_block_3x", "repeating", "breaker_open"]],
    [5, ["budget_iterations", "budget_time", "budget_cost", "budget_tokens", "usage_limit"]],
    [6, ["preflight_failed", "dirty_tree", "locked", "agent_unavailable", "source_unavailable", "disk_full"]],
    [70, ["internal_error"]],
    [130, ["interrupted"]],
  ])("exit code %i", (code, reasons) => {
    expect(endReasons.filter((reason) => exitCodeOf(reason) === code)).toEqual(reasons);
  });

  test("where several hold at once the earlier of the table is given, in whatever order they come", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...endReasons], { minLength: 1 }), (reasons) => {
        const first = firstReason(reasons);
        expect(reasons).toContain(first);
        const place = (reason: EndReason): number => endReasons.indexOf(reason);
        expect(reasons.every((reason) => first !== undefined && place(first) <= place(reason))).toBe(true);
      }),
    );
  });

  test("no reason holds: none is given", () => {
    expect(firstReason([])).toBeUndefined();
  });
});
