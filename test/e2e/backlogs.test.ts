import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Acts } from "./agents/acts.ts";
import { asker, block, stuck } from "./agents/behaviours.ts";
import { brokenGate, type Project, project, type ProjectOptions } from "./repository.ts";

/** Does the task and leaves its state and its commit to the harness. */
const worker: Acts = {
  files: { "src/{task}.js": "export const name = '{task}';\n" },
  say: "Added {task}.",
  block: block({ status: "COMPLETE", tasks: 1, files: 1 }),
};

interface IndexSeed {
  readonly id: string;
  readonly status?: string;
  readonly rest?: string;
}

const indexFiles = (seeds: readonly IndexSeed[]): Record<string, string> => ({
  "tasks/index.yaml": `tasks:\n${seeds.map(({ id, status = "not-started", rest = "" }) => `  - id: ${id} # keep\n    title: do ${id}\n    status: ${status}\n    spec: docs/prd/${id}.md\n${rest}`).join("")}`,
  "docs/prd/index.md": `| ID | Title | Status |\n| --- | --- | --- |\n${seeds.map(({ id, status = "not-started" }) => `| ${id} | do ${id} | ${status} |\n`).join("")}`,
  ...Object.fromEntries(
    seeds.map(({ id, status = "not-started" }) => [
      `docs/prd/${id}.md`,
      `# ${id}: do it\n\n**Status:** ${status}\n\n## Acceptance Criteria\n\n- [ ] it is there\n`,
    ]),
  ),
});

const onIndex = (seeds: readonly IndexSeed[], { rc, files, ...rest }: ProjectOptions = {}): Promise<Project> =>
  project({
    agent: [worker],
    rc: { RALPH_SOURCE: "task-index", RALPH_PLAYBOOK: "workflow", ...rc },
    files: { ...indexFiles(seeds), ...files },
    ...rest,
  });

/** What the three places say of a task. */
async function places(it: Project, id: string): Promise<readonly (string | undefined)[]> {
  const entry = (await it.read("tasks/index.yaml"))
    .split(/^(?= {2}- id: )/m)
    .find((part) => part.includes(`- id: ${id} `));
  const row = (await it.read("docs/prd/index.md")).split("\n").find((line) => line.startsWith(`| ${id} |`));
  const spec = await it.read(`docs/prd/${id}.md`);
  return [/status: (\S+)/.exec(entry ?? "")?.[1], row?.split("|")[3]?.trim(), /\*\*Status:\*\* (\S+)/.exec(spec)?.[1]];
}

