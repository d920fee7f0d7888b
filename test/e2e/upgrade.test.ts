import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { tempRepository } from "../../src/testing/temp-repository.ts";

// From one version to the next, as a team lives through it: an earlier release sets a repository up, people change what was
// installed, and this release renews it. The earlier one is this one with other words and a lower number. `npm test` builds first.
vi.setConfig({ testTimeout: 120_000 });

const root = join(import.meta.dirname, "..", "..");
const skill = (home: string, name: string): string => `${home}/skills/${name}/SKILL.md`;
let earlier = "";

beforeAll(() => {
  earlier = mkdtempSync(join(tmpdir(), "ralph-earlier-"));
  for (const name of ["bin", "dist", "assets", "package.json"])
    cpSync(join(root, name), join(earlier, name), { recursive: true });
  reword("package.json", /"version": "[^"]*"/, '"version": "0.0.9"');
  reword(skill("assets", "ralph-workflow"), /^version: .*$/m, "version: 1.1.0");
  reword(skill("assets", "ralph-status"), "# The status block", "# Status");
  reword("assets/roles/judge.md", /^The work has landed.*$/m, "It has landed.");
});
afterAll(() => rmSync(earlier, { recursive: true, force: true }));

function reword(file: string, from: string | RegExp, to: string): void {
  const path = join(earlier, file);
  writeFileSync(path, readFileSync(path, "utf8").replace(from, to));
}

const start = (release: string, cwd: string, ...args: readonly string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((done) => {
    const child = execFile(
      process.execPath,
      [join(release, "bin", "ralph.js"), ...args],
      { cwd, env: { ...process.env, NO_COLOR: "1" } },
      (error, stdout, stderr) => done({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
    child.stdin?.end();
  });

test("U-2 C-3 init by an earlier release, edits by people, upgrade by this one", async () => {
  await using repository = await tempRepository({ files: { "package.json": "{}", "a.js": "1\n" } });
  const { path } = repository;
  expect((await start(earlier, path, "init", "--yes", "--agents", "claude,codex,gemini")).code).toBe(0);
  await repository.commitAll("chore: set ralph up");

  const doctor = await start(root, path, "doctor");
  expect(doctor.stdout).toContain("ralph-workflow/SKILL.md is version 1.1.0");
  expect(doctor.stdout).toContain("an earlier version of ralph has installed");

  const mine = `${await repository.read(skill(".codex", "ralph-workflow"))}\n- Our house rule.\n`;
  await repository.write(skill(".codex", "ralph-workflow"), mine);
  const renamed = (await repository.read(skill(".claude", "ralph-status"))).replace("# Status", "# Our status");
  await repository.write(skill(".claude", "ralph-status"), renamed);
  await repository.remove(".gemini/agents/ralph-judge.md");
  await repository.commitAll("docs: our own words");

  const dry = await start(root, path, "upgrade", "--dry-run");
  expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining("-version: 1.1.0")]);
  expect(await repository.git("status", "--porcelain")).toBe("");

  const upgraded = await start(root, path, "upgrade", "--yes");
  expect([upgraded.code, upgraded.stderr]).toEqual([1, ""]);
  expect(upgraded.stdout).toContain("Upgrade from 0.0.9");
  const merged = await repository.read(skill(".codex", "ralph-workflow"));
  expect(merged).toContain("- Our house rule.");
  expect(merged).toBe(`${readFileSync(join(root, skill("assets", "ralph-workflow")), "utf8")}\n- Our house rule.\n`);
  expect(await repository.read(skill(".claude", "ralph-status"))).toBe(renamed);
  expect(await repository.read(`${skill(".claude", "ralph-status")}.merge`)).toContain("=======\n# The status block\n");
  expect(await repository.read(".codex/agents/ralph-judge.toml")).toContain("The work has landed");
  await expect(repository.read(".gemini/agents/ralph-judge.md")).rejects.toThrow("ENOENT");

  await repository.remove(`${skill(".claude", "ralph-status")}.merge`);
  expect((await start(root, path, "upgrade")).code).toBe(0);
  await repository.commitAll("chore: upgrade ralph");
  const again = await start(root, path, "upgrade");
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("Nothing had to be changed.")]);
  expect(await repository.git("status", "--porcelain")).toBe("");
  expect((await start(root, path, "doctor")).stdout).not.toMatch(/is version 1\.1\.0|an earlier version/);

  const back = await start(earlier, path, "upgrade", "--yes");
  expect([back.code, back.stderr]).toEqual([1, expect.stringContaining("would replace them by older ones")]);
  expect(await repository.git("status", "--porcelain")).toBe("");
});

test("C-3 a run says at its start that an installed skill teaches another contract", async () => {
  await using repository = await tempRepository({
    files: {
      ".cursor/skills/ralph-workflow/SKILL.md": "---\nname: ralph-workflow\nversion: 1.1.0\n---\n",
      ".ralph/fix_plan.md": "- [ ] A-1: one\n",
      ".ralph/script.yaml": "steps: []\n",
      ".ralphrc": "RALPH_AGENT=script\nRALPH_MAX_ITERATIONS=1\n",
    },
  });
  const { stdout } = await start(root, repository.path, "run", "--json");
  const { warnings } = JSON.parse(stdout) as { warnings: { code: string; message: string }[] };
  expect(warnings).toContainEqual(
    expect.objectContaining({ code: "skill_version", message: expect.stringContaining(".cursor/skills") }),
  );
});
