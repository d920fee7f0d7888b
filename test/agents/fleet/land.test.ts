import { describe, expect, test } from "vitest";
import { commitAll, edit, report, shell, tick } from "../model-moves.ts";
import { inTurn, usagePerAnswer } from "../model-server.ts";
import { fleet, openFleetWorld } from "./fleet.ts";

describe.each(fleet)("$title", (member) => {
  test("A-10 an edit becomes a landed commit, with session and usage, and no key in any file", async () => {
    await using world = await openFleetWorld(member, {
      model: (root) =>
        inTurn(edit(root, "hello.txt", "hello\n"), shell("sh tools/tell.sh"), tick(), commitAll("feat: say hello"), {
          kind: "text",
          text: `Done.\n\n${report()}`,
        }),
    });
    const result = await world.run();
    expect(result).toMatchObject({
      endReason: "plan_complete",
      exitCode: 0,
      breaker: "closed",
      counts: { landed: 1, open: 0 },
      iterations: [{ outcome: "landed", block: { status: "COMPLETE", by: "agent" }, discrepancies: [] }],
    });
    expect(await world.repository.git("log", "-1", "--format=%s", "main")).toBe("feat: say hello");
    expect(await world.repository.git("show", "main:hello.txt")).toBe("hello");
    expect(await world.repository.git("status", "--porcelain")).toBe("");
    expect(world.facts("agent-finished")).toMatchObject([
      { outcome: "ok", session: expect.stringMatching(/^\S+$/), toolCalls: 4, denials: [] },
    ]);
    if (member.tellsUsage) expect(result.cost.tokensOut).toBe(5 * usagePerAnswer.out);
    // Some leave processes of their own behind: the harness ends them.
    expect(await world.processes()).toEqual([]);
    expect(await world.filesWithKey()).toEqual([]);
  });
});
