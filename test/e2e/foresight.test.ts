import { describe, expect, test } from "vitest";
import type { Acts } from "./agents/acts.ts";
import { planOf, project } from "./repository.ts";

const works: Acts = {
  files: { "things/{task}.txt": "done\n" },
  tick: "own",
  block: {
    status: "COMPLETE",
    exit: false,
    tests: "PASSING",
    type: "IMPLEMENTATION",
    tasks: 1,
    files: 1,
    recommendation: "Next: the next one",
  },
};
const block = (next: string): string =>
  [
    "---RALPH_STATUS---",
    "STATUS: COMPLETE",
    "TASKS_COMPLETED_THIS_LOOP: 1",
    "FILES_MODIFIED: 1",
    "TESTS_STATUS: NOT_RUN",
    "WORK_TYPE: IMPLEMENTATION",
    "EXIT_SIGNAL: false",
    "RECOMMENDATION: Next: the next one",
    `NEXT_INTENDED_ISSUE: ${next}`,
    "---END_RALPH_STATUS---",
  ].join("\n");
const naming = (next: string): Acts => ({ files: works.files ?? {}, tick: "own", say: block(next) });
const briefs = (more: object = {}): Acts => ({
  say: `Looked.\n\n\`\`\`json\n${JSON.stringify({
    schema_version: 1,
    task_id: "{task}",
    task_summary: "add {task}",
    risk_level: "LOW",
    affected_modules: ["things/{task}.txt"],
    acceptance_criteria: [],
    qa_required: false,
    delegate_to: "implementer",
    coordinator_confidence: 0.9,
    ...more,
  })}\n\`\`\``,
});
const coordinated = { RALPH_AGENT_COORDINATOR: "command" };

describe("P-6 briefs", () => {
  test("each task has its brief in the prompt; the one of the next was made ahead, beside the loop", async () => {
    await using it = await project({
      plan: 2,
      rc: coordinated,
      script: { implementer: [naming("ABC-2"), naming("NONE")], coordinator: [briefs()] },
    });
    expect(await it.run()).toMatchObject({ endReason: "plan_complete" });
    expect(it.calls("coordinator").map(({ task }) => task)).toEqual(["ABC-1", "ABC-2"]);
    const [one, two] = it.calls("implementer").map(({ prompt }) => prompt);
    expect(one).toContain("things/ABC-1.txt");
    expect(two).toContain("things/ABC-2.txt");
    expect(JSON.parse(await it.read(".ralph/brief.json"))).toMatchObject({ task_id: "ABC-2", task_source: "file" });
    expect(await it.git("status", "--porcelain")).toBe("");
  });

  test("a brief with a block parks its task before any implementer; one for another task, or malformed, stops nothing", async () => {
    await using it = await project({
      plan: planOf(3),
      rc: coordinated,
      script: {
        implementer: [works],
        coordinator: [
          briefs({ block: { reason: "the key is missing" } }),
          briefs({ task_id: "ABC-9" }),
          { say: "Hm." },
        ],
      },
    });
    const result = await it.run();
    expect(result).toMatchObject({ endReason: "queue_blocked" });
    expect(it.calls("implementer").map(({ task }) => task)).toEqual(["ABC-2", "ABC-3"]);
    expect(await it.read(".ralph/fix_plan.md")).toContain("(blocked: the key is missing)");
    expect(result.warnings.map(({ code }) => code).filter((code) => code === "no_brief")).toHaveLength(2);
  });
});

describe("B-44 the locality hint", () => {
  test("is followed once, told in the prompt and in the explanation, and removed once it is read", async () => {
    await using it = await project({ plan: 3, agent: [works] });
    await it.write(".ralph/.linear_next_issue", "ABC-3\n");
    expect((await it.ralph("next", "--explain")).stdout).toMatch(/^ABC-3 [^]*LOCALITY HINT: ABC-3\n[^]*locality hint/);
    await it.run();
    expect(it.calls("implementer").map(({ task }) => task)).toEqual(["ABC-3", "ABC-1", "ABC-2"]);
    const hinted = it.calls("implementer").map(({ prompt }) => /^LOCALITY HINT: ABC-3$/m.test(prompt));
    expect(hinted).toEqual([true, false, false]);
    expect(await it.start("ls", ["-a", ".ralph"]).ended.then(({ stdout }) => stdout)).not.toContain(
      "linear_next_issue",
    );
  });
});
