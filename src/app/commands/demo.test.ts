import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testWorld } from "../world/test-world.ts";
import { demoCommand } from "./demo.ts";

const before = process.env["TMPDIR"];
let temp = "";

beforeEach(() => {
  temp = mkdtempSync(join(tmpdir(), "demo-test-"));
  process.env["TMPDIR"] = temp;
});

afterEach(() => {
  if (before === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = before;
  rmSync(temp, { recursive: true, force: true });
});

interface Result {
  readonly endReason: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly iterations: readonly {
    readonly task: string;
    readonly outcome: string;
    readonly discrepancies: readonly unknown[];
  }[];
  readonly catches: readonly { readonly kind: string; readonly task: string; readonly iteration: number }[];
  readonly warnings: readonly unknown[];
}

const resultOf = (text: string): Result => JSON.parse(text) as Result;

test("U-5 the demo lands five tasks, catches one untrue tick and one red gate, and keeps the repository with --dir", async () => {
  const folder = join(temp, "kept");
  // Neither a person's settings nor their environment change the story.
  const { world, stdout } = testWorld({
    cwd: temp,
    env: { ...process.env, RALPH_AGENT: "claude", RALPH_MAX_ITERATIONS: "1" },
  });
  expect(await demoCommand({ json: true, dir: "kept" }, world)).toBe(0);
  const result = resultOf(stdout());
  expect(result.endReason).toBe("plan_complete");
  expect(result.counts).toMatchObject({ attempted: 5, landed: 5, blocked: 0, escalated: 0, open: 0 });
  expect(result.catches).toMatchObject([
    { kind: "tick-taken-back", task: "FIX-2", iteration: 2 },
    { kind: "gate-red", task: "FIX-3", iteration: 4 },
  ]);
  expect(result.iterations.map(({ task, outcome }) => `${task} ${outcome}`)).toEqual([
    "FIX-1 landed",
    "FIX-2 no_progress",
    "FIX-2 landed",
    "FIX-3 landed",
    "ADD-1 landed",
    "ADD-2 landed",
  ]);
  // The one untrue answer is the only one that differs from what was measured.
  expect(result.iterations.map(({ discrepancies }) => discrepancies.length > 0)).toEqual([
    false,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(result.warnings).toEqual([]);
  const git = (...args: string[]): string => execFileSync("git", args, { cwd: folder, encoding: "utf8" }).trim();
  expect(git("log", "--format=%s").split("\n")).toHaveLength(6);
  expect(git("branch", "--format=%(refname:short)")).toBe("main");
  expect(git("status", "--porcelain")).toBe("");
  execFileSync(process.execPath, ["--test"], { cwd: folder, env: { PATH: process.env["PATH"] } });
}, 120_000);

test("U-5 the demo leaves nothing behind, and ends with what has just been seen", async () => {
  const { world, stdout } = testWorld({ cwd: temp, env: process.env });
  expect(await demoCommand({}, world)).toBe(0);
  expect(stdout()).toContain("CORRECTION: the tick was taken back");
  expect(stdout()).toMatch(/gate red[\s\S]*fixer[\s\S]*gate green/);
  expect(stdout()).toContain("ralph init");
  // Node's own cache of compiled code may stay.
  expect(readdirSync(temp).filter((name) => name !== "node-compile-cache")).toEqual([]);
}, 120_000);

test("U-7 a folder with something in it is refused and left alone", async () => {
  mkdirSync(join(temp, "full"));
  writeFileSync(join(temp, "full", "mine.txt"), "");
  const { world, stderr } = testWorld({ cwd: temp, env: process.env });
  expect(await demoCommand({ dir: "full" }, world)).toBe(2);
  expect(stderr()).toContain("not empty");
  expect(readdirSync(join(temp, "full"))).toEqual(["mine.txt"]);
});

test("U-5 P-10 the demo of increments works a plan to its end: one red gate is mended, one commit each, the plan put away", async () => {
  const folder = join(temp, "plan");
  const { world, stdout } = testWorld({ cwd: temp, env: process.env });
  expect(await demoCommand({ json: true, dir: "plan", playbook: "increments" }, world)).toBe(0);
  const result = resultOf(stdout());
  expect(result.endReason).toBe("plan_complete");
  expect(result.iterations.map(({ task, outcome }) => `${task} ${outcome}`)).toEqual([
    "0001-01 landed",
    "0001-02 landed",
    "0001-03 landed",
  ]);
  expect(result.catches).toMatchObject([{ kind: "gate-red", task: "0001-02", iteration: 2 }]);
  expect(result.warnings).toMatchObject([{ code: "criteria_named" }, { code: "outside_primary_files" }]);
  const git = (...args: string[]): string => execFileSync("git", args, { cwd: folder, encoding: "utf8" }).trim();
  expect(git("log", "--format=%s", "main..ralph/0001-numerals").split("\n")).toEqual([
    "chore(ralph): archive plan 0001",
    "fix(0001): increment 03 — refuse what is no numeral",
    "feat(0001): increment 02 — read numerals",
    "feat(0001): increment 01 — write numbers as numerals",
    "chore(ralph): set up the workspace of plan 0001",
  ]);
  expect(git("status", "--porcelain")).toBe("");
  execFileSync(process.execPath, ["--test"], { cwd: folder, env: { PATH: process.env["PATH"] } });
}, 120_000);

test("U-5 P-25 the demo of crews lands what reviewers let through, and leaves to a person what three rounds did not settle", async () => {
  const folder = join(temp, "crew");
  const { world, stdout } = testWorld({ cwd: temp, env: process.env });
  expect(await demoCommand({ json: true, dir: "crew", playbook: "crew" }, world)).toBe(0);
  const result = resultOf(stdout());
  expect(result.iterations.map(({ task, outcome }) => `${task} ${outcome}`)).toEqual([
    "M1-1 landed",
    "M1-2 landed",
    "M1-3 escalated",
  ]);
  // How quick an approval was depends on the machine, and so does which of the two last comes first.
  expect(result.catches.map(({ kind, task }) => `${kind} ${task}`)).toEqual(
    expect.arrayContaining(["rejected M1-1", "low-grade M1-2", "escalated M1-3"]),
  );
  const git = (...args: string[]): string => execFileSync("git", args, { cwd: folder, encoding: "utf8" }).trim();
  expect(git("log", "--format=%s").split("\n").slice(0, -1)).toEqual([
    "chore(ralph): escalate M1-3 to needs-human-review",
    "chore(ralph): claim M1-3",
    "feat: tell how many items a basket has",
    "chore(ralph): claim M1-2",
    "feat: take a discount off a basket",
    "chore(ralph): claim M1-1",
  ]);
  expect(git("status", "--porcelain")).toBe("");
  expect(git("show", "HEAD:knowledge/money.md")).toContain("whole cents");
  execFileSync(process.execPath, ["--test"], { cwd: folder, env: { PATH: process.env["PATH"] } });
}, 180_000);

// The other tracker is seen through in test/e2e/github-issues.test.ts.
test("U-5 the demo with Linear goes from picked issues to merged pull requests to Done, and leaves a person's alone", async () => {
  const { world, stdout } = testWorld({ cwd: temp, env: { ...process.env, GH_TOKEN: "a person's own" } });
  expect(await demoCommand({ json: true, tracker: "linear" }, world)).toBe(0);
  const result = JSON.parse(stdout()) as Result & { issues: readonly { id: string; state: string }[] };
  expect(result).toMatchObject({ endReason: "needs_human", counts: { landed: 3, open: 1 } });
  expect(result.catches.map(({ kind }) => kind)).toEqual(["check-red", "nothing-behind"]);
  expect(result.issues.map(({ state }) => state)).toEqual(["Done", "Done", "Done", "Todo"]);
  expect(readdirSync(temp).filter((name) => name !== "node-compile-cache")).toEqual([]);
}, 180_000);
