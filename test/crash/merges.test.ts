import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { building, forgeProject } from "../e2e/forge-project.ts";
import { builtHarness } from "./built-harness.ts";
import { expectKilled } from "./crash-case.ts";
import { mergeSteps } from "./merge-steps.ts";
import { hire } from "./scenarios.ts";

const harness = builtHarness();

test.each(mergeSteps.map((step) => ({ step, at: "after effect" as const })))(
  "R-5 kill -9 $at of $step while pull requests wait: each is opened once, lands once, and nothing waits in the end",
  { timeout: 120_000 },
  async ({ step, at }) => {
    await using it = await forgeProject({ plan: 2, rc: { RALPH_ASYNC_MERGE: "true" } });
    await hire(it, "lands");
    await it.git("push", "--quiet", "origin", "main");
    it.github.by.protect("main", { checks: ["build"] });
    const queue = join(it.path, ".ralph", "pending-merges.json");
    const waits = (branch: string): boolean => existsSync(queue) && readFileSync(queue, "utf8").includes(branch);
    // Nothing is merged at once: what is offered waits first.
    await using _ci = building(it.github, (branch) => (waits(branch) ? "green" : "nothing"));
    await expectKilled(it, { harness: harness.path, plans: [{ step, at }] });
    expect(await it.run()).toMatchObject({ endReason: "plan_complete" });
    expect((await it.landings()).map(({ task }) => task).toSorted()).toEqual(["ABC-1", "ABC-2"]);
    expect(it.github.pulls().map(({ mergedAs }) => mergedAs !== null)).toEqual([true, true]);
    expect(await it.items("done")).toHaveLength(2);
    expect((await it.ralph("merges", "list")).stdout).toContain("No pull request waits.");
    expect([await it.git("status", "--porcelain"), await it.git("branch", "--format=%(refname:short)")]).toEqual([
      "",
      "main",
    ]);
  },
);
