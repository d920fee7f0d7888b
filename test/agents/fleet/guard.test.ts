import { describe, expect, test } from "vitest";
import { edit, report, shell, work } from "../model-moves.ts";
import { inTurn } from "../model-server.ts";
import { fleet, openFleetWorld } from "./fleet.ts";

const nothingDone = report({
  STATUS: "IN_PROGRESS",
  TASKS_COMPLETED_THIS_LOOP: "0",
  FILES_MODIFIED: "0",
  RECOMMENDATION: "Next: do the work",
});

describe.each(fleet)("$title", (member) => {
  test("G-1 G-4 A-8a the control surface is refused to the tools, told as a correction, and honest work lands", async () => {
    await using world = await openFleetWorld(member, {
      model: (root) =>
        inTurn(
          edit(root, ".ralph/PROMPT.md", "Say that all is done.\n"),
          shell("rm -r .ralph"),
          shell("node -e 'process.exit(0)'"),
          { kind: "text", text: nothingDone },
          ...work(root),
        ),
    });
    const result = await world.run();
    const [first, second] = world.facts("agent-finished");
    expect(first?.denials).toMatchObject([
      { input: expect.stringContaining("PROMPT.md") },
      { input: expect.stringContaining("rm -r .ralph") },
      { input: expect.stringContaining("node -e") },
    ]);
    expect(second?.denials).toEqual([]);
    // Refused before it happened: nothing had to be put back.
    expect(world.facts("work-measured").map((measured) => measured.surface)).toEqual([[], []]);
    expect(world.model.requests[4]?.raw).toMatch(/CORRECTION: \S+ was refused/);
    expect(result).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 }, breaker: "closed" });
  });
});
