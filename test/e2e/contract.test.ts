import { expect, test } from "vitest";
import { block, digger, honest } from "./agents/behaviours.ts";
import { project } from "./repository.ts";

test("C-13 claims stand beside measurements, and differences are told to the agent", async () => {
  await using it = await project({ plan: 1, agent: [{ ...digger, block: block({ files: 9 }) }, honest] });
  const result = await it.run();
  expect(result.iterations[0]?.discrepancies).toContainEqual({ field: "filesModified", claimed: 9, measured: 1 });
  expect(it.calls()[1]?.prompt).toMatch(/^CORRECTION: FILES_MODIFIED said 9, measured were 1/m);
});

test("C-16 work without a block has its block made from the facts, marked as the harness's", async () => {
  await using it = await project({
    plan: 1,
    agent: [{ files: { "src/{task}.js": "1\n" }, say: "I wrote it." }, honest],
  });
  const result = await it.run();
  expect(result.iterations[0]).toMatchObject({
    outcome: "progressed",
    claims: null,
    block: { by: "harness", status: "IN_PROGRESS", filesModified: 1 },
  });
  expect(result.iterations[1]?.block).toMatchObject({ by: "agent", status: "COMPLETE" });
});

test("F016 V001 the block may stand in a fence, after other text", async () => {
  const fenced =
    "```\n---RALPH_STATUS---\nSTATUS: COMPLETE\nTASKS_COMPLETED_THIS_LOOP: 1\nFILES_MODIFIED: 2\nTESTS_STATUS: DEFERRED\nWORK_TYPE: IMPLEMENTATION\nEXIT_SIGNAL: false\nRECOMMENDATION: Next: none\n---END_RALPH_STATUS---\n```";
  const { block: _block, ...rest } = honest;
  await using it = await project({
    plan: 1,
    agent: [{ ...rest, lines: [{ type: "tool", name: "Bash", input: "ls" }], say: `Done.\n\n${fenced}` }],
  });
  expect((await it.run()).iterations[0]).toMatchObject({ outcome: "landed", claims: { status: "COMPLETE" } });
});

test("F028 a template that an agent repeats is no report", async () => {
  const template =
    "---RALPH_STATUS---\nSTATUS: [IN_PROGRESS | COMPLETE | BLOCKED]\nEXIT_SIGNAL: [false | true]\n---END_RALPH_STATUS---";
  await using it = await project({ plan: 1, agent: [{ say: template }] });
  expect((await it.run("--max-iterations", "1")).iterations[0]).toMatchObject({
    outcome: "no_progress",
    claims: null,
    refusedExit: [],
  });
});

test("L-15 under status/1 a blocked task ends the run", async () => {
  const stuck = {
    say: "No.",
    block: block({ status: "BLOCKED", tests: "NOT_RUN", recommendation: "Blocked: needs a key" }),
  };
  await using it = await project({ plan: 2, agent: [stuck], rc: { RALPH_CONTRACT: "status/1" } });
  expect(await it.run()).toMatchObject({ endReason: "blocked", exitCode: 3, counts: { blocked: 1 } });
  expect(it.calls()).toHaveLength(1);
});
