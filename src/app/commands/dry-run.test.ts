import { expect, test } from "vitest";
import { tempRepository } from "../../testing/temp-repository.ts";
import { testWorld } from "../world/test-world.ts";
import { runArguments } from "../words/run-arguments.ts";
import { runCommand } from "./run.ts";

const hostile = "tidy \u001B]0;owned\u0007 \u001B[2Jup \u202Etxt";

const controls = /[^\n\u0020-\u007E\u00A0-\u{10FFFF}]|\u202E/u;

async function told(files: Readonly<Record<string, string>>, options: { readonly dryRun?: boolean } = {}) {
  await using repo = await tempRepository({ files });
  const { world, stdout, stderr } = testWorld({ cwd: repo.path, env: { PATH: process.env["PATH"] } });
  const code = await runCommand({ ...options, flags: {}, words: runArguments([]) }, world);
  return { code, stdout: stdout(), stderr: stderr() };
}

test("G-11 a title with escape sequences is shown, and moves no terminal", async () => {
  const plan = `# Plan\n\n## One\n\n- [ ] **ABC-1** ${hostile}\n`;
  const { code, stdout } = await told({ ".ralph/fix_plan.md": plan }, { dryRun: true });
  expect(code).toBe(0);
  expect(stdout).toContain("First task: ABC-1");
  expect(stdout).toContain("⟨U+001B⟩]0;owned⟨U+0007⟩");
  expect(stdout).not.toMatch(controls);
});

test("G-11 a setting with hidden characters is shown in the refusal of a start, with its place", async () => {
  const { code, stderr } = await told({ ".ralphrc": `RALPH_AGENT="${hostile}"\n` });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^\.ralphrc:1: error: .*⟨U\+202E⟩/m);
  expect(stderr).not.toMatch(controls);
});
