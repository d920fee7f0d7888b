import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadConfig } from "../../config/load.ts";
import { openBacklog } from "../backlog/open-backlog.ts";
import { countBacklog, usualOptionalSections, usualPlan } from "./status-counts.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "ralph-status-"));
  mkdirSync(join(root, ".ralph"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (name: string, text: string): void => writeFileSync(join(root, name), text);

test("the quick way of counting stands on the same defaults as the configuration", async () => {
  const { config } = await loadConfig({ root, env: {} });
  expect(usualOptionalSections).toEqual(config.plan.optionalSections);
  expect((await openBacklog(config, root, { env: {} })).files).toEqual([usualPlan]);
});

test("U-42 optional sections don't count as open, and cancelled items are neither", async () => {
  write(usualPlan, "# P\n\n## A\n\n- [ ] a\n- [x] b\n- [-] c\n- [!] d\n\n## Later\n\n## Optional\n\n- [ ] e\n");
  expect(await countBacklog(root, {})).toEqual({ open: 2, done: 1, problem: null });
});

test("settings that name another plan or other sections are followed, from file and environment", async () => {
  write(usualPlan, "## A\n\n- [ ] a\n\n## Extra\n\n- [ ] b\n");
  write("other.md", "- [ ] a\n- [ ] b\n- [ ] c\n");
  write(".ralphrc", 'RALPH_SOURCE="file"\nOPTIONAL_SECTIONS="Extra"\n');
  expect(await countBacklog(root, {})).toMatchObject({ open: 1 });
  expect(await countBacklog(root, { RALPH_PLAN_FILE: "other.md" })).toMatchObject({ open: 3 });
});

test("a missing plan is said", async () => {
  const counts = await countBacklog(root, {});
  expect(counts).toMatchObject({ open: 0, done: 0 });
  expect(counts.problem).toContain("fix_plan.md");
});
