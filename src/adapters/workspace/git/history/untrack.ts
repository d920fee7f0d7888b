import type { GitRepository } from "../git-repository.ts";
import { namesIn } from "../read/names-in.ts";
import { makeCommit } from "./make-commit.ts";

/**
 * Takes files out of history's tip and leaves them in the work tree: untracked, as they were before somebody committed them.
 * Resolves to those that were tracked; a commit is made where HEAD held any.
 */
export async function untrack(
  repository: GitRepository,
  wanted: readonly string[],
  message: string,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const { git, paths } = repository;
  if (wanted.length === 0) return [];
  const tracked = await namesIn(repository, "HEAD", wanted, signal);
  if (tracked.length === 0) return [];
  await git.run(
    { mode: "write", args: ["update-index", "--force-remove", "-z", "--stdin"], stdin: paths.join(tracked) },
    signal,
  );
  await makeCommit(repository, { message, allowEmpty: false, only: { kind: "index" } }, signal);
  return tracked;
}
