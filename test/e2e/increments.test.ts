import { expect, test } from "vitest";
import type { Acts } from "./agents/acts.ts";
import { entriesIn, execPlanFiles, workspaceAt } from "./exec-plan-files.ts";
import { project, type Project, type RunResult } from "./repository.ts";

const rc = { RALPH_SOURCE: "exec-plan", RALPH_BRANCHING: "plan" };
const block: NonNullable<Acts["block"]> = {
  status: "COMPLETE",
  exit: false,
  tests: "PASSING",
  type: "IMPLEMENTATION",
  tasks: 1,
  files: 1,
  recommendation: "Next: the next increment",
};
const works: Acts = { files: { "src/{task}.js": "export {};\n" }, tick: "none", block };
const subjects = async (it: Project): Promise<readonly string[]> =>
  (await it.git("log", "--reverse", "--format=%s", "main..HEAD")).split("\n");
const codes = ({ warnings }: RunResult): readonly string[] => warnings.map(({ code }) => code);

test("P-10 B-20a B-24 R-7 a plan to its end: own gates, one commit an increment, criteria, log, archive", async () => {
  const files = execPlanFiles(
    [
      { title: "add `one`", gate: ["test ! -e broken", "test -f README.md"] },
      { title: "mend two", type: "fix", files: ["src/0001-02.js"] },
    ],
    ["it is quick", "it is told"],
  );
  const breaks: Acts = {
    ...works,
    files: { ...works.files, broken: "red\n" },
    say: "LEARNINGS: lines end with a dot\n\nRALPH_COMPLETE",
  };
  const { block: _block, ...marked } = { ...works, files: { ...works.files, broken: null } };
  const wide: Acts = {
    ...works,
    files: { ...works.files, "lib/other.js": "export {};\n" },
    say: "SATISFIED: It is quick!",
  };
  await using it = await project({
    files,
    rc,
    script: { implementer: [breaks, wide], fixer: [{ ...marked, say: "LEARNINGS: mended\n\nRALPH_COMPLETE" }] },
  });
  const first = await it.run("--once");
  expect(first).toMatchObject({ endReason: "once_done", iterations: [{ outcome: "landed", rounds: 2, gateRuns: 2 }] });
  expect(await it.git("status", "--porcelain")).toBe(` M ${workspaceAt.log}`);
  const [entry] = entriesIn(await it.read(workspaceAt.log));
  expect(entry).toEqual({
    Increment: "01 — add one",
    Status: "done",
    "Files changed": "src/0001-01.js",
    "Test gate": "passed",
    Learnings: "mended",
    Commit: await it.git("rev-parse", "HEAD"),
    Timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
  });
  expect(await it.read(workspaceAt.plan)).toContain("| M1 | 01 | done |\n| M2 | 02 | pending |");
  expect(await it.read(workspaceAt.prd)).toContain("- [x] add `one` works");

  const second = await it.run();
  expect(second).toMatchObject({ endReason: "plan_complete" });
  expect(await subjects(it)).toEqual([
    "chore(ralph): set up the workspace of plan 0001",
    "feat(0001): increment 01 — add one",
    "fix(0001): increment 02 — mend two",
    "chore(ralph): archive plan 0001",
  ]);
  expect(codes(second)).toEqual(["outside_primary_files", "criteria_named"]);
  expect(second.warnings[0]?.message).toContain("lib/other.js");
  const prd = await it.read("docs/product-specs/0001_prd_numbers.md");
  expect([prd.match(/- \[x\]/g)?.length, prd.includes("- [ ] it is told")]).toEqual([3, true]);
  expect(await it.read(workspaceAt.completed)).toContain("**Overall Status:** done");
  expect(await it.git("status", "--porcelain")).toBe("");

  const [prompt, next] = it.calls().map((call) => call.prompt);
  expect(prompt).toContain("checks of its own (`test ! -e broken`, `test -f README.md`)");
  expect(prompt).toContain("- it is quick");
  expect(next).toContain("DECLARED FILES: src/0001-02.js");
  expect(next).toContain("> - Learnings: mended");
  expect(it.calls("fixer")[0]?.prompt).toContain("the task's own gate is red: `test ! -e broken`");
});

