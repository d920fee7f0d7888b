import { expect, test } from "vitest";
import { project } from "../e2e/repository.ts";
import { auditSteps } from "./audit-steps.ts";
import { builtHarness } from "./built-harness.ts";
import { expectKilled } from "./crash-case.ts";
import { hire } from "./scenarios.ts";

const harness = builtHarness();
const plan = "# Plan\n\n## Campaign\n\n- [ ] **ABC-1** [audit-readonly] audit the readme\n";

test.each(auditSteps.map((step) => ({ step, at: "after effect" as const })))(
  "B-43 kill -9 $at of $step: what is found is filed once, and the audit is closed",
  { timeout: 120_000 },
  async ({ step, at }) => {
    await using it = await project({ plan });
    await hire(it, "audits");
    await expectKilled(it, { harness: harness.path, plans: [{ step, at, audit: true }] });
    expect(await it.run("--audit")).toMatchObject({ endReason: "plan_complete" });
    const text = await it.read(".ralph/fix_plan.md");
    expect(text.match(/^- \[.\] .*$/gm)).toEqual([
      "- [x] **ABC-1** [audit-readonly] audit the readme",
      "- [ ] **AUDIT-001** say more",
    ]);
    expect(await it.git("status", "--porcelain")).toBe("");
  },
);
