import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ensureIgnored } from "./ensure-ignored.ts";
import { tempFolder } from "../../../testing/temp-folder.ts";

function repository(): {
  root: string;
  git: (...args: string[]) => string;
  areIgnored: (paths: readonly string[]) => Promise<boolean>;
} {
  const root = tempFolder("repo");
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  git("init", "-q");
  mkdirSync(join(root, ".ralph", "specs"), { recursive: true });
  mkdirSync(join(root, ".ralph", "logs", "r1"), { recursive: true });
  for (const name of ["fix_plan.md", "PROMPT.md", "specs/one.md", "ralph.db", "status.json", "logs/r1/1.judge.jsonl"]) {
    writeFileSync(join(root, ".ralph", name), "");
  }
  const areIgnored = async (paths: readonly string[]) => {
    const { stdout } = spawnSync("git", ["check-ignore", ...paths], { cwd: root, encoding: "utf8" });
    return stdout.split("\n").filter(Boolean).length === paths.length;
  };
  return { root, git, areIgnored };
}

test("D-1 what the harness writes is ignored, what a person keeps there is not, and the file itself disturbs nobody", async () => {
  const { root, git, areIgnored } = repository();
  expect(await ensureIgnored(join(root, ".ralph"), areIgnored)).toBe("written");
  const shown = git("status", "--porcelain", "--untracked-files=all").trim().split("\n").toSorted();
  expect(shown).toEqual(["?? .ralph/PROMPT.md", "?? .ralph/fix_plan.md", "?? .ralph/specs/one.md"]);
  expect(await ensureIgnored(join(root, ".ralph"), areIgnored)).toBe("file-there");
});

test("a repository that ignores it already is left as it is", async () => {
  const { root, git, areIgnored } = repository();
  writeFileSync(join(root, ".gitignore"), ".ralph/*\n!.ralph/fix_plan.md\n");
  const before = git("status", "--porcelain", "--untracked-files=all");
  expect(await ensureIgnored(join(root, ".ralph"), areIgnored)).toBe("already");
  expect(git("status", "--porcelain", "--untracked-files=all")).toBe(before);
});

test("a repository that ignores the ledger alone is helped with the rest", async () => {
  const { root, areIgnored } = repository();
  writeFileSync(join(root, ".gitignore"), ".ralph/ralph.db\n");
  expect(await ensureIgnored(join(root, ".ralph"), areIgnored)).toBe("written");
});

test("a person's own file is never changed", async () => {
  const { root, areIgnored } = repository();
  writeFileSync(join(root, ".ralph", ".gitignore"), "mine\n");
  expect(await ensureIgnored(join(root, ".ralph"), areIgnored)).toBe("file-there");
  expect(readFileSync(join(root, ".ralph", ".gitignore"), "utf8")).toBe("mine\n");
});
