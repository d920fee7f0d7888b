import { describe, expect, test } from "vitest";
import { work } from "../model-moves.ts";
import { inTurn } from "../model-server.ts";
import { fleet, openFleetWorld } from "./fleet.ts";

describe.each(fleet)("$title", (member) => {
  test("L-26 --on-limit=exit ends at a used-up plan, breaker closed, and the next start does the work", async () => {
    const resets = Date.now() + 3 * 3_600_000;
    let isOver = false;
    let refused = 0;
    await using world = await openFleetWorld(member, {
      model: (root) => (request) => {
        if (isOver) return inTurn(...work(root))({ ...request, turn: request.turn - refused });
        refused += 1;
        return { kind: "limit", resets };
      },
    });
    const result = await world.run("--on-limit=exit");
    expect(result).toMatchObject({
      endReason: "usage_limit",
      exitCode: 5,
      breaker: "closed",
      iterations: [{ outcome: "limited", error: { class: "usage_limit" } }],
    });
    const [{ limit } = { limit: null }] = world.facts("agent-finished");
    // Some tell a clock without seconds.
    if (member.limit === "reset") expect(Math.abs(Date.parse(limit?.resetAt ?? "") - resets)).toBeLessThan(120_000);

    isOver = true;
    expect(await world.run()).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
  });
});