describe("tasks/index.yaml under the workflow playbook", () => {
  test("P-0 B-31 tasks land in order with their three places in the same commit; the tree is clean", async () => {
    await using it = await onIndex([{ id: "M1-2", rest: "    deps: [M1-10]\n" }, { id: "M1-10" }, { id: "M2-1" }]);
    const result = await it.run();
    expect(result).toMatchObject({
      endReason: "plan_complete",
      counts: { landed: 3, open: 0 },
      standing: { ready: 0, inProgress: 0, blocked: 0, needsHuman: 0, done: 3 },
    });
    expect(result.iterations.map(({ task }) => task)).toEqual(["M1-10", "M1-2", "M2-1"]);
    for (const id of ["M1-2", "M1-10", "M2-1"]) expect(await places(it, id)).toEqual(["done", "done", "done"]);
    expect(await it.git("status", "--porcelain")).toBe("");
    const [first] = await it.landings();
    expect((await it.git("show", "--name-only", "--format=", first?.sha ?? "")).split("\n")).toEqual([
      "docs/prd/M1-10.md",
      "docs/prd/index.md",
      "src/M1-10.js",
      "tasks/index.yaml",
    ]);
  });
  test("B-31 on branches of their own a task that is set aside keeps its state in all places", async () => {
    await using it = await onIndex([{ id: "M1-1" }, { id: "M1-2" }], {
      rc: { RALPH_BRANCHING: "task" },
      agent: [stuck, worker],
    });
    expect(await it.run()).toMatchObject({ endReason: "queue_blocked", counts: { landed: 1, blocked: 1 } });
    expect(await places(it, "M1-1")).toEqual(["blocked", "blocked", "blocked"]);
    expect(await places(it, "M1-2")).toEqual(["done", "done", "done"]);
  });
  test("B-34 what waits for a person stands under Escalation in the task's file", async () => {
    await using it = await onIndex([{ id: "M1-1" }], { agent: [asker] });
    expect(await it.run()).toMatchObject({ endReason: "needs_human" });
    expect(await places(it, "M1-1")).toEqual(["needs-human-review", "needs-human-review", "needs-human-review"]);
    expect((await it.read("docs/prd/M1-1.md")).split("## Escalation")[1]).toContain("Should I take the first one?");
  });
  test("G-2 where the harness closes tasks, states that an agent has written go back, in all places", async () => {
    const commands = [
      ["sed", "-i", "s/status: .*/status: done/", "tasks/index.yaml"],
      ["sed", "-i", "s/not-started/done/", "docs/prd/M1-2.md"],
    ];
    await using it = await onIndex([{ id: "M1-1" }, { id: "M1-2" }], { agent: [{ ...worker, commands }, worker] });
    expect(await it.run("--once")).toMatchObject({ counts: { landed: 1, open: 1 } });
    expect(await places(it, "M1-1")).toEqual(["done", "done", "done"]);
    expect(await places(it, "M1-2")).toEqual(["not-started", "not-started", "not-started"]);
  });
  test("B-3 F050 faulty tasks and what waits for them are left out and told; what is free is worked", async () => {
    await using it = await onIndex([
      { id: "A", rest: "    deps: [B]\n" },
      { id: "B", rest: "    deps: [C]\n" },
      { id: "C", rest: "    deps: [A]\n" },
      { id: "D", rest: "    deps: [A]\n" },
      { id: "E" },
    ]);
    const result = await it.run();
    expect(result).toMatchObject({ endReason: "needs_human", counts: { landed: 1, open: 4 } });
    expect(it.calls().map(({ task }) => task)).toEqual(["E"]);
    expect(result.warnings.map(({ message }) => message).join("\n")).toContain("A → B → C → A");
    expect(await places(it, "D")).toEqual(["not-started", "not-started", "not-started"]);
  });
  test("B-33 a milestone filters the run and its figures, a number caps it, and other words are bad use", async () => {
    await using it = await onIndex([{ id: "M1-1" }, { id: "M2-1" }, { id: "M2-2" }, { id: "M20-1" }]);
    expect(await it.run("m2-numbers", "1")).toMatchObject({
      endReason: "cap_reached",
      standing: { ready: 1, done: 1 },
    });
    expect(await it.run("5", "M2")).toMatchObject({ endReason: "plan_complete", standing: { ready: 0, done: 2 } });
    expect(it.calls().map(({ task }) => task)).toEqual(["M2-1", "M2-2"]);
    const nothing = await it.run("M99");
    expect(nothing).toMatchObject({ endReason: "plan_complete", counts: { landed: 0 } });
    expect(nothing.warnings.map(({ code }) => code)).toContain("nothing_to_work");
    expect(await it.run("banana")).toMatchObject({ endReason: "config_invalid", exitCode: 2 });
  });
  test("F047 F056 an index that can't be read, or has another shape, ends the run before any call, and stays as it is", async () => {
    const texts = ["tasks:\n  - id: A\n\tstatus: not-started\n", "master:\n  tasks:\n    - id: A\n"];
    for (const text of texts) {
      await using it = await onIndex([], { files: { "tasks/index.yaml": text } });
      const result = await it.run();
      expect(result).toMatchObject({ endReason: "config_invalid" });
      expect(result.message).toMatch(/tasks\/index\.yaml.*(tab|master)/);
      expect([it.calls().length, await it.read("tasks/index.yaml")]).toEqual([0, text]);
    }
  });
  test.each(["reset", "resume"])("L-29 killed at work, the task is done by the next run: %s", async (recovery) => {
    await using it = await onIndex([{ id: "M1-1" }], {
      rc: { RALPH_RECOVERY: recovery },
      agent: [{ ...worker, sleepLastMs: 60_000 }, worker],
    });
    const running = it.startRun();
    await expect.poll(() => existsSync(join(it.path, "src/M1-1.js")), { timeout: 60_000 }).toBe(true);
    process.kill(running.pid, "SIGKILL");
    await running.ended;
    await expect.poll(() => it.processes().length, { timeout: 60_000 }).toBe(0);
    expect(await places(it, "M1-1")).toEqual(["in-progress", "in-progress", "in-progress"]);
    expect(await it.run()).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
    expect(await places(it, "M1-1")).toEqual(["done", "done", "done"]);
    expect(await it.git("status", "--porcelain")).toBe("");
  });
});

