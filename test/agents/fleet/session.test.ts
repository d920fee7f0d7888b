import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { report, work } from "../model-moves.ts";
import { inTurn } from "../model-server.ts";
import { fleet, openFleetWorld } from "./fleet.ts";

const halfDone = report({
  STATUS: "IN_PROGRESS",
  TASKS_COMPLETED_THIS_LOOP: "0",
  RECOMMENDATION: "Next: the other half",
});

describe.each(fleet)("$title", (member) => {
  test("L-3 session: continue goes on in the task's session", async () => {
    await using world = await openFleetWorld(member, {
      settings: ["RALPH_SESSION=continue"],
      model: (root) =>
        inTurn(
          { kind: "write", path: join(root, "half.txt"), content: "half\n", text: "The halves of it come one by one." },
          { kind: "text", text: halfDone },
          ...work(root),
        ),
    });
    expect(await world.run()).toMatchObject({
      endReason: "plan_complete",
      counts: { landed: 1 },
      iterations: [{ outcome: "progressed" }, { outcome: "landed" }],
    });
    const [first, second] = world.facts("agent-finished");
    expect(first?.session).toMatch(/\S/);
    expect(second?.session).toBe(first?.session);
    // Per call: what the session had used before is not counted twice.
    if (member.tellsUsage) expect([first?.usage?.out, second?.usage?.out]).toEqual([100, 150]);
    expect(world.model.requests[2]?.raw).toContain("The halves of it come one by one.");
    expect(await world.repository.git("ls-tree", "--name-only", "main")).toMatch(/half\.txt\nhello\.txt/);
  });
});
