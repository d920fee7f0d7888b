import { expect, test } from "vitest";
import { honest, liar } from "./agents/behaviours.ts";
import { brokenGate, project } from "./repository.ts";

test("P-1 L-13 every task is worked once, lands once, and the empty plan ends the run over a green gate", async () => {
  await using it = await project({ plan: 2, agent: [honest], gate: [brokenGate] });
  const result = await it.run();
  expect(result).toMatchObject({
    endReason: "plan_complete",
    exitCode: 0,
    counts: { attempted: 2, landed: 2, open: 0 },
  });
  expect((await it.landings()).map((landing) => landing.task)).toEqual(["ABC-1", "ABC-2"]);
  expect(it.calls().map((call) => call.task)).toEqual(["ABC-1", "ABC-2"]);
});

test("F007 L-24 a claim of everything with nothing done lands nothing and ends as plan_mismatch", async () => {
  await using it = await project({ plan: 4, agent: [liar] });
  const result = await it.run();
  expect(result).toMatchObject({ endReason: "plan_mismatch", exitCode: 4, counts: { landed: 0, open: 4 } });
  expect(result.iterations[0]).toMatchObject({
    outcome: "exit_refused",
    refusedExit: expect.arrayContaining(["open_tasks"]),
  });
});
