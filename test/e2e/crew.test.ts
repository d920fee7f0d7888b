import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { readSqliteLedger } from "../../src/adapters/ledger/sqlite/read-sqlite-ledger.ts";
import type { Acts } from "./agents/acts.ts";
import { brokenGate, type Project, project, type ProjectOptions } from "./repository.ts";
import { placesOf, taskIndexFiles } from "./task-index-files.ts";

const json = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;
const report = (more: Readonly<Record<string, unknown>> = {}): string =>
  json({ status: "PASS", files: [], approach: "the least", ...more });
const approves: Acts = { say: json({ verdict: "APPROVE", summary: "read it" }) };
const grades: Acts = { say: json({ ac_coverage_score: 5, code_quality_score: 4, test_quality_score: 4 }) };
const works: Acts = { files: { "src/{task}.js": "export const name = '{task}';\n" }, say: report() };

const crew = (options: ProjectOptions & { readonly tasks?: readonly string[] } = {}): Promise<Project> =>
  project({
    gate: [brokenGate],
    ...options,
    files: { ...taskIndexFiles(options.tasks ?? ["M1-1"]), ...options.files },
    script: { implementer: [works], fixer: [works], reviewer: [approves], judge: [grades], ...options.script },
    rc: { RALPH_SOURCE: "task-index", RALPH_REVIEW_MIN_SECONDS: "0", ...options.rc },
  });

function factsOf(it: Project) {
  using reader = readSqliteLedger(join(it.path, ".ralph", "ralph.db"));
  return [...reader.entries()].map(({ fact, iteration }) => ({ ...fact, n: iteration }));
}

test("P-28 a judge at work holds nothing up: the next task lands before its grades come", async () => {
  await using it = await crew({ tasks: ["M1-1", "M1-2"], script: { judge: [{ ...grades, sleepMs: 25_000 }, grades] } });
  const result = await it.run();
  expect(result, result.message).toMatchObject({ endReason: "plan_complete", counts: { landed: 2 } });
  const order = factsOf(it).flatMap((fact) => {
    if (fact.kind === "grade-pending") return [`asked ${fact.task}`];
    if (fact.kind === "grade-collected") return [`graded ${fact.task}`];
    return fact.kind === "work-landed" ? [`landed ${fact.n}`] : [];
  });
  expect(order.slice(0, 3)).toEqual(["landed 1", "asked M1-1", "landed 2"]);
  expect(order.toSorted()).toEqual(["asked M1-1", "asked M1-2", "graded M1-1", "graded M1-2", "landed 1", "landed 2"]);
});

test("P-28 L-29 a judge that was killed with the harness is asked once more on what has landed, and not a third time", async () => {
  const asleep: Acts = { ...grades, sleepMs: 60_000 };
  await using it = await crew({ script: { judge: [asleep, asleep] } });
  const gradesIn = (): readonly string[] => {
    using reader = readSqliteLedger(join(it.path, ".ralph", "ralph.db"));
    const answer = reader.query("SELECT status FROM ralph_delivery_grades");
    return answer.ok ? answer.rows.map(({ status }) => String(status)) : [];
  };
  for (const asked of [1, 2]) {
    const running = it.startRun();
    await vi.waitFor(() => expect(it.calls("judge")).toHaveLength(asked), { timeout: 60_000, interval: 50 });
    process.kill(running.pid, "SIGKILL");
    await running.ended;
    expect(gradesIn()).toEqual(["pending"]);
  }
  await it.run();
  expect(it.calls("judge")).toHaveLength(2);
  expect(gradesIn()).toEqual(["failed"]);
});

test("P-28 L-29 the grades that come then are those of the run that was killed", async () => {
  await using it = await crew({ script: { judge: [{ ...grades, sleepMs: 60_000 }, grades] } });
  const running = it.startRun();
  await vi.waitFor(() => expect(it.calls("judge")).toHaveLength(1), { timeout: 60_000, interval: 50 });
  process.kill(running.pid, "SIGKILL");
  await running.ended;
  expect(await it.run()).toMatchObject({ endReason: "plan_complete" });
  const told = factsOf(it).flatMap((fact) => (fact.kind === "grade-collected" ? [[fact.iteration, fact.why]] : []));
  expect(told).toEqual([[1, null]]);
});

test("P-28 a judge reads the commit: what it writes is nobody's work", async () => {
  const meddles: Acts = { ...grades, files: { "src/mine.js": "x\n" } };
  await using it = await crew({ tasks: ["M1-1", "M1-2"], script: { judge: [meddles] } });
  expect(await it.run()).toMatchObject({ endReason: "plan_complete" });
  expect(await it.git("ls-files")).not.toContain("src/mine.js");
  expect(await it.git("status", "--porcelain")).toBe("");
});

test("P-27 a hook's refusal goes to the fixer with its words, and the task lands once the hook lets it", async () => {
  const fixes: Acts = { files: { "src/M1-1.js": "export const name = 'checked';\n" }, say: report() };
  await using it = await crew({ script: { fixer: [fixes] } });
  const names = 'git diff --cached --name-only | grep -q "^src/" || exit 0';
  await it.hook("pre-commit", `${names}\ngrep -q checked src/M1-1.js || { echo "say checked"; exit 1; }`);
  const result = await it.run();
  expect(result, result.message).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
  expect(it.calls("fixer")[0]?.prompt).toContain("say checked");
  expect(await placesOf((name) => it.read(name), "M1-1")).toEqual(["done", "done", "done"]);
});

