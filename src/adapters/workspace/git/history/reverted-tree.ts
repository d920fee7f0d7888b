import { WorkspaceError } from "../../../../ports/workspace.ts";
import { tail } from "../call/git-failure.ts";
import type { GitRepository } from "../git-repository.ts";
import { temporaryIndex } from "../trees/temporary-index.ts";

/**
 * The tree that taking commits back, the newest first, makes of HEAD; paths in `kept` stay as HEAD has them. Nothing but git's
 * store is touched. Rejects with WorkspaceError `conflict` where later commits changed the same lines.
 */
export async function revertedTree(
  repository: GitRepository,
  { commits, kept }: { readonly commits: readonly string[]; readonly kept: readonly string[] },
): Promise<string> {
  const { git } = repository;
  let onto = "HEAD";
  for (const commit of commits) {
    const tree = await mergedTree(repository, onto, await oppositeOf(repository, commit, kept));
    const args = ["commit-tree", tree, "-p", onto, "-m", `without ${commit}`];
    onto = (await git.run({ mode: "write", args })).stdout.toString().trim();
  }
  return (await git.run({ mode: "read", args: ["rev-parse", `${onto}^{tree}`] })).stdout.toString().trim();
}

async function mergedTree({ git, paths }: GitRepository, onto: string, opposite: string): Promise<string> {
  const args = ["merge-tree", "--write-tree", "-z", "--name-only", "--no-messages", onto, opposite];
  const { exitCode, stdout, stderr } = await git.ask({ mode: "write", args });
  const [tree, ...conflicts] = paths.split(stdout);
  if (exitCode === 0 && tree !== undefined) return tree;
  const names = [...new Set(conflicts)].filter((name) => name !== "").join(", ");
  if (exitCode === 1)
    throw new WorkspaceError("conflict", `Later commits changed the same lines: ${tail(names, 2_000)}.`, tail(stderr));
  throw new WorkspaceError(
    "failed",
    "This git can't take a commit back without a work tree; it needs 2.38 or newer.",
    tail(stderr),
  );
}

/** A commit on top of the one in question that undoes it, but for `kept`: merged into HEAD it takes the commit back. */
async function oppositeOf(repository: GitRepository, commit: string, kept: readonly string[]): Promise<string> {
  const { git } = repository;
  await using index = await temporaryIndex(repository, "empty");
  const { env } = index;
  await git.run({ mode: "write", args: ["read-tree", `${commit}^`], env });
  if (kept.length > 0) {
    const gone = kept.map((path) => `0 ${"0".repeat(40)}\t${path}\0`).join("");
    const { stdout } = await git.run({ mode: "read", args: ["ls-tree", "-z", "-r", commit, "--", ...kept] });
    const stdin = Buffer.concat([Buffer.from(gone), stdout]);
    await git.run({ mode: "write", args: ["update-index", "-z", "--index-info"], env, stdin });
  }
  const tree = (await git.run({ mode: "write", args: ["write-tree"], env })).stdout.toString().trim();
  const args = ["commit-tree", tree, "-p", commit, "-m", `the opposite of ${commit}`];
  return (await git.run({ mode: "write", args })).stdout.toString().trim();
}
