import { join } from "node:path";
import { expect, test } from "vitest";
import type { Acts } from "./agents/acts.ts";
import { block, works } from "./agents/behaviours.ts";
import { type LinearProject, linearProject } from "./linear-project.ts";
import { project } from "./repository.ts";

// A Linear project to which the agent writes by tools of its own, while the harness only looks.

const tool = join(import.meta.dirname, "agents", "write-to-linear.mjs");

const moving = ({ linear }: LinearProject, id: string, state: string, ...comment: readonly string[]) => [
  process.execPath,
  tool,
  linear.url,
  linear.key,
  id,
  state,
  ...comment,
];

const counted = (issue: string, open: number, done: number): readonly string[] => [
  `LINEAR_ISSUE: ${issue}`,
  `LINEAR_OPEN_COUNT: ${open}`,
  `LINEAR_DONE_COUNT: ${done}`,
];

const done = block({ status: "COMPLETE", tests: "NOT_RUN", tasks: 1, files: 1 });

test("B-45 the agent moves, comments and closes; what it forgets, leaves or does too early is told, and asked for", async () => {
  await using it = await linearProject(
    project,
    [
      { identifier: "AB-1", title: "one", priority: 1 },
      { identifier: "AB-2", title: "two", priority: 2 },
    ],
    { rc: { RALPH_LINEAR_WRITES: "agent" } },
  );
  const agent: readonly Acts[] = [
    // Lands, and forgets the fields about Linear.
    { ...works, commands: [moving(it, "AB-1", "In Progress")], block: done },
    // Closes what has landed, and its own issue without any work.
    {
      commands: [moving(it, "AB-1", "Done", "Done in things/AB-1.txt."), moving(it, "AB-2", "Done")],
      block: block({ status: "COMPLETE", tests: "NOT_RUN", tasks: 1, more: counted("AB-2", 0, 2) }),
    },
    {
      ...works,
      commands: [moving(it, "AB-2", "In Progress")],
      block: { ...done, more: counted("AB-2", 1, 1) },
    },
    {
      commands: [moving(it, "AB-2", "Done", "Done in things/AB-2.txt.")],
      block: block({ tests: "NOT_RUN", more: counted("NONE", 0, 2) }),
    },
  ];
  it.teach({ implementer: agent });
  const result = await it.run();

  expect([result.endReason, result.exitCode, result.counts.landed]).toEqual(["plan_complete", 0, 2]);
  expect(result.iterations.map(({ task, outcome }) => `${task} ${outcome}`)).toEqual([
    "AB-1 landed",
    "AB-2 no_progress",
    "AB-2 landed",
    "linear-cleanup progressed",
  ]);
  const [first, second, third, last] = it.calls().map(({ prompt }) => prompt);
  expect(first).toContain("Nobody but you writes to Linear");
  expect(first).toContain("LINEAR_OPEN_COUNT: ");
  expect(first).not.toMatch(/^PENDING LINEAR CLEANUP/m);
  expect(second).toMatch(/^PENDING LINEAR CLEANUP: AB-1$/m);
  expect(second).toMatch(/^CORRECTION: LINEAR_ISSUE is missing/m);
  expect(third).toMatch(/^CORRECTION: AB-2 stands in Done: its work has not landed/m);
  expect(third).not.toMatch(/^PENDING LINEAR CLEANUP/m);
  expect(last).toMatch(/^PENDING LINEAR CLEANUP: AB-2$/m);
  expect(result.iterations[1]?.discrepancies).toContainEqual({
    field: "issueState",
    claimed: "AB-2 Done",
    measured: "its work has not landed",
  });

  expect(it.linear.issue("AB-1").moves).toEqual(["In Progress", "Done"]);
  expect(it.linear.issue("AB-2").moves).toEqual(["Done", "In Progress", "Done"]);
  expect(it.linear.issues().map(({ comments }) => comments.length)).toEqual([1, 1]);
  expect(it.linear.asked.filter((name) => /^Ralph(?:Update|Say|Label|Create)$/.test(name))).toEqual([]);
});
