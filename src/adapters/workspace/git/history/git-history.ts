import { WorkspaceError, type CommitRequest, type History } from "../../../../ports/workspace.ts";
import { branchTip, dropBranch, heldElsewhere, setBranch, switchTo } from "./git-branches.ts";
import { headOf, type GitRepository } from "../git-repository.ts";
import { makeCommit, type CommitCall } from "./make-commit.ts";
import { carries, logArgs, readCommits } from "../read/read-commits.ts";
import { squash } from "./squash.ts";
import { stage } from "../trees/stage.ts";
import { untrack } from "./untrack.ts";

/**
 * History through the git program. Calls: commit 1 (tracked paths, after a look), else 2; switchTo 0 to 2; squash 4 to 6 and
 * one more for `files`; findByTrailers 1; branchTip 0 to 1; heldElsewhere 0 to 1; setBranch 1; dropBranch 2 to 4.
 */
export function gitHistory(repository: GitRepository): History {
  const { git } = repository;
  return {
    commit: (request, signal) => commit(repository, request, signal),
    switchTo: (branch, from, signal) => switchTo(repository, branch, from, signal),
    squash: (request, signal) => squash(repository, request, signal),

    async findByTrailers(trailers, revision, since, signal) {
      // grep narrows by text; the trailers themselves decide, since a message may also quote them.
      const grep = Object.entries(trailers).map(([key, value]) => `--grep=${key}: ${value}`);
      const range = since === null ? [revision] : [revision, `^${since}`];
      const args = [...logArgs, "--fixed-strings", "--all-match", ...grep, "--end-of-options", ...range, "--"];
      const { stdout } = await git.run({ mode: "read", args }, signal);
      return readCommits(stdout.toString().split("\0")).find((found) => carries(found, trailers))?.sha ?? null;
    },

    untrack: (paths, message, signal) => untrack(repository, paths, message, signal),
    branchTip: (branch, signal) => branchTip(repository, branch, signal),
    heldElsewhere: (branch, signal) => heldElsewhere(repository, branch, signal),
    setBranch: (branch, to, signal) => setBranch(repository, branch, to, signal),
    dropBranch: (branch, landedAs, signal) => dropBranch(repository, { branch, landedAs }, signal),
  };
}

async function commit(repository: GitRepository, request: CommitRequest, signal?: AbortSignal): Promise<string> {
  const { paths, message, allowEmpty } = request;
  if (paths.length === 0 && !allowEmpty)
    throw new WorkspaceError("failed", "A commit without paths has to be allowed to be empty.");
  const plan = await planOf(repository, paths, signal);
  const make = (only: CommitCall["only"]) => makeCommit(repository, { message, allowEmpty, only }, signal);
  if (plan === "tracked") {
    const result = await make({ kind: "include", paths });
    if (result.kind === "committed") return result.sha;
  }
  await stage(repository, paths, {}, signal);
  const result = await make(plan === "apart" ? { kind: "only", paths } : { kind: "index" });
  if (result.kind === "committed") return result.sha;
  // What git does not know even now is gone without ever having been committed.
  const known = paths.filter((path) => !result.paths.has(path));
  if (known.length === 0 && !allowEmpty)
    throw new WorkspaceError("failed", "There is nothing to commit in these paths.");
  const again = await make({ kind: "only", paths: known });
  if (again.kind === "committed") return again.sha;
  throw new WorkspaceError("failed", `git does not know ${[...again.paths].join(", ")}.`);
}

/**
 * How these paths get into a commit, as the last look tells. `tracked`: git takes them in by itself. `all`: whatever is
 * staged is among them. `apart`: something else may be staged, which must stay out (an agent's `git add -A`).
 */
async function planOf(
  repository: GitRepository,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<"tracked" | "all" | "apart"> {
  const { lastLook } = repository;
  if (lastLook === null || lastLook.head !== (await headOf(repository, signal))) return "apart";
  const wanted = new Set(paths);
  if (![...lastLook.staged].every((path) => wanted.has(path))) return "apart";
  return paths.length > 0 && paths.every((path) => !lastLook.untracked.has(path)) ? "tracked" : "all";
}
