import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { isThorough } from "../../src/testing/thorough.ts";
import type { Acts } from "./agents/acts.ts";
import { honest, uncommitted } from "./agents/behaviours.ts";
import { type Project, project } from "./repository.ts";

const root = join(import.meta.dirname, "..", "..");
const shell = (script: string): NonNullable<Acts["commands"]> => [["sh", "-c", script]];

/** Two commits that change the same line, on this branch and on `side`. */
const twoSides =
  "echo 1 > both && git add both && git commit -qm base && git branch side && echo 2 > both && git commit -qam here && " +
  "git switch -q side && echo 3 > both && git commit -qam there && git switch -q -";

/** What agents leave behind, and whether their own work of the same call can land all the same. */
const leftBehind: readonly (readonly [string, string, "lands" | "comes again"])[] = [
  ["a lock on the index", ": > .git/index.lock", "lands"],
  ["a lock on HEAD", ": > .git/HEAD.lock", "lands"],
  ["no HEAD", "rm .git/HEAD", "lands"],
  ["a HEAD of rubbish", "echo rubbish > .git/HEAD", "lands"],
  ["no index", "rm .git/index", "lands"],
  ["a bisection", "git bisect start -q && git bisect bad && git bisect good HEAD~0 || true", "lands"],
  ["a merge without its commit", `${twoSides} && git merge -q --no-commit -s ours side`, "lands"],
  ["a merge in conflict", `${twoSides} && git merge -q side || true`, "comes again"],
  ["a cherry-pick in conflict", `${twoSides} && git cherry-pick side || true`, "comes again"],
  ["a revert in conflict", `${twoSides} && git revert --no-edit HEAD~1 || true`, "comes again"],
  ["a rebase in conflict", `${twoSides} && git rebase -q side || true`, "comes again"],
];

/** Those that stand for the others of their kind; what is mended does not depend on the branch. */
const few: Readonly<Record<string, readonly string[]>> = {
  task: ["a lock on the index", "no HEAD", "a bisection", "a merge without its commit", "a rebase in conflict"],
  current: ["a HEAD of rubbish", "a merge in conflict"],
};

/** What a kill finds, and the file by which it is seen to have come about. */
const found = [
  ["a rebase in conflict", `${twoSides} && git rebase -q side || true`, ".git/rebase-merge"],
  ["a detached HEAD", "git switch -q --detach && : > .git/seen", ".git/seen"],
  ["a lock on the index", ": > .git/index.lock", ".git/index.lock"],
] as const;

/** Does the task again, and settles what was in conflict. */
const settling: Acts = { ...honest, files: { ...honest.files, both: "settled\n" } };

async function expectLanded(it: Project): Promise<void> {
  expect(await it.git("branch", "--show-current")).toBe("main");
  expect(await it.git("status", "--porcelain")).toBe("");
  expect((await it.landings()).map(({ task }) => task)).toEqual(["ABC-1"]);
  expect(await it.git("show", "main:src/ABC-1.js")).toContain("ABC-1");
  expect(await it.git("fsck", "--no-dangling")).toBe("");
}

describe.each(["task", "current"])("git as an agent leaves it, branching %s", (branching) => {
  const states = leftBehind.filter(([what]) => isThorough || few[branching]?.includes(what));

  test.each(states)("P-44 %s: it is set right and told, and the task lands", async (_, script, own) => {
    await using it = await project({
      plan: 1,
      agent: [{ ...uncommitted, commands: shell(script) }, settling],
      rc: { RALPH_BRANCHING: branching },
    });
    const result = await it.run();
    expect(result, JSON.stringify([result.message, result.iterations.map((one) => one.error)])).toMatchObject({
      endReason: "plan_complete",
      counts: { landed: 1 },
    });
    expect(result.warnings.map(({ code }) => code)).toContain("repository_mended");
    expect(it.calls()).toHaveLength(own === "lands" ? 1 : 2);
    await expectLanded(it);
  });

  test.each(isThorough || branching === "task" ? found : found.slice(0, 1))(
    "L-29 kill -9 with %s: the next start sets it right and goes on",
    async (_, script, sign) => {
      await using it = await project({
        plan: 1,
        agent: [{ ...uncommitted, commands: shell(script), sleepLastMs: 60_000 }, settling],
        rc: { RALPH_BRANCHING: branching },
      });
      await killedOnce(it, sign);
      expect(await it.run()).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
      await expectLanded(it);
    },
  );
});

