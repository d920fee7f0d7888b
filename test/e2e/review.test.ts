import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { readSqliteLedger } from "../../src/adapters/ledger/sqlite/read-sqlite-ledger.ts";
import type { Acts } from "./agents/acts.ts";
import { honest } from "./agents/behaviours.ts";
import { brokenGate, type Project, project, type ProjectOptions } from "./repository.ts";

const check = (verdict: "PASS" | "FAIL", reason = "looked at all of it"): Acts => ({
  say: `\`\`\`json\n${JSON.stringify({ verdict, reason })}\n\`\`\``,
});
const pass = check("PASS");

/** A section of two tasks whose end is judged. */
const judged = (script: ProjectOptions["script"], rc: Readonly<Record<string, string>> = {}): Promise<Project> =>
  project({
    plan: 2,
    gate: [brokenGate],
    script: { implementer: [honest], fixer: [honest], reviewer: [pass], validator: [pass], ...script },
    rc: { RALPH_QA_ROLES: "reviewer,validator", RALPH_REVIEW_MIN_SECONDS: "0", ...rc },
  });

function verdictsOf(it: Project) {
  using reader = readSqliteLedger(join(it.path, ".ralph", "ralph.db"));
  return [...reader.entries()].flatMap(({ fact, at }) => (fact.kind === "verdict-read" ? [{ ...fact, at }] : []));
}

test("P-2 those who judge a section work at the same time, and see its tasks and its whole diff", async () => {
  const slow = { ...pass, sleepMs: 1_500 };
  await using it = await judged({ reviewer: [slow], validator: [slow] });
  expect(await it.run()).toMatchObject({ endReason: "plan_complete", counts: { landed: 2 } });
  const spans = verdictsOf(it).map(({ at, durationMs }) => ({ from: at - durationMs, to: at }));
  expect(spans).toHaveLength(2);
  expect(Math.max(...spans.map(({ from }) => from))).toBeLessThan(Math.min(...spans.map(({ to }) => to)));
  const [reviewer] = it.calls("reviewer");
  for (const words of [
    "add the thing number 1",
    "add the thing number 2",
    "+export const name = 'ABC-1'",
    "src/ABC-2.js",
  ])
    expect(reviewer?.prompt).toContain(words);
});

test("P-2 a judge that runs out of time fails the gate; it is named to the fixer, and the work lands once it is mended", async () => {
  const script = { validator: [{ ...pass, sleepMs: 30_000 }, pass] };
  await using it = await judged(script, { CLAUDE_TIMEOUT_MINUTES: "4s", RALPH_IDLE_TIMEOUT_MINUTES: "4s" });
  const result = await it.run();
  expect(result).toMatchObject({ endReason: "plan_complete", counts: { landed: 2 } });
  expect(
    result.iterations[1]?.verdicts.map(({ role, verdict, cause }) => `${role} ${verdict} ${cause}`).toSorted(),
  ).toEqual(["reviewer PASS answer", "reviewer PASS answer", "validator FAIL timed_out", "validator PASS answer"]);
  expect(it.calls("fixer")[0]?.prompt).toMatch(/^CORRECTION: the validator says nothing in time/m);
});

test("F233 what a judge changes is put back, kept and told, and does not land", async () => {
  const meddling: Acts = { ...pass, files: { "src/ABC-1.js": "// mine\n", extra: "x\n" }, commit: "feat: mine" };
  await using it = await judged({ reviewer: [meddling] });
  const result = await it.run();
  expect(result).toMatchObject({ endReason: "plan_complete", counts: { landed: 2 } });
  expect(await it.git("show", "HEAD:src/ABC-1.js")).toContain("ABC-1");
  expect(await it.git("ls-tree", "--name-only", "HEAD")).not.toContain("extra");
  expect(await it.git("log", "--format=%s")).not.toContain("feat: mine");
  expect(await it.git("status", "--porcelain")).toBe("");
  expect(result.warnings.map(({ code }) => code)).toContain("changed_by_a_judge");
  expect(await it.git("for-each-ref", "refs/ralph/wip/ABC-2")).not.toBe("");
});