describe("ralph plan on both sources", () => {
  test("B-31 plan check lists what disagrees with exit code 2, and --fix makes it follow the index", async () => {
    await using it = await onIndex([{ id: "M1-1" }, { id: "M1-2" }], {
      files: { "docs/prd/index.md": "| ID | Status |\n| --- | --- |\n| M1-1 | done |\n" },
    });
    const before = await it.ralph("plan", "check", "--json");
    expect(before.code).toBe(2);
    expect(before.stdout).toContain('"docs/prd/index.md"');
    const fixed = await it.ralph("plan", "check", "--fix");
    expect([fixed.code, fixed.stderr.split("\n").length - 1]).toEqual([0, 2]);
    expect(await it.read("docs/prd/index.md")).toBe(
      "| ID | Status |\n| --- | --- |\n| M1-1 | not-started |\n| M1-2 | not-started |\n",
    );
  });
  test("B-6 U-44 a named file is read and written by itself, its kind told by what is in it", async () => {
    await using it = await project({
      files: {
        "other/list.yml": "- id: A\n  status: not-started\n",
        "other/plan.md": "## Increment 1: a\n\n**Status:** pending\n",
      },
    });
    expect((await it.ralph("plan", "check", "--file", "other/list.yml")).code).toBe(0);
    expect((await it.ralph("plan", "done", "A", "--file", "other/list.yml")).code).toBe(0);
    expect(await it.read("other/list.yml")).toBe("- id: A\n  status: done\n");
    expect((await it.ralph("plan", "block", "1", "--reason", "no key", "--file", "other/plan.md")).code).toBe(0);
    expect(await it.read("other/plan.md")).toBe("## Increment 1: a\n\n**Status:** blocked (no key)\n");
  });
  test("U-42 status, next and list work on a backlog that was found", async () => {
    await using it = await onIndex([{ id: "M1-1", status: "done" }, { id: "M1-2" }], { rc: { RALPH_SOURCE: "" } });
    rmSync(join(it.path, ".ralph/fix_plan.md"));
    expect(JSON.parse((await it.ralph("status", "--json")).stdout)).toMatchObject({ open: 1, done: 1 });
    expect(JSON.parse((await it.ralph("next", "--json")).stdout)).toMatchObject({ task: { id: "M1-2" } });
    expect((await it.ralph("plan", "list", "--open")).stdout).toContain("M1-2");
  });
});

const planFile = "docs/exec-plans/active/0001_exec_numbers.md";
const folder = "docs/exec-plans/active/0001_numbers";
const completed = "docs/exec-plans/completed/0001_exec_numbers.md";
const part = (number: number): string =>
  `### Increment 0${number} — part ${number}\n\n**Status:** pending\n\n#### Primary files\n\n- \`src/0001-0${number}.js\`\n\n#### Test gate\n\n- \`test ! -e broken\`\n\n`;
