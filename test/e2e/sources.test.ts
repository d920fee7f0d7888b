import { join } from "node:path";
import { expect, test } from "vitest";
import type { Acts } from "./agents/acts.ts";
import { beadsProgram } from "./beads-program.ts";
import { project } from "./repository.ts";

// Each source worked to its end under the playbook workflow by an agent that does its work and leaves the closing to the harness.
const works: Acts = {
  files: { "things/{task}.txt": "done\n" },
  tick: "none",
  block: {
    status: "COMPLETE",
    exit: false,
    tests: "PASSING",
    type: "IMPLEMENTATION",
    tasks: 1,
    files: 1,
    recommendation: "",
  },
};
const stories = JSON.stringify(
  {
    userStories: [
      { id: "US-1", title: "a", passes: false },
      { id: "US-2", title: "b", passes: false },
    ],
  },
  null,
  4,
);
const other = { tasks: [{ id: 9, title: "of another tag", status: "pending" }] };
const taskmaster = JSON.stringify(
  {
    other,
    master: {
      tasks: [
        { id: 1, title: "a", status: "pending" },
        { id: 2, title: "b", status: "pending", dependencies: [1] },
      ],
    },
  },
  null,
  2,
);
const specKit =
  "# Tasks\n\n## Phase 1: Setup\n\n- [ ] T001 [P] a\n\n**Checkpoint**: ready\n\n## Phase 2: More\n\n- [ ] T002 [US1] b\n";

test.each([
  ["prd-json", "prd.json", stories, stories.replaceAll("false", "true")],
  [
    "taskmaster",
    ".taskmaster/tasks/tasks.json",
    taskmaster,
    taskmaster.replace(/("id": [12],\s+"title": "[ab]",\s+"status": )"pending"/g, '$1"done"'),
  ],
  ["speckit", "specs/001-things/tasks.md", specKit, specKit.replaceAll("[ ]", "[x]")],
])("B-51 B-54 B-55 %s is worked to its end, and only states change in the file", async (source, name, text, after) => {
  await using it = await project({
    files: { [name]: text },
    rc: { RALPH_SOURCE: source, RALPH_CLOSE: "harness" },
    agent: [works],
  });
  const result = await it.run();
  expect(result).toMatchObject({ endReason: "plan_complete" });
  expect(await it.read(name)).toBe(after);
  expect((await it.landings()).length).toBe(2);
});

test("B-56 beads is worked to its end, through its own program", async () => {
  await using it = await project({ rc: { RALPH_SOURCE: "beads" }, agent: [works] });
  const env = { PATH: beadsProgram(it.scratch) };
  const program = join(import.meta.dirname, "..", "..", "bin", "ralph.js");
  const outcome = await it.start(process.execPath, [program, "run", "--json"], env).ended;
  expect(JSON.parse(outcome.stdout)).toMatchObject({ endReason: "plan_complete" });
  const { stdout } = await it.start(join(it.scratch, "bin", "bd"), ["list", "--json"]).ended;
  expect(JSON.parse(stdout)).toMatchObject([{ status: "closed" }]);
});

test("B-5 a backlog goes from source to source, and what has no place is said", async () => {
  await using it = await project({
    plan: "# Plan\n\n## One\n\n- [ ] **T001** first\n  - gate: npm test\n- [x] **T002** second\n",
    files: { "prd.json": '{\n  "project": "p",\n  "userStories": []\n}\n' },
  });
  const exported = await it.ralph("plan", "export", "--format", "taskmaster");
  expect(exported.stderr).toContain("taskmaster has no place for id, group, gate");
  expect(JSON.parse(exported.stdout)).toMatchObject({
    master: {
      tasks: [
        { id: 1, title: "T001: first", status: "pending" },
        { id: 2, status: "done" },
      ],
    },
  });
  const imported = await it.ralph("plan", "import", ".ralph/fix_plan.md", "--file", "prd.json");
  expect(imported).toMatchObject({ code: 0, stdout: "2 tasks imported\n" });
  expect(JSON.parse(await it.read("prd.json"))).toMatchObject({
    project: "p",
    userStories: [
      { id: "T001", title: "first", passes: false },
      { id: "T002", passes: true },
    ],
  });
  const again = await it.ralph("plan", "import", ".ralph/fix_plan.md", "--file", "prd.json");
  expect(again.stdout).toContain("2 left alone");
  const tasks = await it.ralph("plan", "export", "--format", "speckit", "--file", "prd.json");
  expect(tasks.stdout).toContain("- [ ] T001 first\n");
});
