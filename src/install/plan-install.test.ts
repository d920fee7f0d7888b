import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readRalphrc } from "../config/sources/ralphrc.ts";
import { detectBacklogs } from "./detect/detect-backlogs.ts";
import { glimpseOfFiles } from "./detect/glimpse.ts";
import { nextSteps, placementsText } from "./install-text.ts";
import { isWritten } from "./placement.ts";
import { excludeFile } from "./plan-hooks.ts";
import { planInstall, type InstallChoices, type InstalledTree, type InstallTexts } from "./plan-install.ts";

const asset = (...path: string[]): string =>
  readFileSync(join(import.meta.dirname, "..", "..", "assets", ...path), "utf8");
const texts: InstallTexts = {
  plan: asset("init", "fix_plan.md"),
  ralphrc: asset("init", "ralphrc"),
  agents: {
    skills: { "ralph-status": asset("skills", "ralph-status", "SKILL.md") },
    roles: { reviewer: asset("roles", "reviewer.md") },
  },
};
const hooks = [
  {
    kind: "groups" as const,
    file: ".claude/settings.local.json",
    groups: { Stop: [{ hooks: [{ type: "command", command: "ralph hook claude Stop" }] }] },
  },
];

const treeOf = (files: Record<string, string>, more: Partial<InstalledTree> = {}): InstalledTree => ({
  read: (path) => files[path] ?? null,
  linkOn: () => null,
  ignoresState: false,
  isIgnored: () => false,
  isTracked: () => false,
  ...more,
});

const choicesFor = (files: Record<string, string>, more: Partial<InstallChoices> = {}): InstallChoices => ({
  agent: "claude",
  otherAgents: ["command"],
  gate: ["npm test"],
  checks: [{ purpose: "test", command: "npm test", from: "package.json" }],
  backlogs: detectBacklogs(glimpseOfFiles(files)),
  programs: ["claude"],
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
    ".claude/agents/ralph-reviewer.md": "new",
    ".claude/settings.local.json": "new",
    ".git/info/exclude": "changed",
  });
});

test("U-2 other programs get the same in their own folders, and no hooks of Claude Code", () => {
  const paths = plannedFor({}, { programs: ["codex", "pi"], hooks: [] }).map(({ path }) => path);
  expect(paths).toEqual([
    ".ralph/fix_plan.md",
    ".ralphrc",
    ".ralph/.gitignore",
    ".codex/skills/ralph-status/SKILL.md",
    ".codex/agents/ralph-reviewer.toml",
    ".pi/skills/ralph-status/SKILL.md",
  ]);
});

test("U-2 a second time there is nothing to write", () => {
  const files = Object.fromEntries(plannedFor({}).map(({ path, text }) => [path, text ?? "/*\n"]));
  const again = plannedFor(files).filter(isWritten);
  expect(again.map(({ path }) => path)).toEqual([excludeFile]);
  expect(plannedFor(files).map(({ state }) => state)).not.toContain("kept");
});

test("U-2 a person's files are never overwritten, and it is said that they stay", () => {
  const mine = {
    ".ralph/fix_plan.md": "- [ ] mine\n",
    ".ralphrc": "RALPH_AGENT=codex\n",
    ".claude/settings.local.json": "{ // mine\n}",
  };
  expect(states(mine)).toMatchObject({
    ".ralph/fix_plan.md": "kept",
    ".ralphrc": "kept",
    ".claude/settings.local.json": "kept",
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
  const tree = treeOf({}, { linkOn: (path) => (path.startsWith(".claude/") ? "out" : null) });
  const out = planInstall(choicesFor({}), tree, texts).filter(({ path }) => path.startsWith(".claude/"));
  expect(out.map(({ state, note }) => `${state}: ${note}`)).toEqual(
    Array.from({ length: 3 }, () => "kept: a link leads out of the repository"),
  );
});

test("G-10 what is reached through a link inside of the repository is the person's", () => {
  const tree = treeOf({}, { linkOn: (path) => (path.startsWith(".claude/skills") ? "in" : null) });
  const skill = planInstall(choicesFor({}), tree, texts).find(({ path }) => path.startsWith(".claude/skills"));
  expect(skill).toMatchObject({ state: "kept", note: "a link of yours" });
});

test("U-2 many files of one kind are told in one line", () => {
  const skills = { one: "a", two: "b", three: "c" };
  const placements = planInstall(choicesFor({}), treeOf({}), { ...texts, agents: { skills, roles: {} } });
  expect(placementsText(placements, "will")).toMatch(/^ {2}\+ \.claude\/skills\/ralph-\* +3 skills for Claude Code$/m);
});

test("U-2 the next steps name what is missing", () => {
  const text = nextSteps(plannedFor({}, { gate: [] }), [], null);
  expect(text).toContain("1. write your tasks into .ralph/fix_plan.md");
  expect(text).toContain("RALPH_GATE");
  expect(text).toContain("install an agent program");
  expect(text).toContain("git add .ralph .ralphrc .claude && git commit");
});