test("P-11 an increment that stays red is blocked with the details, the run ends, and a person can reopen it", async () => {
  const breaks: Acts = { ...works, files: { broken: "red\n" } };
  await using it = await project({
    files: execPlanFiles([
      { title: "add one", gate: ["test ! -e broken || { echo it stays red; exit 1; }"] },
      { title: "add two" },
    ]),
    rc,
    script: { implementer: [breaks], fixer: [breaks] },
  });
  const result = await it.run();
  expect(result).toMatchObject({
    endReason: "blocked",
    exitCode: 3,
    iterations: [{ outcome: "blocked", gateRuns: 1 }],
  });
  expect(it.calls("fixer")).toHaveLength(3);
  expect(await it.read(workspaceAt.plan)).toMatch(
    /\*\*Status:\*\* blocked \(the gate stays red: .*\n[^]*\*\*Status:\*\* pending/,
  );
  const [entry] = entriesIn(await it.read(workspaceAt.log));
  expect(entry).toMatchObject({ Status: "blocked", "Test gate": "failed (retry 3)", Commit: "none" });
  expect(entry?.["Learnings"]).toContain("it stays red");
  expect(await it.git("status", "--porcelain")).toBe("");
  expect(await it.git("show", "ralph/blocked/0001-01:broken")).toBe("red");

  expect(await it.ralph("plan", "reopen", "0001-01")).toMatchObject({ code: 0 });
  it.teach({ implementer: [works] });
  expect(await it.run()).toMatchObject({ endReason: "plan_complete", counts: { landed: 2 } });
});

test("P-11 what an agent had committed on an increment that is blocked is kept beside the plan's branch", async () => {
  const stuck: Acts = {
    files: { "src/{task}.js": "export {};\n" },
    commit: "feat: half of it",
    block: { ...block, status: "BLOCKED", tasks: 0, recommendation: "Blocked: needs a key" },
  };
  await using it = await project({
    files: execPlanFiles([{ title: "add one" }, { title: "add two" }]),
    rc,
    agent: [works, stuck],
  });
  expect(await it.run()).toMatchObject({ endReason: "blocked" });
  expect(await subjects(it)).toEqual([
    "chore(ralph): set up the workspace of plan 0001",
    "feat(0001): increment 01 — add one",
    "chore(ralph): set 0001-02 aside (blocked)",
  ]);
  expect(entriesIn(await it.read(workspaceAt.log)).map((entry) => entry["Status"])).toEqual(["done", "blocked"]);
  expect(await it.git("log", "--format=%s", "-2", "ralph/blocked/0001-02")).toContain("feat: half of it");
  expect(await it.git("status", "--porcelain")).toBe("");
});

test("G-2 an agent proves its own work neither by its increment's status nor by another test gate", async () => {
  const [before, after] = ["- `test ! -e broken`", "- `true`"];
  await using it = await project({
    files: execPlanFiles([{ title: "add one" }, { title: "add two" }]),
    rc,
    agent: [
      {
        ...works,
        commands: [["sed", "-i", `s/${before}/${after}/; s/Status:.. pending/Status:** done/`, workspaceAt.plan]],
      },
    ],
  });
  const result = await it.run("--once");
  expect(result.iterations).toMatchObject([{ outcome: "landed" }]);
  const plan = await it.read(workspaceAt.plan);
  expect(plan.split(before)).toHaveLength(3);
  expect(plan.match(/^\*\*Status:\*\* .*$/gm)).toEqual(["**Status:** done", "**Status:** pending"]);
});

test("L-24a an agent that fails half-way: what it had done stays, and the next call goes on with the same increment", async () => {
  await using it = await project({
    files: execPlanFiles([{ title: "add one" }]),
    rc,
    agent: [{ ...works, exitCode: 3 }, works],
  });
  const result = await it.run();
  expect(result).toMatchObject({ endReason: "plan_complete" });
  expect(result.iterations.map(({ outcome }) => outcome)).toEqual(["progressed", "landed"]);
  expect(it.calls()[1]?.prompt).toContain("RESUME IN PROGRESS: 0001-01");
});
