import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { CommitCopies } from "../../../../ports/commit-copies.ts";
import type { RepositoryView } from "../../../../ports/workspace.ts";
import { openGit, type GitOptions } from "../call/git.ts";

/** All files of a large repository are written at once. */
const checkoutMs = 600_000;

/** Copies of commits as work trees of no branch, below git's own folder: nobody's status shows them. */
export function commitCopies(view: RepositoryView, options: GitOptions = {}): CommitCopies {
  const git = openGit(view.root, { ...options, timeoutMs: checkoutMs });
  const folder = join(view.commonDir, "ralph", "copies");
  const remove = async (path: string): Promise<void> => {
    rmSync(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 });
    await git.ask({ mode: "write", args: ["worktree", "prune"] });
  };
  return {
    async at(commit, name, signal) {
      const path = join(folder, name);
      if (existsSync(path)) await remove(path);
      await git.run({ mode: "write", args: ["worktree", "add", "--quiet", "--detach", path, commit] }, signal);
      return { path, [Symbol.asyncDispose]: () => remove(path) };
    },
    async sweep() {
      if (!existsSync(folder)) return;
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
      await git.ask({ mode: "write", args: ["worktree", "prune"] });
    },
  };
}
