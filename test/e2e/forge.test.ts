import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { PendingMerges } from "../../src/adapters/queue/pending-merges.ts";
import { honest, idle } from "./agents/behaviours.ts";
import { execPlanFiles } from "./exec-plan-files.ts";
import { building, type ForgeProject, forgeProject } from "./forge-project.ts";
import { planOf } from "./repository.ts";

function queueOf(it: ForgeProject): PendingMerges["entries"] {
  const file = join(it.path, ".ralph", "pending-merges.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as PendingMerges).entries : [];
}
const subjectsOf = async (it: ForgeProject): Promise<readonly string[]> =>
  (await it.git("log", "--format=%s", "origin/main")).split("\n");
/** Requests of one kind that were answered for real. */
const asked = ({ github }: ForgeProject, route: string): number =>
  github.exchanges.filter((one) => one.route === route && !one.isFault).length;
const opened = (it: ForgeProject): number => asked(it, "POST /repos/{owner}/{repo}/pulls");

/** Files that no two tasks have in common, so that their branches don't meet. */
const apart = { ...honest, tick: "none" as const };
const closing = { RALPH_CLOSE: "harness", RALPH_SOURCE: "file" };

test("R-3 a task lands by a pull request that is merged as one commit, and its branch goes, here and there", async () => {
  await using it = await forgeProject({ plan: 2, agent: [honest] });
  expect(await it.run()).toMatchObject({ endReason: "plan_complete", counts: { landed: 2 } });
  expect((await subjectsOf(it)).slice(0, 2)).toEqual(["feat: add ABC-2 (#2)", "feat: add ABC-1 (#1)"]);
  expect(await it.git("rev-parse", "main")).toBe(await it.github.tip("main"));
  expect((await it.landings()).map(({ task }) => task)).toEqual(["ABC-1", "ABC-2"]);
  expect(await it.git("branch", "--format=%(refname:short)")).toBe("main");
  expect(await it.github.tip("abc-1-add-the-thing-number-1")).toBeNull();
});

describe("R-4 what stands against a merge", () => {
  test("a red check goes to the fixer with the end of its log, and is merged once it is green", async () => {
    await using it = await forgeProject({
      plan: 1,
      script: {
        implementer: [honest],
        fixer: [{ files: { "src/cart.js": "// mended\n" }, commit: "fix: the cart", block: honest.block! }],
      },
    });
    it.github.by.protect("main", { checks: ["build"] });
    await using _ci = building(it.github, (_branch, commits) => (commits === 1 ? "red" : "green"));
    const result = await it.run();
    expect(result).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
    expect(result.iterations[0]).toMatchObject({ outcome: "landed", calls: { implementer: 1, fixer: 1 } });
    const prompt = it.calls("fixer")[0]?.prompt;
    expect(prompt).toMatch(/CORRECTION: the work could not land \(checks\): build \(failure\)/);
    expect(prompt).toContain("not ok 1 - the cart is empty");
    expect([opened(it), await it.git("show", "origin/main:src/cart.js")]).toEqual([1, "// mended"]);
  });

  test("a required check that never starts is waited for, then the run ends: unmerged is not done", async () => {
    await using it = await forgeProject({ plan: 1, agent: [honest], rc: { RALPH_MERGE_WAIT_MINUTES: "1s" } });
    it.github.by.protect("main", { checks: ["build"] });
    const first = await it.run();
    expect([first.endReason, first.exitCode, first.iterations[0]?.outcome]).toEqual([
      "merges_pending",
      3,
      "waiting_merge",
    ]);
    expect(queueOf(it)).toMatchObject([
      { pr_number: 1, ticket_id: "ABC-1", ci_status: "pending", merge_status: "open" },
    ]);
    expect(await it.items("open")).toHaveLength(1);
    const report = (await it.ralph("report")).stdout;
    expect(report).toMatch(/Waits to be merged:\n +ABC-1: pull request #1 http/);

    it.github.by.protect("main", null);
    const second = await it.run();
    expect([second.endReason, second.iterations.length, queueOf(it)]).toEqual(["plan_complete", 0, []]);
    expect([it.calls().length, opened(it), await it.items("done")]).toEqual([
      1,
      1,
      ["- [x] **ABC-1** add the thing number 1"],
    ]);
  });

  test("a base that moved on is merged into the branch without an agent; what really conflicts goes to one", async () => {
    await using it = await forgeProject({
      plan: 2,
      files: { "shared.txt": "one\n" },
      script: {
        implementer: [{ ...honest, files: { "shared.txt": "two\n" } }],
        fixer: [
          {
            commands: [["git", "merge", "--quiet", "--strategy-option=ours", "--no-edit", "origin/main"]],
            block: honest.block!,
          },
        ],
      },
    });
    it.github.by.protect("main", { checks: ["build"] });
    let moved = false;
    await using _ci = building(it.github, (_branch, commits) => {
      if (commits === 1 && !moved) {
        moved = true;
        // A person does ABC-2 in the meantime.
        const plan = planOf(2).replace("- [ ] **ABC-2**", "- [x] **ABC-2**");
        void it.github.by.push("main", { "shared.txt": "three\n", ".ralph/fix_plan.md": plan });
        return "nothing";
      }
      return "green";
    });
    expect(await it.run()).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
    const [fixer] = it.calls("fixer");
    expect(fixer?.prompt).toContain("could not land (conflict)");
    expect(fixer?.prompt).toContain("shared.txt");
    expect(await it.git("show", "origin/main:shared.txt")).toBe("two");
    expect([await it.items("done"), it.calls().map(({ task }) => task)]).toEqual([
      ["- [x] **ABC-1** add the thing number 1", "- [x] **ABC-2** add the thing number 2"],
      ["ABC-1"],
    ]);
  });

  test("changes that a reviewer asks for are made, told once, and waited for", async () => {
    await using it = await forgeProject({
      plan: 1,
      rc: { RALPH_MERGE_WAIT_MINUTES: "2s" },
      script: {
        implementer: [honest],
        fixer: [{ files: { "src/x.js": "1\n" }, commit: "fix: as asked", block: honest.block! }],
      },
    });
    it.github.by.protect("main", { checks: ["build"], approvals: 1 });
    await using _ci = building(it.github, (_branch, commits) => {
      if (commits === 1)
        it.github.by.review(1, {
          by: "ann",
          state: "CHANGES_REQUESTED",
          threads: [{ path: "src/ABC-1.js", line: 1, text: "Say what it is for." }],
        });
      return "green";
    });
    const result = await it.run();
    expect(result.endReason).toBe("merges_pending");
    expect(it.calls("fixer")).toHaveLength(1);
    expect(it.calls("fixer")[0]?.prompt).toContain("src/ABC-1.js:1 ann: Say what it is for.");
  });

  test("a pull request that a person closes ends the work on it; nothing of it reaches the default branch", async () => {
    await using it = await forgeProject({ plan: 1, agent: [honest] });
    it.github.by.protect("main", { checks: ["build"] });
    await using _ci = building(it.github, () => {
      it.github.by.close(1);
      return "nothing";
    });
    const result = await it.run();
    expect(result).toMatchObject({ endReason: "needs_human", counts: { landed: 0, escalated: 1 } });
    expect(await subjectsOf(it)).toHaveLength(1);
    expect(await it.git("for-each-ref", "--format=%(refname:short)", "refs/heads/ralph")).toBe("ralph/blocked/ABC-1");
  });
});

describe("R-5 pull requests that wait while others are worked", () => {
  test(
    "ten tasks, at most five at once, one red, one closed by a person: all ends true in plan, file and git",
    { timeout: 300_000 },
    async () => {
      await using it = await forgeProject({
        plan: 10,
        agent: [apart],
        script: { implementer: [apart], fixer: [apart] },
        rc: { ...closing, RALPH_ASYNC_MERGE: "true", RALPH_MAX_ITERATIONS: "30" },
      });
      it.github.by.protect("main", { checks: ["build"] });
      const most: number[] = [];
      await using _ci = building(it.github, (branch, commits) => {
        most.push(queueOf(it).filter(({ merge_status }) => merge_status === "open").length);
        if (branch.startsWith("abc-7-")) {
          it.github.by.close(7);
          return "nothing";
        }
        return branch.startsWith("abc-3-") && commits === 1 ? "red" : "green";
      });
      const result = await it.run();
      expect(result.endReason).toBe("needs_human");
      expect(result.counts).toMatchObject({ landed: 9 });
      expect(Math.max(...most)).toBeLessThanOrEqual(5);
      expect((await it.landings()).map(({ task }) => task).toSorted()).toEqual(
        [1, 2, 3, 4, 5, 6, 8, 9, 10].map((n) => `ABC-${n}`).toSorted(),
      );
      expect(await it.git("rev-parse", "main")).toBe(await it.github.tip("main"));
      expect(await it.items("open")).toHaveLength(1);
      expect((await it.read(".ralph/fix_plan.md")).match(/needs-human/g)).toHaveLength(1);
      expect(queueOf(it).filter(({ merge_status }) => merge_status !== "failed")).toEqual([]);
      const told = [...it.calls(), ...it.calls("fixer")].filter(({ prompt }) => prompt.includes("not ok 1 - the cart"));
      expect(told.map(({ task }) => task)).toEqual(["ABC-3"]);
    },
  );

  test("what was set aside and is in no commit keeps nothing that is merged from coming back, and is not lost by it", async () => {
    await using it = await forgeProject({ plan: 3, agent: [apart], rc: { ...closing, RALPH_ASYNC_MERGE: "true" } });
    it.github.by.protect("main", { checks: ["build"] });
    let isSetAside = false;
    const watching = setInterval(
      () =>
        void it.read(".ralph/fix_plan.md").then(
          (plan) => (isSetAside ||= plan.includes("needs-human")),
          // Git is about to write it.
          () => null,
        ),
      20,
    );
    await using _ci = building(it.github, (branch) => {
      if (branch.startsWith("abc-3-")) it.github.by.close(3);
      else if (isSetAside) return "green";
      return "nothing";
    });
    const result = await it.run();
    clearInterval(watching);
    expect(result).toMatchObject({ endReason: "needs_human", counts: { landed: 2 } });
    expect(await it.git("rev-parse", "main")).toBe(await it.github.tip("main"));
    expect(await it.items("done")).toHaveLength(2);
    expect(await it.items("open")).toEqual([
      expect.stringMatching(/ABC-3.*needs-human: its pull request #3 was closed/),
    ]);
    expect(it.calls().map(({ task }) => task)).toEqual(["ABC-1", "ABC-2", "ABC-3"]);
  });

  test("L-5 a red one is told to the next agent on its task, with what the check printed, before any new task", async () => {
    await using it = await forgeProject({
      plan: 2,
      agent: [apart],
      rc: { ...closing, RALPH_ASYNC_MERGE: "true" },
    });
    it.github.by.protect("main", { checks: ["build"] });
    const callsFor = (id: string): number => it.calls().filter(({ task }) => task === id).length;
    await using _ci = building(it.github, (branch) => {
      if (!branch.startsWith("abc-1-") || callsFor("ABC-1") > 1) return "green";
      return callsFor("ABC-2") === 0 ? "nothing" : "red";
    });
    expect(await it.run()).toMatchObject({ endReason: "plan_complete", counts: { landed: 2 } });
    const again = it.calls().filter(({ task }) => task === "ABC-1")[1];
    expect(again?.prompt).toContain("PENDING-MERGE FAILURES: 1 red: build (failure)");
    expect(again?.prompt).toContain("not ok 1 - the cart is empty");
    expect(opened(it)).toBe(2);
  });
});

test("R-5 a pull request that somebody has queued and that is not there holds no task back", async () => {
  await using it = await forgeProject({ plan: 1, agent: [honest], rc: { RALPH_ASYNC_MERGE: "true" } });
  expect((await it.ralph("merges", "add", "99", "ABC-1", "abc-1")).code).toBe(0);
  const result = await it.run();
  expect(result).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
  expect(result.warnings.map(({ code }) => code)).toContain("no_such_pull_request");
});

test("L-29 what a person has written in the plan and not committed outlives a run that comes to nothing", async () => {
  await using it = await forgeProject({ plan: 1, agent: [idle] });
  const edited = `${planOf(1)}- [ ] **ABC-9** mine\n`;
  await it.write(".ralph/fix_plan.md", edited);
  await it.run("--once");
  expect(await it.git("branch", "--show-current")).toBe("main");
  expect(await it.read(".ralph/fix_plan.md")).toBe(edited);
});

describe("R-10 a forge that does not answer", () => {
  test.each([
    ["no key", { GH_TOKEN: "" }, "config_invalid", "GH_TOKEN"],
    ["a wrong key", { GH_TOKEN: "wrong" }, "config_invalid", "gh auth login"],
  ])("%s is told before any work", async (_what, env, reason, cure) => {
    await using it = await forgeProject({ plan: 1, agent: [honest] });
    Object.assign(it.env, env);
    const { stdout, code } = await it.startRun().ended;
    const result = JSON.parse(stdout) as { endReason: string; next: string };
    expect([result.endReason, code, it.calls().length]).toEqual([reason, 2, 0]);
    expect(result.next).toContain(cure);
  });

  test.each<[string, (it: ForgeProject) => Promise<unknown>, string, RegExp]>([
    ["no remote", (it) => it.git("remote", "remove", "origin"), "config_invalid", /git remote add origin/],
    [
      "a plan on a branch that could not follow",
      (it) => it.git("commit", "--quiet", "--allow-empty", "-m", "chore: mine"),
      "preflight_failed",
      /git push/,
    ],
  ])("R-9 %s is told before any work", async (_what, spoil, reason, cure) => {
    await using it = await forgeProject({ plan: 1, agent: [honest] });
    await spoil(it);
    const result = await it.run();
    expect([result.endReason, result.iterations]).toEqual([reason, []]);
    expect(result.next).toMatch(cure);
  });

  test("R-9 a work tree of the run's own is refused before any work, and goes again", async () => {
    await using it = await forgeProject({ plan: 1, agent: [honest] });
    const result = await it.run("--worktree");
    expect([result.endReason, result.iterations]).toEqual(["config_invalid", []]);
    expect(result.next).toContain("without --worktree");
    expect((await it.git("worktree", "list")).split("\n")).toHaveLength(1);
  });

  test("R-4 a remote that git can't reach is no agent's matter: the run ends, and the next one goes on", async () => {
    await using it = await forgeProject({ plan: 1, agent: [honest] });
    const there = await it.git("remote", "get-url", "origin");
    await it.git("remote", "set-url", "origin", `${there}-gone`);
    const first = await it.run();
    expect([first.endReason, first.exitCode, it.calls().length]).toEqual(["source_unavailable", 6, 1]);
    await it.git("remote", "set-url", "origin", there);
    expect((await it.run()).endReason).toBe("plan_complete");
    expect([it.calls().length, opened(it)]).toEqual([1, 1]);
  });

  test("the network gone in mid-landing: the run says so, and the next one lands the same work once", async () => {
    await using it = await forgeProject({ plan: 1, agent: [honest], rc: { RALPH_MERGE_WAIT_MINUTES: "1s" } });
    it.github.fail({ on: /^POST .*\/pulls$/, times: Infinity, as: { kind: "offline" } });
    const first = await it.run();
    expect([first.endReason, first.exitCode]).toEqual(["source_unavailable", 6]);
    it.github.mend();
    const second = await it.run();
    expect(second.endReason).toBe("plan_complete");
    expect([opened(it), it.calls().length, (await it.landings()).length]).toEqual([1, 1, 1]);
  });
});

describe("L-29 kill -9 on the way to the merge: no second pull request, nothing lost, nothing landed twice", () => {
  test.each([
    ["after the push, before the pull request", /^POST .*\/pulls$/],
    ["after the pull request, before the merge", /^PUT .*\/merge$/],
    ["after the merge, before the task is recorded", /^DELETE .*\/git\/refs/],
  ])("%s", async (_when, on) => {
    await using it = await forgeProject({ plan: 2, agent: [honest] });
    it.github.fail({ on, as: { kind: "slow", ms: 60_000 } });
    const running = it.startRun();
    while (!(await isHeld(it, on))) await pause(50);
    process.kill(-running.pid, "SIGKILL");
    await running.ended;
    it.github.mend();
    expect(await it.run()).toMatchObject({ endReason: "plan_complete" });
    expect([opened(it), (await it.landings()).map(({ task }) => task)]).toEqual([2, ["ABC-1", "ABC-2"]]);
    expect(await subjectsOf(it)).toHaveLength(3);
    expect(it.calls()).toHaveLength(2);
  });
});

/** True once the harness waits for the answer to such a request: what comes before it is done. */
async function isHeld(it: ForgeProject, on: RegExp): Promise<boolean> {
  if (on.source.includes("pulls$")) return (await it.github.tip("abc-1-add-the-thing-number-1")) !== null;
  if (on.source.includes("merge")) return opened(it) > 0;
  return (await subjectsOf(it)).length > 1;
}

test("B-23 a finished plan is offered as one pull request of its branch, and offered again it is the same", async () => {
  await using it = await forgeProject({
    plan: "",
    files: execPlanFiles([{ title: "add one" }]),
    agent: [{ files: { "src/one.js": "1\n" }, tick: "none", block: honest.block! }],
    rc: { RALPH_SOURCE: "exec-plan", RALPH_BRANCHING: "plan" },
  });
  const result = await it.run();
  expect([result.endReason, it.github.pulls()]).toEqual(["plan_complete", []]);
  expect(result.warnings.map(({ code }) => code)).toContain("forge_unused");
  const offered = [
    await it.ralph("workspace", "archive", "0001", "--pr"),
    await it.ralph("workspace", "archive", "0001", "--pr"),
  ];
  expect(offered.map(({ code, stdout }) => [code, /pull request: http\S+/.test(stdout)])).toEqual([
    [0, true],
    [0, true],
  ]);
  expect(it.github.pulls()).toMatchObject([{ branch: "ralph/0001-numbers", state: "open" }]);
  expect(await it.github.tip("ralph/0001-numbers")).toBe(await it.git("rev-parse", "ralph/0001-numbers"));
});
