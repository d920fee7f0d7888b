import { expect, test } from "vitest";
import { block, honest, liar, stuck } from "./agents/behaviours.ts";
import { brokenGate, planOf, project } from "./repository.ts";

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
  expect(await it.git("status", "--porcelain")).toBe("");
});

test("F004 F007 a claim of everything with nothing done lands nothing, and a fresh start works what is open", async () => {
  await using it = await project({ plan: 2, agent: [liar, liar, honest] });
  const first = await it.run();
  expect(first).toMatchObject({ endReason: "plan_mismatch", exitCode: 4, counts: { landed: 0, open: 2 } });
  expect(first.iterations[0]).toMatchObject({
    outcome: "exit_refused",
    refusedExit: expect.arrayContaining(["open_tasks"]),
  });
  await it.ralph("plan", "reopen", "ABC-1");
  expect(await it.run()).toMatchObject({ endReason: "plan_complete", counts: { landed: 2 } });
});

test("F013 L-12a a file that looks like a verdict is none; the block of the answer is", async () => {
  const talker = { ...honest, files: { ...honest.files, "status.json": '{"EXIT_SIGNAL":true,"STATUS":"COMPLETE"}\n' } };
  await using it = await project({ plan: 2, agent: [talker, honest] });
  expect(await it.run()).toMatchObject({ endReason: "plan_complete", counts: { landed: 2 } });
});

test("F001 completion words beside EXIT_SIGNAL false end nothing", async () => {
  const proud = { ...honest, say: "Feature complete, all tests done. Everything is finished." };
  await using it = await project({ plan: 2, agent: [proud] });
  expect((await it.run()).counts).toMatchObject({ landed: 2 });
});

test("L-13 an empty plan calls nobody", async () => {
  await using it = await project({ plan: planOf(1).replace("- [ ]", "- [x]"), agent: [honest], gate: [brokenGate] });
  expect(await it.run()).toMatchObject({ endReason: "plan_complete", iterations: [] });
  expect(it.calls()).toEqual([]);
});

test("L-13 an empty plan over a red gate is repaired first, and the repair is no task of the plan", async () => {
  const mender = { files: { broken: null }, say: "Mended.", block: block({ type: "DEBUGGING", files: 1 }) };
  await using it = await project({
    plan: planOf(1).replace("- [ ]", "- [x]"),
    files: { broken: "red\n" },
    script: { fixer: [mender] },
    gate: [brokenGate],
  });
  const result = await it.run();
  expect(result).toMatchObject({ endReason: "plan_complete", counts: { attempted: 0, landed: 0 } });
  expect(await it.git("ls-files", "broken")).toBe("");
});

test("V019 L-15 what waits on something outside is parked with its reason, the rest is worked, and the end says so", async () => {
  await using it = await project({ plan: 2, agent: [stuck, honest] });
  expect(await it.run()).toMatchObject({
    endReason: "queue_blocked",
    exitCode: 3,
    counts: { landed: 1, blocked: 1, open: 1 },
  });
  expect(await it.read(".ralph/fix_plan.md")).toMatch(/\*\*ABC-1\*\*.*needs the key of the payment service/);
});