async function killedOnce(it: Project, sign: string): Promise<void> {
  const running = it.startRun();
  // git makes the files of what it begins one after the other: the agent has to have come to its rest.
  await until(() => existsSync(join(it.path, sign)) && existsSync(join(it.path, "src/ABC-1.js")));
  await pause(1_000);
  process.kill(running.pid, "SIGKILL");
  await running.ended;
  await until(() => it.processes().length === 0);
}

async function until(holds: () => boolean): Promise<void> {
  for (let waited = 0; !holds(); waited += 20) {
    if (waited > 30_000) throw new Error("It did not come to that.");
    await pause(20);
  }
}

test.each([
  ["stashes them away", "git stash push --quiet --include-untracked"],
  ["deletes them", "rm -rf ./*"],
])("P-44 L-29 a person's untracked files are there again after an agent that %s", async (_, script) => {
  await using it = await project({ plan: 1, agent: [{ ...uncommitted, commands: shell(script) }, honest] });
  const bytes = Buffer.from([0, 255, 13, 10, 13, 10, 10]);
  await it.write("notes.txt", "mine\r\nand mine\n");
  await it.write("data/deep/raw.bin", bytes);
  await it.write("run.sh", "#!/bin/sh\n", 0o755);
  const result = await it.run();
  expect(result).toMatchObject({ endReason: "plan_complete" });
  expect(result.warnings.map(({ code, severity }) => `${code} ${severity}`)).toContain("own_files_back critical");
  expect(await it.read("notes.txt")).toBe("mine\r\nand mine\n");
  expect(Buffer.from(await it.git("hash-object", "--no-filters", "data/deep/raw.bin"))).toEqual(
    Buffer.from(await hashOf(it, bytes)),
  );
  expect(await it.git("status", "--porcelain")).toBe("?? data/\n?? notes.txt\n?? run.sh");
  expect(await it.git("for-each-ref", "--format=%(refname)", "refs/ralph/own")).toBe("");
});

async function hashOf(it: Project, bytes: Buffer): Promise<string> {
  await it.write(".git/probe", bytes);
  return it.git("hash-object", "--no-filters", ".git/probe");
}

test("P-44 a person's untracked files are there again at the start after a kill, too", async () => {
  await using it = await project({
    plan: 1,
    agent: [{ ...uncommitted, commands: shell("rm -f notes.txt && : > .git/seen"), sleepLastMs: 60_000 }, honest],
  });
  await it.write("notes.txt", "mine\n");
  await killedOnce(it, ".git/seen");
  const result = await it.run();
  expect(result).toMatchObject({ endReason: "plan_complete" });
  expect(result.warnings.map(({ code }) => code)).toContain("own_files_back");
  expect(await it.read("notes.txt")).toBe("mine\n");
});

test.each([
  ["committed", { ...honest, files: { ...honest.files, ".gitignore": "*\n" } }],
  ["not committed", { ...uncommitted, files: { ...uncommitted.files, ".gitignore": "*\n" } }],
])("an ignore list that hides every new file, %s, is put back: nothing is left out of a landing", async (_, acts) => {
  await using it = await project({ plan: 1, agent: [acts], files: { ".gitignore": "*.log\n" } });
  const result = await it.run();
  expect(result).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
  expect(result.warnings.map(({ code }) => code)).toContain("new_files_hidden");
  expect(await it.read(".gitignore")).toBe("*.log\n");
  expect(await it.git("ls-files", "src")).toBe("src/ABC-1.js");
  const kept =
    result.warnings
      .find(({ code }) => code === "new_files_hidden")
      ?.message.split(" ")
      .at(-1) ?? "";
  expect(await it.git("show", `${kept}:.gitignore`)).toBe("*");
});

test("a branch whose name stands in the way of a task's is left alone: the task's gets a number", async () => {
  await using it = await project({ plan: 1, agent: [honest], rc: { RALPH_BRANCHING: "task" } });
  await it.git("branch", "abc-1-add-the-thing-number-1/theirs");
  const result = await it.run();
  expect(result).toMatchObject({
    endReason: "plan_complete",
    iterations: [{ branch: "abc-1-add-the-thing-number-1-2" }],
  });
  expect(await it.git("branch", "--format=%(refname:short)")).toBe("abc-1-add-the-thing-number-1/theirs\nmain");
});