const execFiles: Readonly<Record<string, string>> = {
  [planFile]: `# Plan\n\n**Current Increment:** none\n**Overall Status:** pending\n\n| Milestone | Increments | Status |\n| --- | --- | --- |\n| M1 | 01-02 | pending |\n\n${part(1)}${part(2)}`,
  "docs/product-specs/0001_prd_numbers.md":
    "# PRD\n\n**Status:** pending\n\n## User stories\n\n### US-1: all\n\n**Status:** pending\n\n- [ ] one (increment 01)\n- [ ] two (increment 02)\n",
};
const onPlan = ({ rc, ...rest }: ProjectOptions = {}): Promise<Project> =>
  project({
    agent: [worker],
    files: execFiles,
    rc: { RALPH_SOURCE: "exec-plan", RALPH_PLAYBOOK: "workflow", RALPH_BRANCHING: "plan", ...rc },
    ...rest,
  });

describe("execution plans", () => {
  test("B-20a B-23 a run makes the workspace, works the plan on its branch and puts it away; a later run finds all done", async () => {
    await using it = await onPlan();
    const first = await it.head();
    expect(await it.run()).toMatchObject({ endReason: "plan_complete", counts: { landed: 2 } });
    expect(await it.git("rev-parse", "--abbrev-ref", "HEAD")).toBe("ralph/0001-numbers");
    expect([existsSync(join(it.path, folder)), await it.git("rev-parse", "main")]).toEqual([false, first]);
    expect(await it.read(completed)).toContain("| M1 | 01-02 | done |");
    expect(await it.read("docs/product-specs/0001_prd_numbers.md")).not.toContain("- [ ]");
    expect(await it.git("status", "--porcelain")).toBe("");
    await it.git("switch", "--quiet", "main");
    expect(await it.run()).toMatchObject({ endReason: "plan_complete", iterations: [] });
    expect(await it.git("rev-list", "--count", "main..ralph/0001-numbers")).toBe("4");
  });
  test("L-29 killed at work, the increment's state is what it was, and the next run does it", async () => {
    await using it = await onPlan({
      rc: { RALPH_RECOVERY: "reset" },
      agent: [{ ...worker, sleepLastMs: 60_000 }, worker],
    });
    const running = it.startRun();
    await expect.poll(() => existsSync(join(it.path, "src/0001-01.js")), { timeout: 60_000 }).toBe(true);
    process.kill(running.pid, "SIGKILL");
    await running.ended;
    await expect.poll(() => it.processes().length, { timeout: 60_000 }).toBe(0);
    expect(await it.read(`${folder}/0001_exec_numbers.md`)).toContain("**Status:** in-progress");
    const dry = await it.run("--once");
    expect(dry).toMatchObject({ counts: { landed: 1 } });
    expect(dry.iterations[0]).toMatchObject({ task: "0001-01" });
  });
  test("B-22 the workspace is made once, in one commit, and not over red checks unless that is wanted", async () => {
    await using it = await onPlan({ gate: [brokenGate], files: { ...execFiles, broken: "" } });
    const red = await it.ralph("workspace", "setup", "0001");
    expect([
      red.code,
      await it.git("status", "--porcelain"),
      await it.git("branch", "--format=%(refname:short)"),
    ]).toEqual([6, "", "main"]);
    expect((await it.ralph("workspace", "setup", "1", "--allow-red")).code).toBe(0);
    expect((await it.ralph("workspace", "setup", "0001")).code).toBe(0);
    expect([await it.git("rev-list", "--count", "main..HEAD"), await it.git("status", "--porcelain")]).toEqual([
      "1",
      "",
    ]);
    const early = await it.ralph("workspace", "archive", "0001");
    expect([early.code, early.stderr.includes("01, 02")]).toEqual([2, true]);
    expect((await it.ralph("workspace", "setup", "0009")).code).toBe(2);
  });
  test("B-23 archive puts a plan away that was finished by hand", async () => {
    await using it = await onPlan();
    await it.ralph("workspace", "setup", "0001");
    for (const number of ["01", "02"]) expect((await it.ralph("plan", "done", number)).code).toBe(0);
    expect((await it.ralph("workspace", "archive", "0001")).code).toBe(0);
    expect([existsSync(join(it.path, completed)), await it.git("status", "--porcelain")]).toEqual([true, ""]);
  });
});
