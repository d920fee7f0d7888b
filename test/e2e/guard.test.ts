import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { block, digger, honest, idle } from "./agents/behaviours.ts";
import { type Project, project } from "./repository.ts";

const ralphFile = join(import.meta.dirname, "..", "..", "bin", "ralph.js");

/** The lines of a `.ralphrc` as variables of the environment. */
const settingsIn = (rc: string): Record<string, string> =>
  Object.fromEntries(Array.from(rc.matchAll(/^(\w+)="(.*)"$/gm), ([, key = "", value = ""]) => [key, value]));

const hasText = (it: Project, path: string): Promise<boolean> =>
  it.read(path).then(
    () => true,
    () => false,
  );

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await holds()); waited += 20) {
    if (waited > 30_000) throw new Error("It did not come to that.");
    await pause(20);
  }
}

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

test("G-1 L-29 what an agent had changed when the harness was killed is put back at the next start, before its hooks run", async () => {
  const files = { ".ralphrc": "RALPH_MAX_ITERATIONS=999\n", ".git/hooks/pre-commit": "#!/bin/sh\nexit 1\n" };
  await using it = await project({ plan: 1, agent: [{ ...idle, files, sleepLastMs: 60_000 }, honest] });
  const rc = await it.read(".ralphrc");
  const running = it.startRun();
  await until(() => hasText(it, ".git/hooks/pre-commit"));
  process.kill(running.pid, "SIGKILL");
  await running.ended;
  await until(() => it.processes().length === 0);
  // The settings in force are those that were found: the person's own are given along.
  const outcome = await it.start(process.execPath, [ralphFile, "run", "--json"], settingsIn(rc)).ended;
  const result = await it.resultOf(outcome);
  expect(await it.read(".ralphrc")).toBe(rc);
  expect(result).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
  expect(
    result.warnings.filter(({ code }) => code === "control_surface").map(({ message }) => message.split(" ")[0]),
  ).toEqual([".git/hooks/pre-commit", ".ralphrc"]);
});

test("L-29 what a person changes in the settings after a kill stays, and is told", async () => {
  await using it = await project({ plan: 1, agent: [{ ...honest, sleepFirstMs: 60_000 }, honest] });
  const running = it.startRun();
  await until(() => it.calls().length === 1);
  process.kill(running.pid, "SIGKILL");
  await running.ended;
  await until(() => hasText(it, ".git/ralph/surface/agents-ended"));
  const rc = `${await it.read(".ralphrc")}# mine\n`;
  await it.write(".ralphrc", rc);
  await it.commitAll("settings");
  const result = await it.run();
  expect(result).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
  expect(await it.read(".ralphrc")).toBe(rc);
  expect(result.warnings.map(({ code }) => code)).toContain("control_surface_left");
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

const suite = "it('adds', () => {\n  expect(add(1, 1)).toBe(2);\n});\n";

test("G-3 a test that is switched off is named with its line, and the agent is told", async () => {
  const files = { ...honest.files, "test/a.test.js": suite.replace("it(", "it.skip(") };
  await using it = await project({
    plan: 2,
    files: { "test/a.test.js": suite },
    agent: [{ ...honest, files }, honest],
  });
  const result = await it.run();
  expect(result.warnings.find((warning) => warning.code === "tests_weakened")?.message).toContain(
    "test/a.test.js:1 skipped",
  );
  expect(it.calls()[1]?.prompt).toMatch(/^CORRECTION: tests were weakened: test\/a\.test\.js:1/m);
  expect(result.endReason).toBe("plan_complete");
});

test.each(["current", "task"])(
  "G-3 where it is refused, what the gate reads stands again, the work is kept, and the rest lands (%s)",
  async (branching) => {
    const files = { ...honest.files, "test/a.test.js": "\n", "vitest.config.js": "export default {};\n" };
    const attack = { ...honest, files, commands: [["git", "rm", "--quiet", "--force", "test/b.test.js"]] };
    await using it = await project({
      plan: 1,
      files: { "test/a.test.js": suite, "test/b.test.js": suite, "vitest.config.js": "export default { a: 1 };\n" },
      agent: [attack],
      rc: { RALPH_GUARD_TESTS: "refuse", RALPH_BRANCHING: branching },
    });
    const result = await it.run();
    expect(result).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
    expect(result.iterations[0]?.gateFilesChanged.toSorted()).toEqual([
      "test/a.test.js",
      "test/b.test.js",
      "vitest.config.js",
    ]);
    expect(result.warnings.find((warning) => warning.code === "gate_files_changed")?.message).toContain("put back");
    for (const path of ["test/a.test.js", "test/b.test.js"])
      expect(await it.git("show", `main:${path}`)).toBe(suite.trim());
    expect(await it.git("for-each-ref", "--format=%(refname)", "refs/ralph/wip")).toContain("ABC-1");
    expect(await it.git("status", "--porcelain")).toBe("");
  },
);

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
