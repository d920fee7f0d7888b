import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileLock } from "../../adapters/system/lock/file-lock.ts";
import { digestOf, keptTextPath, readRecord, recordFile, recordText } from "../../install/upgrade/install-record.ts";
import { tempRepository, type TempRepository } from "../../testing/temp-repository.ts";
import { testWorld } from "../world/test-world.ts";
import { initCommand } from "./init.ts";
import { upgradeCommand, type UpgradeOptions } from "./upgrade.ts";

const env = { PATH: "/usr/bin:/bin" };
const skill = ".claude/skills/ralph-status/SKILL.md";
const role = ".claude/agents/ralph-judge.md";

async function upgrade(repository: TempRepository, options: UpgradeOptions = { yes: true }, typed?: readonly string[]) {
  const { world, stdout, stderr } = testWorld({
    cwd: repository.path,
    env,
    ...(typed === undefined ? {} : { typed }),
  });
  const code = await upgradeCommand(options, world);
  return { code, text: stdout(), errors: stderr() };
}

async function installed(): Promise<TempRepository> {
  const repository = await tempRepository({ files: { "package.json": "{}" } });
  await initCommand({ yes: true, agents: "claude" }, testWorld({ cwd: repository.path, env }).world);
  await repository.commitAll("chore: set ralph up");
  return repository;
}

/** Makes it look as if an earlier version had installed a file with other words. */
async function installedEarlier(repository: TempRepository, path: string, older: (now: string) => string) {
  const text = older(await repository.read(path));
  const record = readRecord(await repository.read(recordFile));
  if (record === null) throw new Error("no record");
  await repository.write(path, text);
  await repository.write(keptTextPath(digestOf(text)), text);
  await repository.write(
    recordFile,
    recordText({ ...record, version: "0.0.9", files: { ...record.files, [path]: digestOf(text) } }),
  );
  await repository.commitAll("chore: as an earlier version left it");
}

const earlier = (now: string): string =>
  now
    .replace("version: 1.2.0", "version: 1.1.0")
    .replace("# The status block", "# Status")
    .replace("## 1. Collect", "## 1. Gather");
const stateOf = (text: string, path: string): string =>
  (JSON.parse(text) as { files: { path: string; state: string }[] }).files.find((file) => file.path === path)?.state ??
  "";
const backups = (repository: TempRepository): readonly string[] => {
  const folder = join(repository.path, ".ralph", "backups");
  return existsSync(folder) ? readdirSync(folder) : [];
};

