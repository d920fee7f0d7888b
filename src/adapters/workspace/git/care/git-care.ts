import { mkdirSync, readFileSync, renameSync } from "node:fs";
import { basename, join } from "node:path";
import type { RepositoryCare } from "../../../../ports/repository-care.ts";
import type { GitRepository } from "../git-repository.ts";
import { mend } from "./mend.ts";
import { namesIn } from "../read/names-in.ts";
import { findObstacle } from "./obstacle.ts";
import { bringBack, forgetOwn, keepOwn } from "./own-files.ts";

/**
 * The care of a repository through the git program. Calls: obstacle 2 to 3; mend 0 to 4; keepOwn 0 to 5; bringBack 0 to 4 and
 * one a file; forgetOwn 1; hidesNewFiles 0 to 2; restore 1 to 2. `env` is the caller's environment.
 */
export function gitCare(repository: GitRepository, env: Readonly<Record<string, string | undefined>>): RepositoryCare {
  const { git, view, paths } = repository;
  return {
    obstacle: (signal) => findObstacle(repository, env, signal),
    mend: (branch, signal) => mend(repository, branch, signal),
    keepOwn: (run, wanted, signal) => keepOwn(repository, run, wanted, signal),
    bringBack: (run, wanted, signal) => bringBack(repository, run, wanted, signal),
    forgetOwn: (run, signal) => forgetOwn(repository, run, signal),

    async hidesNewFiles(since, signal) {
      const text = ignoreText(view.root);
      if (!catchAll.test(text)) return false;
      const before = await git.ask({ mode: "read", args: ["cat-file", "--filters", `${since}:.gitignore`] }, signal);
      if (before.exitCode === 0 && before.stdout.toString() === text) return false;
      const probes = ["ralph-probe-of-ignore-rules", "ralph-probe-of-ignore-rules.txt", "src/ralph-probe.js"];
      const args = ["check-ignore", "--no-index", "--", ...probes];
      const { stdout } = await git.ask({ mode: "read", args }, signal);
      return (
        stdout
          .toString()
          .split("\n")
          .filter((line) => line !== "").length === probes.length
      );
    },

    async restore(wanted, from, signal) {
      repository.lastLook = null;
      const known = new Set(await namesIn(repository, from, wanted, signal));
      for (const path of wanted) if (!known.has(path)) moveAway(join(view.root, path), view.gitDir);
      if (known.size === 0) return;
      const args = ["--literal-pathspecs", "restore", `--source=${from}`, "--worktree"];
      const named = ["--pathspec-from-file=-", "--pathspec-file-nul"];
      await git.run({ mode: "write", args: [...args, ...named], stdin: paths.join(known) }, signal);
    },
  };
}

/** A rule that hides everything, unless later ones except something from it. */
const catchAll = /^\s*\/?\*{1,2}(?:\/\*{0,2})?\s*$/m;

function ignoreText(root: string): string {
  try {
    return readFileSync(join(root, ".gitignore"), "utf8");
  } catch {
    return "";
  }
}

let moved = 0;

function moveAway(at: string, gitDir: string): void {
  const folder = join(gitDir, "ralph", "put-back");
  mkdirSync(folder, { recursive: true });
  try {
    renameSync(at, join(folder, `${Date.now()}-${(moved += 1)}-${basename(at)}`));
  } catch {
    // It is not there.
  }
}
