import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { readSqliteLedger } from "../../src/adapters/ledger/sqlite/read-sqlite-ledger.ts";
import type { Outcome, Project } from "../e2e/repository.ts";
import type { FaultPlan } from "./fault-plan.ts";
import { type Branching, landsOn, openScenario, type Scenario } from "./scenarios.ts";

/** Kills: of which harness, in which run, and where; each further one is of the start after the one before. */
export interface Crash {
  readonly harness: string;
  readonly scenario: Scenario;
  readonly branching: Branching;
  readonly plans: readonly FaultPlan[];
}

/** Kills the harness as planned, then lets a normal run go on, and looks whether anything is lost or done twice. */
export async function expectSurvived(crash: Crash): Promise<void> {
  await using it = await openScenario(crash.scenario, crash.branching);
  await expectKilled(it, crash);
  await expectFinished(it, crash);
}

/** Starts the harness once for each plan; each of them kills it, and nothing of it is left. */
export async function expectKilled(it: Project, { harness, plans }: Pick<Crash, "harness" | "plans">): Promise<void> {
  for (const plan of plans) {
    const killed = await crashed(it, harness, plan);
    expect(killed, `${killed.stdout}${killed.stderr}`).toMatchObject({ signal: "SIGKILL" });
    await expectNobodyLeft(it);
  }
}

/**
 * The same, killed after the n-th git call of the step that writes, for every n there is: half of a landing, half of a
 * parking. Resolves to how many there were.
 */
export async function expectSurvivedInEveryGitCall(
  crash: Omit<Crash, "plans">,
  plan: Omit<FaultPlan, "at">,
): Promise<number> {
  for (let calls = 1; ; calls += 1) {
    await using it = await openScenario(crash.scenario, crash.branching);
    const killed = await crashed(it, crash.harness, { ...plan, at: calls });
    if (killed.signal !== "SIGKILL") return calls - 1;
    const last = (await readFile(join(it.scratch, "git-calls"), "utf8")).trim().split("\n").at(-1);
    await expectNobodyLeft(it);
    await expectFinished(it, crash).catch((error: unknown) => {
      throw new Error(
        `killed after git write ${calls} of ${plan.step} (${last}): ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    });
  }
}

/** A start of the harness that dies as planned. */
function crashed(it: Project, harness: string, plan: FaultPlan): Promise<Outcome> {
  const env = { PATH: `${countingGit(it.scratch)}:${it.env["PATH"] ?? ""}` };
  return it.start(
    process.execPath,
    [harness, JSON.stringify(plan), join(it.scratch, "armed")],
    typeof plan.at === "number" ? env : {},
  ).ended;
}

/** A folder with a `git` that counts down its writes while SCRATCH/armed is there, and kills whoever called the last one. */
function countingGit(scratch: string): string {
  const folder = join(scratch, "bin");
  mkdirSync(folder, { recursive: true });
  const real = execFileSync("which", ["git"], { encoding: "utf8" }).trim();
  const script = `#!/bin/sh
armed="${scratch}/armed"
writes=
for word; do
  case $word in commit|commit-tree|write-tree|read-tree|update-ref|symbolic-ref|switch|branch|update-index|add|reset|rm) writes=$word; break ;; esac
done
if [ -z "$writes" ] || [ ! -e "$armed" ]; then exec "${real}" "$@"; fi
"${real}" "$@"
code=$?
echo "$writes" >> "${scratch}/git-calls"
left=$(($(cat "$armed") - 1))
echo "$left" > "$armed"
if [ "$left" -eq 0 ]; then kill -9 "$PPID"; fi
exit $code
`;
  writeFileSync(join(folder, "git"), script, { mode: 0o755 });
  return folder;
}

/** Nothing that the killed run started is left after three seconds. */
export async function expectNobodyLeft(it: Project): Promise<void> {
  for (let waited = 0; waited < 3_000 && it.processes().length > 0; waited += 200) await pause(200);
  expect(it.processes(), "processes of the killed run").toEqual([]);
}

/** A normal run ends the scenario as if nobody had been killed. */
async function expectFinished(
  it: Project,
  { scenario, branching }: Pick<Crash, "scenario" | "branching">,
): Promise<void> {
  const result = await it.run();
  expect(
    result,
    `${result.message} ${JSON.stringify(result.iterations.map((one) => [one.task, one.outcome, one.error]))}`,
  ).toMatchObject({ endReason: scenario.end });
  const home = landsOn(branching);
  expect(await it.git("branch", "--show-current")).toBe(home);
  expect(await it.git("status", "--porcelain")).toBe("");
  const landings = await it.landings();
  expect(landings.map((landing) => landing.task)).toEqual(scenario.lands);
  expect(landedInLedger(it)).toEqual(landings.map((landing) => [landing.task, landing.sha]));
  for (const task of scenario.lands.filter((name) => name !== "repair-the-gate"))
    expect(await it.git("show", `${home}:src/${task}.js`)).toContain(task);
  const branches = (await it.git("for-each-ref", "--format=%(refname:short)", "refs/heads")).split("\n");
  const kept = scenario.parks.map((task) => `ralph/blocked/${task}`);
  expect(branches).toEqual([...new Set(["main", ...kept, home])]);
  for (const task of scenario.parks) await expectKept(it, task);
  if (branching === "task") await expectWorkInLanding(it, scenario);
}

/** What a task had begun is kept, and the ledger says where. */
async function expectKept(it: Project, task: string): Promise<void> {
  expect(await it.git("show", `ralph/blocked/${task}:src/${task}.js`)).toContain("begun");
  expect(await it.git("for-each-ref", "--format=%(refname)", `refs/ralph/wip/${task}`)).toContain(
    `refs/ralph/wip/${task}/`,
  );
  const parked = facts(it).flatMap((fact) => (fact.kind === "task-parked" && fact.task === task ? [fact] : []));
  expect(parked, `parkings of ${task}`).toHaveLength(1);
  expect(parked[0]?.kept, "where the ledger says that the work is kept").not.toBeNull();
  expect(await it.read(".ralph/fix_plan.md")).toMatch(new RegExp(`\\*\\*${task}\\*\\*.*needs a key`));
}

/** One squashed commit a task holds all of its work. */
async function expectWorkInLanding(it: Project, scenario: Scenario): Promise<void> {
  for (const { sha, task } of await it.landings())
    if (task !== "repair-the-gate")
      expect(await it.git("show", "--name-only", "--format=", sha), `files of the landing of ${task}`).toContain(
        `src/${task}.js`,
      );
  if (scenario.name === "lands")
    expect(await it.git("rev-list", "--count", "HEAD")).toBe(String(2 + scenario.lands.length));
}

function facts(it: Project) {
  using reader = readSqliteLedger(join(it.path, ".ralph", "ralph.db"));
  return [...reader.entries()].map((entry) => entry.fact);
}

function landedInLedger(it: Project): readonly (readonly [string, string])[] {
  using reader = readSqliteLedger(join(it.path, ".ralph", "ralph.db"));
  let task = "";
  return [...reader.entries()].flatMap(({ fact }) => {
    if (fact.kind === "task-claimed") task = fact.task.id;
    return fact.kind === "work-landed" ? [[task, fact.commit] as const] : [];
  });
}
