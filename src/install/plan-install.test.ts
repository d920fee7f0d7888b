import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readRalphrc } from "../config/sources/ralphrc.ts";
import { detectBacklogs } from "./detect/detect-backlogs.ts";
import { glimpseOfFiles } from "./detect/glimpse.ts";
import { nextSteps, placementsText } from "./install-text.ts";
import { isWritten, planInstall, type InstallChoices, type InstalledTree, type InstallTexts } from "./plan-install.ts";

const asset = (...path: string[]): string =>
  readFileSync(join(import.meta.dirname, "..", "..", "assets", ...path), "utf8");
const texts: InstallTexts = {
  plan: asset("init", "fix_plan.md"),
  ralphrc: asset("init", "ralphrc"),
  skills: { "ralph-status": asset("skills", "ralph-status", "SKILL.md") },
};
const hooks = { Stop: [{ hooks: [{ type: "command", command: "ralph hook claude Stop" }] }] };

const treeOf = (files: Record<string, string>, more: Partial<InstalledTree> = {}): InstalledTree => ({
  read: (path) => files[path] ?? null,
  leadsOut: () => false,
  ignoresState: false,
  ...more,
});

const choicesFor = (files: Record<string, string>, more: Partial<InstallChoices> = {}): InstallChoices => ({
  agent: "claude",
  otherAgents: ["command"],
  gate: ["npm test"],
  checks: [{ purpose: "test", command: "npm test", from: "package.json" }],
  backlogs: detectBacklogs(glimpseOfFiles(files)),
  hooks,
  ...more,
});

const plannedFor = (files: Record<string, string>, more?: Partial<InstallChoices>) =>
  planInstall(choicesFor(files, more), treeOf(files), texts);
const states = (files: Record<string, string>) =>
  Object.fromEntries(plannedFor(files).map(({ path, state }) => [path, state]));

test("U-2 an empty repository gets a plan, settings, skills and hooks", () => {
  expect(states({})).toEqual({
    ".ralph/fix_plan.md": "new",
    ".ralphrc": "new",
    ".ralph/.gitignore": "new",
    ".claude/skills/ralph-status/SKILL.md": "new",
    ".claude/settings.json": "new",
  });
});

test("U-2 a second time there is nothing to write", () => {
  const files = Object.fromEntries(plannedFor({}).map(({ path, text }) => [path, text ?? "/*\n"]));
  expect(plannedFor(files).filter(isWritten)).toEqual([]);
  expect(plannedFor(files).map(({ state }) => state)).not.toContain("kept");
});

test("U-2 a person's files are never overwritten, and it is said that they stay", () => {
  const mine = {
    ".ralph/fix_plan.md": "- [ ] mine\n",
    ".ralphrc": "RALPH_AGENT=codex\n",
    ".claude/settings.json": "{ // mine\n}",
  };
  expect(states(mine)).toMatchObject({
    ".ralph/fix_plan.md": "kept",
    ".ralphrc": "kept",
    ".claude/settings.json": "kept",
  });
  expect(placementsText(plannedFor(mine), "will")).toMatch(/Kept as it is\n {2}= \.ralph\/fix_plan\.md +your backlog/);
});

test("U-2 another backlog is taken where it is, and .ralphrc says so", async () => {
  const placements = plannedFor({ "prd.json": "{}" });
  expect(placements[0]).toMatchObject({ path: "prd.json", state: "kept" });
  const { entries } = await readRalphrc(placements[1]?.text ?? "", ".ralphrc");
  expect(entries).toContainEqual(expect.objectContaining({ key: "RALPH_SOURCE", value: "prd-json" }));
});

test.each([["npm run lint", "npm test"], ["a \"b\" '$c'"], []])(
  "U-3 the settings are read back as they were meant: %s",
  async (...gate) => {
    const text = plannedFor({}, { gate })[1]?.text ?? "";
    expect(text).not.toContain("{{");
    const { entries, problems } = await readRalphrc(text, ".ralphrc");
    expect(problems).toEqual([]);
    const found = entries.find(({ key }) => key === "RALPH_GATE");
    expect(found === undefined ? [] : "value" in found && found.value.split(" ;; ")).toEqual(gate);
  },
);

test("G-10 what a link leads out of the repository is not written", () => {
  const tree = treeOf({}, { leadsOut: (path) => path.startsWith(".claude/") });
  const out = planInstall(choicesFor({}), tree, texts).filter(({ path }) => path.startsWith(".claude/"));
  expect(out.map(({ state, note }) => `${state}: ${note}`)).toEqual([
    "kept: a link leads out of the repository",
    "kept: a link leads out of the repository",
  ]);
});

test("U-2 the next steps name what is missing", () => {
  const text = nextSteps(plannedFor({}, { gate: [] }), [], null);
  expect(text).toContain("1. write your tasks into .ralph/fix_plan.md");
  expect(text).toContain("RALPH_GATE");
  expect(text).toContain("install an agent program");
  expect(text).toContain("git add .ralph .ralphrc .claude && git commit");
});