describe("U-2 ralph upgrade", () => {
  test("changes nothing right after init, and nothing when it runs twice", async () => {
    await using repository = await installed();
    expect(await upgrade(repository)).toMatchObject({
      code: 0,
      text: expect.stringContaining("Nothing had to be changed."),
    });
    expect(await repository.git("status", "--porcelain")).toBe("");
    await installedEarlier(repository, skill, earlier);
    await upgrade(repository);
    await repository.commitAll();
    expect((await upgrade(repository)).text).toContain("Nothing had to be changed.");
    expect(await repository.git("status", "--porcelain")).toBe("");
  });

  test("C-3 shows the difference, renews what nobody changed, raises the version, keeps a copy", async () => {
    await using repository = await installed();
    const now = await repository.read(skill);
    await installedEarlier(repository, skill, earlier);
    const { code, text } = await upgrade(repository);
    expect(code).toBe(0);
    expect(text).toContain("Upgrade from 0.0.9 to ralph");
    expect(text).toContain(`--- ${skill}\n+++ ${skill}\n@@`);
    expect(text).toContain("-version: 1.1.0\n+version: 1.2.0");
    expect(await repository.read(skill)).toBe(now);
    const [stamp = ""] = backups(repository);
    expect(readFileSync(join(repository.path, ".ralph", "backups", stamp, skill), "utf8")).toBe(earlier(now));
  });

  test("keeps a person's changes in other lines, and their line ends", async () => {
    await using repository = await installed();
    await installedEarlier(repository, skill, earlier);
    const mine = `${await repository.read(skill)}\nOur own rule: be brief.\n`.replaceAll("\n", "\r\n");
    await repository.write(skill, mine);
    expect((await upgrade(repository)).code).toBe(0);
    const merged = await repository.read(skill);
    expect(merged).toContain("version: 1.2.0\r\n");
    expect(merged).toContain("Our own rule: be brief.\r\n");
    expect(merged.replaceAll("\r\n", "")).not.toContain("\n");
    expect((await upgrade(repository)).text).toContain("Nothing had to be changed.");
  });

  test("leaves a file alone that both have changed, and puts the marked text beside it", async () => {
    await using repository = await installed();
    await installedEarlier(repository, skill, earlier);
    const mine = (await repository.read(skill)).replace("# Status", "# Our status");
    await repository.write(skill, mine);
    const first = await upgrade(repository);
    expect(first.code).toBe(1);
    expect(first.text).toContain("1 conflict waits for you.");
    expect(await repository.read(skill)).toBe(mine);
    expect(await repository.read(`${skill}.merge`)).toMatch(
      /<<<<<<< yours\n# Our status\n=======\n# The status block\n>>>>>>> ralph \d/,
    );
    const again = await upgrade(repository);
    expect([again.code, again.text]).toEqual([1, expect.stringContaining("Waits for you since an earlier upgrade")]);
    const solved = (await repository.read(`${skill}.merge`)).replace(
      /<<<<<<< yours\n(.*\n)=======\n.*\n>>>>>>> .*\n/,
      "$1",
    );
    await repository.write(skill, solved);
    await repository.remove(`${skill}.merge`);
    expect((await upgrade(repository)).code).toBe(0);
    expect(await repository.read(skill)).toBe(solved);
    expect((await upgrade(repository)).text).toContain("Nothing had to be changed.");
  });

  test("--dry-run and a no write nothing; an input that ends is a no", async () => {
    await using repository = await installed();
    await installedEarlier(repository, skill, earlier);
    expect((await upgrade(repository, { dryRun: true })).text).toMatch(/\+version: 1\.2\.0[\s\S]*Nothing was written/);
    expect((await upgrade(repository, {}, ["n"])).text).toContain("Nothing was written.");
    expect((await upgrade(repository, {}, [])).text).toContain("Nothing was written.");
    expect(await repository.git("status", "--porcelain")).toBe("");
    expect((await upgrade(repository, {}, ["y"])).text).toContain("Written.");
  });

  test("respects what was deleted, replaced by a link, or made read-only", async () => {
    await using repository = await installed();
    for (const path of [skill, role, ".claude/agents/ralph-fixer.md"])
      await installedEarlier(repository, path, (now) => `${now}\nolder\n`);
    rmSync(join(repository.path, skill));
    rmSync(join(repository.path, role));
    await repository.write("mine.md", "mine");
    symlinkSync("../../mine.md", join(repository.path, role));
    chmodSync(join(repository.path, ".claude/agents/ralph-fixer.md"), 0o444);
    const { code, text } = await upgrade(repository);
    expect(code).toBe(0);
    expect(text).toMatch(/ralph-status\/SKILL\.md +you deleted it/);
    expect(text).toMatch(/ralph-judge\.md +a link of yours/);
    expect(text).toMatch(/ralph-fixer\.md +read-only/);
    expect(existsSync(join(repository.path, skill))).toBe(false);
    expect(await repository.read("mine.md")).toBe("mine");
    expect(await repository.read(".claude/agents/ralph-fixer.md")).toContain("older");
    await initCommand({ yes: true }, testWorld({ cwd: repository.path, env }).world);
    expect(existsSync(join(repository.path, skill))).toBe(true);
  });

  test("removes what this version no longer brings, unless somebody changed it", async () => {
    await using repository = await installed();
    const gone = ".claude/skills/ralph-gone/SKILL.md";
    await installedEarlier(repository, skill, (now) => now);
    const record = readRecord(await repository.read(recordFile));
    await repository.write(gone, "once\n");
    await repository.write(keptTextPath(digestOf("once\n")), "once\n");
    if (record !== null)
      await repository.write(
        recordFile,
        recordText({ ...record, files: { ...record.files, [gone]: digestOf("once\n") } }),
      );
    const { text } = await upgrade(repository, { json: true });
    expect(stateOf(text, gone)).toBe("retired");
    expect(existsSync(join(repository.path, gone))).toBe(false);
  });

  test("without a record it adopts what is right, and offers the rest", async () => {
    await using repository = await installed();
    await repository.remove(".ralph/installed");
    await repository.write(role, `${await repository.read(role)}mine\n`);
    const { code, text } = await upgrade(repository, { json: true });
    expect(code).toBe(1);
    expect([stateOf(text, skill), stateOf(text, role)]).toEqual(["same", "conflict"]);
    expect(await repository.read(`${role}.merge`)).toContain("<<<<<<< yours");
  });

  test("--agents installs for a further program; nothing installed is said", async () => {
    await using empty = await tempRepository();
    expect(await upgrade(empty)).toMatchObject({ code: 0, text: expect.stringContaining("`ralph init` installs it") });
    expect(await empty.git("status", "--porcelain")).toBe("");
    await using repository = await installed();
    const { text } = await upgrade(repository, { json: true, agents: "gemini" });
    expect(stateOf(text, ".gemini/agents/ralph-judge.md")).toBe("new");
    expect((await upgrade(repository, { agents: "gemni" })).errors).toContain("Did you mean gemini?");
  });

  test("an older ralph takes nothing back", async () => {
    await using repository = await installed();
    const record = readRecord(await repository.read(recordFile));
    if (record !== null) await repository.write(recordFile, recordText({ ...record, version: "99.0.0" }));
    expect(await upgrade(repository)).toMatchObject({
      code: 1,
      errors: expect.stringContaining("ralph 99.0.0 or newer"),
    });
  });

  test("does not meet a run at work", async () => {
    await using repository = await installed();
    const locks = fileLock(join(repository.path, ".git", "ralph"));
    await using _lock = await locks.acquire({ run: "r1", root: repository.path });
    expect(await upgrade(repository)).toMatchObject({
      code: 6,
      errors: expect.stringContaining("Nothing was changed."),
    });
  });

  test("one file that can't be written is told and leaves the others whole", async () => {
    await using repository = await installed();
    await installedEarlier(repository, skill, earlier);
    await installedEarlier(repository, role, (now) => `${now}\nolder\n`);
    await repository.write(".ralph/backups", "no folder");
    const { code, text } = await upgrade(repository);
    expect(code).toBe(1);
    expect(text).toContain(`${skill} could not be written: `);
    expect(await repository.read(skill)).toContain("version: 1.1.0");
    await repository.remove(".ralph/backups");
    expect((await upgrade(repository)).code).toBe(0);
    expect(await repository.read(skill)).toContain("version: 1.2.0");
  });
});

describe("U-2 U-3 settings of an earlier version", () => {
  test("older names are shown with their line and renamed; unknown ones are told", async () => {
    await using repository = await installed();
    await repository.write(".ralphrc", "RALPH_AGENT=claude\nCLAUDE_MODEL=opus\nRALPH_AGNT=x\n");
    const { code, text } = await upgrade(repository);
    expect(code).toBe(0);
    expect(text).toContain(".ralphrc:2  CLAUDE_MODEL is called RALPH_MODEL now");
    expect(text).toMatch(/\.ralphrc:3: warning: RALPH_AGNT is not a known key.*RALPH_AGENT/);
    expect(await repository.read(".ralphrc")).toBe("RALPH_AGENT=claude\nRALPH_MODEL=opus\nRALPH_AGNT=x\n");
    expect(backups(repository)).toHaveLength(1);
  });
});
