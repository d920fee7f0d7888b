import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Acts } from "./agents/acts.ts";
import { block, works } from "./agents/behaviours.ts";
import { building, forgeProject } from "./forge-project.ts";
import { linearProject } from "./linear-project.ts";

// Issues of a Linear project that land by pull requests: what stands in Linear, on the forge and in git afterwards.

const commits: Acts = { ...works, commit: "feat: {task}" };
const one = [{ identifier: "AB-1", title: "one", description: "- [ ] it is there" }];

test("R-1 R-3 a picked issue goes through its pull request to Done, and says where its work is", async () => {
  await using it = await linearProject(forgeProject, one, { agent: [commits] });
  expect(await it.run()).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
  const issue = it.linear.issue("AB-1");
  expect([issue.moves, issue.comments.length]).toEqual([["In Progress", "Done"], 1]);
  expect(issue.comments[0]).toMatch(/\[#1\]\(http.*\) was merged into `main` as [0-9a-f]{40}/);
  expect(it.github.pulls()).toMatchObject([{ branch: expect.stringContaining("ab-1"), state: "closed" }]);
});

describe("the rules, each broken by an agent", () => {
  test("R0 what is committed on the default branch goes to the task's branch, and lands through review", async () => {
    const onMain: Acts = {
      ...commits,
      commands: [
        ["git", "stash", "--quiet", "--include-untracked"],
        ["git", "switch", "--quiet", "main"],
        ["git", "stash", "pop", "--quiet"],
      ],
    };
    await using it = await linearProject(forgeProject, one, { agent: [onMain, commits] });
    expect(await it.run()).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
    expect(await it.git("log", "--format=%s", "origin/main")).toMatch(/^feat: AB-1 \(#1\)\n/);
    expect(await it.git("rev-parse", "main")).toBe(await it.github.tip("main"));
  });

  test("R0 R-1a what is pushed past the review counts for nothing: it is told, reverted and done again by a pull request", async () => {
    const pushes: Acts = { ...commits, commit: "feat: straight in" };
    const after: Acts = {
      commands: [
        ["git", "revert", "--no-edit", "HEAD"],
        ["git", "revert", "--no-edit", "HEAD"],
      ],
      tick: "none",
      block: block({ status: "COMPLETE", tasks: 1, files: 1 }),
    };
    await using it = await linearProject(forgeProject, one, { agent: [pushes, after] });
    // A script of the project pushes what is committed, once: no hook of ours sees it.
    const once = `${it.scratch}/pushed`;
    await it.hook(
      "post-commit",
      `#!/bin/sh\n[ -e ${once} ] && exit 0\ntouch ${once}\ngit push --quiet origin HEAD:main\n`,
    );
    const result = await it.run();
    expect(result.iterations[0]?.outcome).toBe("progressed");
    expect(result.warnings).toContainEqual(
      expect.objectContaining({ code: "pushed_past_review", severity: "critical" }),
    );
    expect(it.calls()[1]?.prompt).toContain("CORRECTION: commits were pushed to the default branch past any review");
    expect(it.linear.issue("AB-1").moves).toEqual(["In Progress", "Done"]);
    expect(result.iterations.at(-1)).toMatchObject({ outcome: "landed" });
    expect(it.github.pulls()).toHaveLength(1);
  });

  test("R1 nothing is Done before it is merged, whatever the agent says: it stays In Progress", async () => {
    await using it = await linearProject(forgeProject, one, {
      agent: [
        {
          ...commits,
          say: "Merged and done. All done.",
          block: block({ status: "COMPLETE", tasks: 1, files: 1, exit: true }),
        },
      ],
      rc: { RALPH_MERGE_WAIT_MINUTES: "1s" },
    });
    it.github.by.protect("main", { checks: ["build"], approvals: 1 });
    await using _ci = building(it.github, () => "green");
    const result = await it.run();
    expect([result.endReason, result.iterations[0]?.outcome]).toEqual(["merges_pending", "waiting_merge"]);
    const issue = it.linear.issue("AB-1");
    expect([issue.state, issue.moves]).toEqual(["In Progress", ["In Progress"]]);
    expect(issue.comments).toHaveLength(1);
    expect(issue.comments[0]).toMatch(/Not merged yet: .*Unmerged: [0-9a-f]{40}/);
  });

  test("R2 a wish for review is no reason for In Review", async () => {
    const wishes: Acts = {
      tick: "none",
      block: block({ status: "BLOCKED", tests: "PASSING", recommendation: "Blocked: needs code review" }),
    };
    await using it = await linearProject(forgeProject, one, { agent: [wishes] });
    await it.run();
    expect(it.linear.issue("AB-1")).toMatchObject({
      state: "In Progress",
      moves: ["In Progress"],
      labels: ["blocked"],
    });
  });

  test("R3 R4 R5 what is begun comes first, and a person's cancelling is not overruled by a merge", async () => {
    await using it = await linearProject(
      forgeProject,
      [
        { identifier: "AB-1", title: "new", priority: 1 },
        { identifier: "AB-2", title: "begun", priority: 4, state: "In Progress", assignee: "Ralph" },
      ],
      { agent: [commits] },
    );
    it.github.by.protect("main", { checks: ["build"] });
    await using _ci = building(it.github, (branch) => {
      if (branch.includes("ab-2")) it.linear.byHand("AB-2", { state: "Canceled" });
      return "green";
    });
    const result = await it.run();
    expect(result.iterations.map(({ task }) => task)).toEqual(["AB-2", "AB-1"]);
    expect(it.linear.issue("AB-2")).toMatchObject({ state: "Canceled", comments: [] });
    expect((await it.landings()).map(({ task }) => task)).toEqual(["AB-1"]);
    expect(it.github.pulls().map(({ state }) => state)).toEqual(["open", "closed"]);
    // The report breaks its lines where they end.
    const report = (await it.ralph("report")).stdout.replaceAll(/\s+/g, " ");
    expect(report).toContain("AB-2 is not to land: it is cancelled");
    expect(it.linear.issue("AB-1")).toMatchObject({ state: "Done" });
  });
});

test("L-29 kill -9 between the merge and Done: the ticket is not lost, and nothing is said twice", async () => {
  await using it = await linearProject(forgeProject, one, { agent: [commits] });
  // The branch is deleted after the merge and before the ticket is closed.
  it.github.fail({ on: /^DELETE /, as: { kind: "slow", ms: 60_000 } });
  const running = it.startRun();
  while (it.github.pulls()[0]?.mergedAs == null) await pause(30);
  process.kill(-running.pid, "SIGKILL");
  await running.ended;
  it.github.mend();
  expect(it.linear.issue("AB-1").state).toBe("In Progress");
  expect(await it.run()).toMatchObject({ endReason: "plan_complete" });
  expect(it.linear.issue("AB-1")).toMatchObject({ state: "Done", moves: ["In Progress", "Done"] });
  expect([it.linear.issue("AB-1").comments.length, it.github.pulls().length, it.calls().length]).toEqual([1, 1, 1]);
});
