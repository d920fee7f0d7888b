import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { makeProject } from "../../bench/project.ts";

const ralph = fileURLToPath(new URL("../../bin/ralph.js", import.meta.url));

/** Runs all tasks of a new project, and counts how often the harness starts git. */
function gitCalls(folder: string, tasks: number): number {
  const project = makeProject(folder, { tasks });
  const log = join(folder, "git-calls");
  writeFileSync(join(folder, "git"), `#!/bin/sh\necho x >>'${log}'\nPATH="\${PATH#*:}" exec git "$@"\n`, {
    mode: 0o755,
  });
  const env = { ...project.env, PATH: `${folder}${delimiter}${project.env["PATH"]}` };
  const ended = spawnSync(process.execPath, [ralph, "run"], { cwd: project.root, env, encoding: "utf8" });
  expect(ended.stdout).toContain(`${tasks} landed`);
  return readFileSync(log, "utf8").length / 2;
}

// Each start of git costs more than all else that the harness does for a task.
test.skipIf(process.platform === "win32")("M-3 a further task starts git three times: two looks and the commit", () => {
  const folder = mkdtempSync(join(tmpdir(), "ralph-git-calls-"));
  try {
    expect(gitCalls(join(folder, "three"), 3) - gitCalls(join(folder, "two"), 2)).toBe(3);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
