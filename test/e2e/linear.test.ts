import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Acts } from "./agents/acts.ts";
import { block, works } from "./agents/behaviours.ts";
import { type LinearProject, linearProject } from "./linear-project.ts";
import { project } from "./repository.ts";

// A Linear project worked by the whole program: what stands in Linear afterwards, and what was never touched there.

describe("B-41 a night over a Linear project", () => {
  test("what is ours first, then by priority; each lands, is summed up and is Done; a bundle is left and ends the run", async () => {
    await using it = await linearProject(
      project,
      [
        { identifier: "AB-1", title: "low", priority: 4, description: "- [ ] it is there" },
        { identifier: "AB-2", title: "urgent", priority: 1, state: "Backlog", branchName: "anna/ab-2-urgent" },
        { identifier: "AB-3", title: "begun", priority: 3, state: "In Progress", assignee: "Ralph" },
        { identifier: "AB-4", title: "bundle", labels: ["audit-digest"] },
        { identifier: "AB-5", title: "of Anna", priority: 1, state: "In Progress", assignee: "Anna" },
        { identifier: "AB-6", title: "in triage", state: "Triage" },
      ],
      { agent: [works] },
    );
    const result = await it.run();
    expect([result.endReason, result.exitCode, result.counts.landed]).toEqual(["queue_blocked", 3, 3]);
    expect((await it.landings()).map(({ task }) => task)).toEqual(["AB-3", "AB-2", "AB-1"]);
    for (const id of ["AB-1", "AB-2", "AB-3"]) {
      const issue = it.linear.issue(id);
      expect([issue.state, issue.assignee, issue.comments.length]).toEqual(["Done", "Ralph", 1]);
      expect(issue.comments[0]).toContain("the work landed as");
    }
    expect(it.linear.issue("AB-1").moves).toEqual(["In Progress", "Done"]);
    for (const [id, state] of [
      ["AB-4", "Todo"],
      ["AB-5", "In Progress"],
      ["AB-6", "Triage"],
    ] as const)
      expect(it.linear.issue(id)).toMatchObject({ state, moves: [], comments: [] });
    expect(it.calls().map(({ prompt }) => /lin_api_/.test(prompt))).toEqual([false, false, false]);
  });

  test("what can't go on gets its label and its reason, and stays In Progress", async () => {
    const stuck: Acts = {
      tick: "none",
      block: block({
        status: "BLOCKED",
        tests: "PASSING",
        recommendation: "Blocked on the staging host, which is down",
      }),
    };
    await using it = await linearProject(project, [{ identifier: "AB-1", title: "stuck" }], { agent: [stuck] });
    const result = await it.run();
    expect([result.endReason, result.exitCode]).toEqual(["queue_blocked", 3]);
    expect(it.linear.issue("AB-1")).toMatchObject({
      state: "In Progress",
      labels: ["blocked"],
      moves: ["In Progress"],
    });
    expect(it.linear.issue("AB-1").comments[0]).toContain("staging host");
    expect((await it.ralph("next", "--explain")).stdout).toMatch(/AB-1: it is blocked: .*staging host/);
  });
});

/** Waits until the program has asked for something that often. */
async function untilAsked({ linear }: LinearProject, name: string, times = 1): Promise<void> {
  while (linear.asked.filter((one) => one === name).length < times) await pause(20);
}

describe("people decide, too, while an agent works", () => {
  const slowly: Acts = { ...works, sleepFirstMs: 1_500 };

  test("what a person has cancelled stays cancelled, and the work on it does not land; what was taken out of the project is left alone", async () => {
    const issues = ["AB-1", "AB-2", "AB-3"].map((identifier) => ({ identifier, title: identifier }));
    await using it = await linearProject(project, issues, { agent: [slowly] });
    const running = it.startRun();
    await untilAsked(it, "RalphUpdate", 1);
    it.linear.byHand("AB-1", { state: "Canceled" });
    while (it.calls().length < 2) await pause(20);
    it.linear.byHand("AB-2", { project: null });
    it.linear.byHand("AB-3", { state: "In Progress", assignee: "Anna" });
    const result = await it.resultOf(await running.ended);
    expect(result.exitCode).toBe(3);
    expect(it.linear.issue("AB-1")).toMatchObject({ state: "Canceled", moves: ["In Progress", "Canceled"] });
    expect(it.linear.issue("AB-1").comments).toEqual([]);
    expect(it.linear.issue("AB-2")).toMatchObject({ state: "In Progress", comments: [] });
    expect(it.linear.issue("AB-3")).toMatchObject({ assignee: "Anna", comments: [] });
    expect(it.calls().map(({ task }) => task)).toEqual(["AB-1", "AB-2"]);
  });

  test("a limit and a server that is not well in mid-run are waited out", async () => {
    await using it = await linearProject(project, [{ identifier: "AB-1", title: "one" }], { agent: [works] });
    it.linear.fail(
      { kind: "limited", of: "RalphUpdate", retryAfterSeconds: 1 },
      { kind: "status", status: 503, of: "RalphSay" },
      { kind: "cut-after", of: "RalphUpdate" },
    );
    expect(await it.run()).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
    expect(it.linear.issue("AB-1")).toMatchObject({ state: "Done", moves: ["In Progress", "Done"] });
    expect(it.linear.issue("AB-1").comments).toHaveLength(1);
  });
});

test("L-28 a stop is heard while Linear is waited for", async () => {
  await using it = await linearProject(project, [{ identifier: "AB-1", title: "one" }], { agent: [works] });
  const running = it.startRun();
  await untilAsked(it, "RalphUpdate");
  it.linear.fail(...Array.from({ length: 99 }, () => ({ kind: "status", status: 503, of: "RalphIssues" }) as const));
  await untilAsked(it, "RalphIssues", 2);
  process.kill(running.pid, "SIGINT");
  const result = await it.resultOf(await running.ended);
  expect([result.endReason, result.exitCode]).toEqual(["interrupted", 130]);
});

test("U-7 a wrong key is told before any work, and stands nowhere", async () => {
  await using it = await linearProject(project, [{ identifier: "AB-1", title: "one" }], { agent: [works] });
  it.env["LINEAR_API_KEY"] = "lin_api_wrong1234567";
  const { stdout, stderr, code } = await it.startRun().ended;
  const result = JSON.parse(stdout) as { endReason: string; next: string };
  expect([result.endReason, code, it.calls().length]).toEqual(["config_invalid", 2, 0]);
  expect(result.next).toContain("LINEAR_API_KEY");
  expect(stdout + stderr).not.toContain("lin_api_wrong1234567");
});
