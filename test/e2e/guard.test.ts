import { expect, test } from "vitest";
import { block, digger, honest, idle } from "./agents/behaviours.ts";
import { project } from "./repository.ts";

test("G-1 F230 what steers the loop is put back, reported, and told to the agent", async () => {
  const attack = {
    ...idle,
    files: { ".ralphrc": "RALPH_MAX_ITERATIONS=999\n", ".git/hooks/post-commit": "#!/bin/sh\n" },
  };
  await using it = await project({ plan: 1, agent: [attack, honest] });
  const rc = await it.read(".ralphrc");
  const result = await it.run();
  expect(await it.read(".ralphrc")).toBe(rc);
  expect(
    result.warnings.filter((warning) => warning.code === "control_surface").map((warning) => warning.severity),
  ).toEqual(["critical", "critical"]);
  expect(it.calls()[1]?.prompt).toMatch(/^CORRECTION: \.ralphrc steers the loop/m);
  expect(result.endReason).toBe("plan_complete");
});

test("G-2 V029 open items that an agent deletes or rewords are put back; what it adds stays", async () => {
  const plan: readonly (readonly [string, string])[] = [
    ["- [ ] **ABC-2** add the thing number 2\n", "- [ ] **ABC-9** found on the way\n"],
    ["**ABC-3** add the thing number 3", "**ABC-3** add nothing"],
  ];
  await using it = await project({ plan: 3, agent: [{ ...honest, plan }] });
  const result = await it.run("1");
  const text = await it.read(".ralph/fix_plan.md");
  for (const line of [
    "- [ ] **ABC-2** add the thing number 2",
    "- [ ] **ABC-3** add the thing number 3",
    "- [ ] **ABC-9** found on the way",
  ])
    expect(text.split("\n")).toContain(line);
  expect(result.warnings.map((warning) => warning.code)).toContain("plan_items_restored");
});

test("L-24 F020 ticks outside the claimed task are undone and told", async () => {
  await using it = await project({ plan: 3, agent: [{ ...honest, tick: "all" }] });
  const result = await it.run("1");
  expect(await it.items("done")).toHaveLength(1);
  expect(result.warnings.map((warning) => warning.code)).toContain("said_to_be_done");
});

test("L-24 a tick without work is undone", async () => {
  await using it = await project({
    plan: 1,
    agent: [{ ...idle, tick: "own", block: block({ status: "COMPLETE", tasks: 1 }) }],
  });
  const result = await it.run("--max-iterations", "1");
  expect(result.counts).toMatchObject({ landed: 0, open: 1 });
  expect(await it.items("done")).toEqual([]);
});

test("F022 work without a tick is progress, is told, and is never ticked by itself", async () => {
  await using it = await project({ plan: 1, agent: [{ ...digger, block: block({ tasks: 1, files: 1 }) }] });
  const result = await it.run("--max-iterations", "1");
  expect(result.iterations[0]).toMatchObject({
    outcome: "progressed",
    discrepancies: [expect.objectContaining({ field: "tasksCompleted", claimed: 1, measured: 0 })],
  });
  expect(await it.items("open")).toHaveLength(1);
});

test("G-3 a test that existed and was changed without being asked for is reported", async () => {
  await using it = await project({
    plan: 1,
    files: { "test/a.test.js": "assert(1)\n" },
    agent: [{ ...honest, files: { ...honest.files, "test/a.test.js": "\n" } }],
  });
  const result = await it.run();
  expect(result.iterations[0]?.gateFilesChanged).toEqual(["test/a.test.js"]);
  expect(result.warnings.map((warning) => warning.code)).toContain("gate_files_changed");
});

test("R-1 a commit that an agent makes on the default branch goes to the task's branch", async () => {
  const stray = { ...honest, commands: [["git", "switch", "-q", "main"]] };
  await using it = await project({ plan: 1, agent: [stray], rc: { RALPH_BRANCHING: "task" } });
  await it.run("--max-iterations", "2");
  const trailers = await it.git("log", "--format=%(trailers:key=Ralph-Task,valueonly,separator=%x2C)%x3B%s", "main");
  expect(
    trailers
      .split("\n")
      .filter((line) => line.startsWith(";"))
      .map((line) => line.slice(1)),
  ).toEqual(["start"]);
});

test("G-6 F238 secrets of the environment are masked in what is kept", async () => {
  const talker = { ...idle, say: "the token is sesame-open-12345", exitCode: 1 };
  await using it = await project({ plan: 1, agent: [talker] });
  const outcome = await it.start(
    process.execPath,
    [`${import.meta.dirname}/../../bin/ralph.js`, "run", "--json", "--once"],
    { MY_SECRET_TOKEN: "sesame-open-12345" },
  ).ended;
  expect(outcome.stdout).not.toContain("sesame-open-12345");
  await expect(it.git("grep", "-l", "--no-index", "sesame-open-12345", ".ralph/logs")).rejects.toThrow();
});