test("P-23 high priority: two reviewers of two families at once, and a judge of another than the implementer's", async () => {
  await using it = await crew({
    files: taskIndexFiles(["M1-1"], { "M1-1": "high" }),
    rc: {
      RALPH_CREW_STRONG: "command@claude",
      RALPH_CREW_REVIEWERS: "command@claude,command@gemini,command@gpt",
      RALPH_CREW_JUDGES: "command@claude,command@gpt",
    },
  });
  const result = await it.run();
  expect(result, result.message).toMatchObject({ endReason: "plan_complete", warnings: [] });
  const facts = factsOf(it);
  expect(facts.flatMap((fact) => (fact.kind === "verdict-read" ? [fact.family] : [])).toSorted()).toEqual([
    "gemini",
    "gpt",
  ]);
  expect(facts.flatMap((fact) => (fact.kind === "grade-pending" ? [fact.family] : []))).toEqual(["gpt"]);
});

test("P-23 too few families: the nearest choice is made, and the report says so", async () => {
  await using it = await crew();
  const result = await it.run();
  expect(result.warnings.map(({ code }) => code)).toEqual(["few_families"]);
});

test("P-30 what a role has learnt goes into the task's commit: by area, what crosses modules by itself, and an index", async () => {
  const learns: Acts = {
    ...works,
    say: report({ discoveries: ["money: whole cents", "critical: locks in src/lock.js"] }),
  };
  await using it = await crew({ script: { implementer: [learns] } });
  expect(await it.run()).toMatchObject({ endReason: "plan_complete" });
  const landing = (await it.landings())[0]?.sha ?? "";
  const shown = async (path: string): Promise<string> => it.git("show", `${landing}:${path}`);
  expect(await shown("knowledge/money.md")).toContain("- whole cents");
  expect(await shown("knowledge/critical.md")).toContain("- locks in src/lock.js");
  expect(await shown("knowledge/index.md")).toMatch(/critical\.md[\s\S]*money\.md/);
  expect(await shown("progress.md")).toContain("## M1-1: add the thing M1-1");
  expect((await it.landings())[0]?.body).toContain("Co-authored-by: ");
});

test("P-20 what is generated and stale goes before the first gate, what git does not ignore stays", async () => {
  const files = { ".gitignore": ".ralph/*\n!.ralph/fix_plan.md\nold/\n", "kept/a.js": "" };
  await using it = await crew({ files, rc: { RALPH_CLEAN: "old,kept,../x", RALPH_PREPARE: "test ! -e old/a.js" } });
  await it.write("old/a.js", "");
  const result = await it.run();
  expect(result, result.message).toMatchObject({ endReason: "plan_complete" });
  expect(factsOf(it).find((fact) => fact.kind === "repository-prepared")).toMatchObject({
    cleaned: ["old"],
    failing: null,
  });
  expect(await it.git("ls-files")).toContain("kept/a.js");
});

test("P-47 L-29 a criterion's command holds, and what it and the preparing commands leave behind is in no commit", async () => {
  const spec =
    "# M1-1: add the thing M1-1\n\n**Status:** not-started\n\n## Acceptance Criteria\n\n- [ ] `touch checked.tmp; grep -q better src/M1-1.js`\n";
  const better: Acts = { files: { "src/M1-1.js": "export const name = 'better';\n" }, say: report() };
  await using it = await crew({
    files: { "docs/prd/M1-1.md": spec },
    script: { fixer: [better] },
    rc: { RALPH_PREPARE: "touch prepared.tmp" },
  });
  const result = await it.run();
  expect(result, result.message).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
  expect(factsOf(it).flatMap((fact) => (fact.kind === "acceptance-judged" ? [fact.unmet.length] : []))).toEqual([1, 0]);
  expect(it.calls("fixer")).toHaveLength(1);
  expect(await it.git("log", "--all", "--name-only", "--format=")).not.toMatch(/prepared\.tmp|checked\.tmp/);
  expect(await it.git("status", "--porcelain")).toBe("?? checked.tmp\n?? prepared.tmp");
});

test("B-35 checks that three rounds don't make green: blocked, written down as critical, and the run ends", async () => {
  await using it = await crew({ files: { broken: "red\n" } });
  const result = await it.run();
  expect(result, result.message).toMatchObject({ endReason: "preflight_failed", exitCode: 6 });
  expect(result.iterations.map(({ task, outcome, calls }) => [task, outcome, calls["fixer"]])).toEqual([
    ["fix-preflight-001", "blocked", 3],
  ]);
  expect(await placesOf((name) => it.read(name), "fix-preflight-001")).toEqual(["blocked", "blocked", "blocked"]);
  expect(await it.git("show", "HEAD:knowledge/critical.md")).toContain("fix-preflight-001");
  expect(await it.git("status", "--porcelain")).toBe("");
  expect(await placesOf((name) => it.read(name), "M1-1")).toEqual(Array(3).fill("not-started"));
});

test("P-25 an agent that has committed against its word: its commits go with its work", async () => {
  const commits: Acts = { ...works, commit: "feat: mine" };
  const rejects = (what: string): Acts => ({
    say: json({ verdict: "REJECT", summary: what, issues: [{ severity: "high", description: what }] }),
  });
  await using it = await crew({
    script: { implementer: [commits], reviewer: [rejects("one"), rejects("two"), rejects("three")] },
  });
  const result = await it.run();
  expect(result, result.message).toMatchObject({ endReason: "needs_human" });
  expect(await it.git("log", "--format=%s")).not.toContain("feat: mine");
  expect(await it.git("log", "--format=%s", "ralph/escalated/M1-1")).toContain("feat: mine");
});
