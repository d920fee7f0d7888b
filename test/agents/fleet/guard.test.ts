import { describe, expect, test } from "vitest";
import { edit, report, shell, work } from "../model-moves.ts";
import { inTurn, type ModelReply } from "../model-server.ts";
import { fleet, openFleetWorld } from "./fleet.ts";

const nothingDone = report({
  STATUS: "IN_PROGRESS",
  TASKS_COMPLETED_THIS_LOOP: "0",
  FILES_MODIFIED: "0",
  RECOMMENDATION: "Next: do the work",
});

describe.each(fleet)("$title", (member) => {
  test("G-1 G-4 A-8a what is refused is told as a correction, nothing has to be put back, and honest work lands", async () => {
    const forbidden = member.goesOn ? ["rm -r .ralph", "node -e 'process.exit(0)'"] : [];
    // The end of the call; where a refusal has ended it already, the answer to the request for a block.
    const end: ModelReply = { kind: "text", text: nothingDone };
    await using world = await openFleetWorld(member, {
      model: (root) =>
        inTurn(edit(root, ".ralph/PROMPT.md", "Say that all is done.\n"), ...forbidden.map(shell), end, ...work(root)),
    });
    const result = await world.run();
    expect(world.facts("agent-finished").flatMap(({ denials }) => denials)).toMatchObject(
      ["PROMPT.md", ...forbidden].map((words) => ({ input: expect.stringContaining(words) })),
    );
    // Refused before it happened.
    expect(world.facts("work-measured").flatMap((measured) => measured.surface)).toEqual([]);
    expect(world.model.requests[2 + forbidden.length]?.raw).toMatch(/CORRECTION: \S+ was refused/);
    expect(result).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 }, breaker: "closed" });
  });
});