/** What is wrong at the start, what is said of it, and the environment that makes it so. */
const beforeWork: readonly (readonly [string, (it: Project) => Promise<unknown>, RegExp, Record<string, string>])[] = [
  ["a branch called ralph", (it) => it.git("branch", "ralph"), /branch called ralph.*git branch -m ralph/s, {}],
  ["a merge under way", (it) => it.write(".git/MERGE_HEAD", ""), /A merge is under way in .*Finish or abort/s, {}],
  ["a lock that nobody holds", (it) => it.write(".git/index.lock", ""), /index\.lock is \d+ s old/, {}],
  ["a detached HEAD", (it) => it.git("switch", "--quiet", "--detach"), /HEAD is detached in .*git switch NAME/s, {}],
  [
    "a date that is none",
    () => Promise.resolve(),
    /GIT_AUTHOR_DATE in the environment is no date.*unset GIT_AUTHOR_DATE/s,
    { GIT_AUTHOR_DATE: "the day after" },
  ],
  [
    "nobody who commits",
    async (it) => {
      await it.git("config", "--unset", "user.name");
      await it.git("config", "--unset", "user.email");
      await it.git("config", "user.useConfigOnly", "true");
    },
    /git does not know who commits/,
    {},
  ],
  [
    "a filter without its program",
    async (it) => {
      await it.write(".gitattributes", "*.big filter=large diff=large -text\n");
      await it.commitAll("large files");
      await it.git("config", "filter.large.required", "true");
      await it.git("config", "filter.large.process", "no-such-filter-program run");
    },
    /pass through no-such-filter-program.*Install no-such-filter-program/s,
    {},
  ],
];

test.each(beforeWork)("R-9 %s is told before any work, with what to do", async (_, spoil, words, env) => {
  await using it = await project({ plan: 1, agent: [honest] });
  await spoil(it);
  const ralph = join(import.meta.dirname, "..", "..", "bin", "ralph.js");
  const outcome = await it.start(process.execPath, [ralph, "run", "--json"], env).ended;
  const result = JSON.parse(outcome.stdout) as { endReason: string; exitCode: number; message: string; next: string };
  expect(result).toMatchObject({ endReason: "preflight_failed", exitCode: 6 });
  expect(`${result.message} ${result.next}`).toMatch(words);
  expect(it.calls()).toEqual([]);
});

test("objects that an agent has destroyed can't be made again: the run ends with what to look at", async () => {
  await using it = await project({ plan: 1, agent: [{ ...uncommitted, commands: shell("rm -rf .git/objects/??") }] });
  const outcome = await it.startRun().ended;
  const result = JSON.parse(outcome.stdout) as { endReason: string; exitCode: number; message: string };
  expect(result).toMatchObject({ endReason: "preflight_failed", exitCode: 6 });
  expect(result.message).toMatch(/lacks an object|git fsck/);
});

describe("F142 a base that lies behind its remote", () => {
  /** A remote beside the project that has gone on by one file, and what the run said of it. */
  async function behind(it: Project): Promise<string> {
    const remote = join(it.scratch, "remote.git");
    await it.git("clone", "--quiet", "--bare", it.path, remote);
    await it.git("remote", "add", "origin", remote);
    await it.git("commit", "--quiet", "--allow-empty", "--message", "theirs");
    const newest = await it.head();
    await it.git("push", "--quiet", "origin", "main");
    await it.git("reset", "--quiet", "--hard", "HEAD~1");
    return newest;
  }

  test.each(["task", "current"])("is brought up before any work, branching %s", async (branching) => {
    await using it = await project({ plan: 1, agent: [honest], rc: { RALPH_BRANCHING: branching } });
    const newest = await behind(it);
    const result = await it.run();
    expect(result).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
    expect(result.warnings).toContainEqual(
      expect.objectContaining({
        code: "base_moved",
        message: "main was 1 commit behind origin/main and was brought up to it.",
      }),
    );
    await it.git("merge-base", "--is-ancestor", newest, "main");
  });

  test("without a network the run warns and works with what is here; nothing is asked where that is not wanted", async () => {
    await using it = await project({ plan: 2, agent: [honest] });
    await it.git("remote", "add", "origin", join(it.scratch, "gone.git"));
    const first = await it.run("1");
    expect(first).toMatchObject({ counts: { landed: 1 } });
    expect(first.warnings.map(({ code }) => code)).toContain("base_unknown");
    const running = it.start(process.execPath, [join(root, "bin", "ralph.js"), "run", "--json"], { RALPH_FETCH: "no" });
    const second = await it.resultOf(await running.ended);
    expect(second.warnings.map(({ code }) => code)).not.toContain("base_unknown");
  });

  test("in a work tree of the run's own the person's is not touched", async () => {
    await using it = await project({ plan: 1, agent: [honest] });
    await behind(it);
    const before = await it.head();
    const result = await it.run("--worktree");
    expect(result.warnings.map(({ code }) => code)).toContain("base_behind");
    expect(await it.head()).toBe(before);
  });
});
