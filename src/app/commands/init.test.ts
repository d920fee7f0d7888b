import { mkdirSync, symlinkSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadConfig } from "../../config/load.ts";
import { tempRepository, type TempRepository } from "../../testing/temp-repository.ts";
import { testWorld } from "../world/test-world.ts";
import { initCommand } from "./init.ts";

const files = { "package.json": JSON.stringify({ scripts: { test: "node --test", lint: "oxlint" } }) };
const noAgents = { PATH: "/usr/bin:/bin" };

async function init(repository: TempRepository, options = {}, typed?: readonly string[]) {
  const { world, stdout, stderr } = testWorld({
    cwd: repository.path,
    env: noAgents,
    ...(typed === undefined ? {} : { typed }),
  });
  const code = await initCommand(options, world);
  return { code, text: stdout(), errors: stderr() };
}

test("U-2 init without a terminal asks nothing, writes what it shows, and a run can read it", async () => {
  await using repository = await tempRepository({ files });
  const { code, text } = await init(repository);
  expect(code).toBe(0);
  expect(text).toContain("npm run lint");
  expect(text).toContain("+ .ralph/fix_plan.md");
  expect(text).toMatch(/Next\n {2}1\. write your tasks/);
  const { config, problems } = await loadConfig({ root: repository.path, env: {} });
  expect(problems).toEqual([]);
  expect(config.gate.commands).toEqual(["npm run lint", "npm test"]);
  const settings = await repository.read(".claude/settings.local.json");
  expect(settings).toMatch(/bin\/ralph\.js hook claude PreToolUse/);
  expect(await repository.read(".claude/skills/ralph-workflow/SKILL.md")).toContain("version: 1.2.1");
  expect(await repository.git("check-ignore", ".ralph/ralph.db")).toBe(".ralph/ralph.db");
});

test("U-2 what holds this machine's paths stays out of git, what the team needs does not", async () => {
  await using repository = await tempRepository({ files });
  await init(repository);
  await repository.commitAll();
  const tracked = (await repository.git("ls-files")).split("\n");
  expect(tracked).not.toContain(".claude/settings.local.json");
  expect(tracked).toEqual(
    expect.arrayContaining([".claude/agents/ralph-reviewer.md", ".ralph/installed/record.json", ".ralph/fix_plan.md"]),
  );
});

test("U-2 --agents names the programs; an unknown one is told, with the near one", async () => {
  await using repository = await tempRepository({ files });
  const refused = await init(repository, { agents: "claude,geminy" });
  expect(refused).toMatchObject({ code: 2, text: "" });
  expect(refused.errors).toContain("Did you mean gemini?");
  expect((await init(repository, { agents: "codex, opencode" })).code).toBe(0);
  expect(await repository.read(".codex/agents/ralph-judge.toml")).toContain("developer_instructions");
  expect(await repository.read(".opencode/skills/ralph-crew/SKILL.md")).toContain("name: ralph-crew");
  await expect(repository.read(".claude/settings.local.json")).rejects.toThrow("ENOENT");
});

test("U-2 G-5 every program that knows hooks gets its own, and git sees none of them; a second time nothing is written", async () => {
  await using repository = await tempRepository({ files });
  const agents = "claude,codex,gemini,qwen,copilot,opencode,pi";
  await init(repository, { agents });
  const hooks = [
    ".claude/settings.local.json",
    ".codex/hooks.json",
    ".gemini/settings.json",
    ".qwen/settings.json",
    ".github/hooks/ralph.json",
    ".pi/extensions/ralph.js",
  ];
  for (const file of hooks) expect(await repository.read(file), file).toMatch(/hook/);
  await repository.commitAll();
  const tracked = (await repository.git("ls-files")).split("\n");
  expect(tracked.filter((path) => hooks.includes(path) || path.includes("opencode.json"))).toEqual([]);
  expect((await init(repository, { agents })).text).toContain("Everything is in place");
});

test("U-2 settings that a team shares get no paths of this machine", async () => {
  await using repository = await tempRepository({ files: { ...files, ".gemini/settings.json": "{}\n" } });
  expect((await init(repository, { agents: "gemini" })).text).toMatch(/= \.gemini\/settings\.json +shared with others/);
  expect(await repository.read(".gemini/settings.json")).toBe("{}\n");
});

test("U-2 without --agents the programs are those that the repository shows signs of", async () => {
  await using repository = await tempRepository({ files: { ...files, ".cursor/rules/mine.mdc": "x" } });
  const { text } = await init(repository);
  expect(text).toMatch(/\.cursor\/agents\/ralph-\* +10 roles for Cursor/);
  expect(text).not.toContain(".claude");
});

test("U-2 an input that ends at the question is no yes", async () => {
  await using repository = await tempRepository({ files });
  expect((await init(repository, {}, ["make check"])).text).toMatch(/\[Y\/n\] \nNothing was written\.\n$/);
  expect(await repository.git("status", "--porcelain")).toBe("");
});

test("U-2 a second init changes nothing and says so", async () => {
  await using repository = await tempRepository({ files });
  await init(repository);
  await repository.commitAll("chore: set ralph up");
  const { text } = await init(repository);
  expect(text).toContain("Everything is in place; nothing was changed.");
  expect(await repository.git("status", "--porcelain")).toBe("");
});

test("U-2 --dry-run writes nothing", async () => {
  await using repository = await tempRepository({ files });
  expect((await init(repository, { dryRun: true })).text).toContain("Nothing was written");
  expect(await repository.git("status", "--porcelain")).toBe("");
});

test("U-2 in a terminal a person may name the checks, and may say no", async () => {
  await using repository = await tempRepository({ files });
  expect((await init(repository, {}, ["make check", "n"])).text).toContain("Nothing was written.");
  expect(await repository.git("status", "--porcelain")).toBe("");
  await init(repository, {}, ["make check", "y"]);
  expect(await repository.read(".ralphrc")).toContain('RALPH_GATE="make check"');
});

test("U-2 a repository without a commit can be set up, too", async () => {
  await using repository = await tempRepository({ commit: false });
  expect((await init(repository)).code).toBe(0);
  expect(await repository.read(".ralphrc")).toContain("# RALPH_GATE=");
});

test("U-7 outside of a repository init says what to do", async () => {
  const folder = mkdtempSync(join(tmpdir(), "no-repo-"));
  const { world, stderr } = testWorld({ cwd: folder, env: noAgents });
  expect(await initCommand({}, world)).toBe(2);
  expect(stderr()).toContain("git init");
  rmSync(folder, { recursive: true });
});

test("G-10 a .claude folder that is linked to elsewhere is left alone", async () => {
  await using repository = await tempRepository({ files });
  const elsewhere = mkdtempSync(join(tmpdir(), "elsewhere-"));
  mkdirSync(join(elsewhere, "skills"));
  symlinkSync(elsewhere, join(repository.path, ".claude"));
  expect((await init(repository)).text).toContain("a link leads out of the repository");
  rmSync(elsewhere, { recursive: true });
});