test("P-24 an answer without a verdict is asked for once more, and then it counts as a failed check", async () => {
  const prose: Acts = { say: "The changes were NOT APPROVED. I cannot let this PASS." };
  await using it = await judged({ reviewer: [prose, pass, prose, prose, pass] });
  // The first round is repaired; in the second, after the validator's FAIL, the reviewer never gives a verdict.
  it.teach({
    implementer: [honest],
    fixer: [honest],
    reviewer: [prose, pass, prose, prose, pass],
    validator: [check("FAIL", "src/ABC-2.js:1 is not checked"), pass],
  });
  const result = await it.run();
  expect(result).toMatchObject({ endReason: "plan_complete", counts: { landed: 2 } });
  expect(
    verdictsOf(it).flatMap((one) => (one.role === "reviewer" ? [`${one.round} ${one.verdict} ${one.cause}`] : [])),
  ).toEqual(["1 PASS answer", "2 FAIL unreadable", "3 PASS answer"]);
  expect(it.calls("fixer")[0]?.prompt).toMatch(
    /^CORRECTION: the validator says FAIL: src\/ABC-2\.js:1 is not checked/m,
  );
});

test("P-2 a program as validator gets the changed files, and its exit code is the verdict", async () => {
  await using it = await judged(
    { fixer: [{ ...honest, files: { "src/mended.js": "export {};\n" } }] },
    { RALPH_QA_ROLES: "none" },
  );
  await it.write("validate.sh", 'seen=$1; shift; echo "$*" >> "$seen"; test -e src/mended.js\n');
  await it.write(
    ".ralphrc",
    `${await it.read(".ralphrc")}RALPH_VALIDATOR_COMMAND="sh validate.sh ${join(it.scratch, "seen")}"\n`,
  );
  await it.commitAll("validator");
  const result = await it.run();
  expect(result).toMatchObject({ endReason: "plan_complete", counts: { landed: 2 } });
  const verdicts = verdictsOf(it).filter((one) => one.role === "validator");
  expect(verdicts.map((one) => one.verdict)).toEqual(["FAIL", "PASS"]);
  expect(it.calls("validator")).toEqual([]);
  expect(readFileSync(join(it.scratch, "seen"), "utf8")).toContain("src/ABC-1.js src/ABC-2.js");
});

test("P-2 kill -9 in mid-review loses no verdict that had been given, and nothing that a judge changed lands", async () => {
  await using it = await judged({
    reviewer: [pass],
    validator: [{ ...pass, files: { "src/ABC-1.js": "// mine\n" }, sleepMs: 20_000 }, pass],
  });
  const running = it.startRun();
  for (
    let waited = 0;
    waited < 60_000 && (it.calls("validator").length === 0 || verdictsOf(it).length === 0);
    waited += 200
  )
    await pause(200);
  process.kill(running.pid, "SIGKILL");
  await running.ended;
  expect(verdictsOf(it).map(({ role, verdict }) => `${role} ${verdict}`)).toEqual(["reviewer PASS"]);
  expect(await it.run()).toMatchObject({ endReason: "plan_complete" });
  expect(await it.git("show", "HEAD:src/ABC-1.js")).toContain("ABC-1");
  expect((await it.landings()).map(({ task }) => task)).toEqual(["ABC-1", "ABC-2"]);
});

test("P-3 what the simplifier takes out lands with the last task; what it does elsewhere is put back", async () => {
  const tidy: Acts = { files: { "src/ABC-1.js": "export const name = 'short';\n" }, say: "Done." };
  for (const [simplifier, expected] of [
    [tidy, "short"],
    [{ ...tidy, files: { ...tidy.files, "README.md": "# Mine\n" } }, "ABC-1"],
  ] as const) {
    await using it = await judged({ simplifier: [simplifier] }, { RALPH_NO_DESLOP: "false" });
    expect(await it.run()).toMatchObject({ endReason: "plan_complete", counts: { landed: 2 } });
    expect(await it.git("show", "HEAD:src/ABC-1.js")).toContain(expected);
    expect(await it.git("show", "HEAD:README.md")).toContain("# Things");
    expect(await it.git("status", "--porcelain")).toBe("");
    expect((await it.landings()).map(({ task }) => task)).toEqual(["ABC-1", "ABC-2"]);
  }
});
