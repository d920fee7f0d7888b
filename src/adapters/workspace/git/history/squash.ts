import { chmod, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { WorkspaceError } from "../../../../ports/workspace.ts";
import { failureOf, tail } from "../call/git-failure.ts";
import { branchTip, switchTo } from "./git-branches.ts";
import { branchOf, type GitRepository } from "../git-repository.ts";
import { makeCommit } from "./make-commit.ts";
import { stage } from "../trees/stage.ts";

/** What is wanted of a squash; see the port. */
export interface SquashRequest {
  readonly branch: string;
  readonly onto: string;
  readonly message: string;
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Lands a branch as one commit. The merge is computed in git's store first, so that a conflict is known before anything
 * is touched. Then the work tree is brought to the merged content (no file is written when `onto` has not moved), HEAD is
 * pointed at `onto`, and a real commit is made, with hooks and signer. A refusal leads back to the branch.
 */
export async function squash(repository: GitRepository, request: SquashRequest, signal?: AbortSignal): Promise<string> {
  const { branch, onto, message, files } = request;
  const ends = await readEnds(repository, request, signal);
  const merged = await mergedTree(repository, request, ends, signal);
  // An earlier try that was killed may have come this far.
  if (!(await isAtHand(repository, request, { ends, merged }))) {
    await switchTo(repository, branch, null, signal);
    await unstageStrays(repository, ends.branch.commit, signal);
    await moveTree(repository, ends.branch.tree, merged);
  }
  // From here to the commit nothing is cut short: a stop in between would leave HEAD on the wrong branch.
  const written = new Replacements(repository.view.root);
  let sha: string;
  try {
    await written.write(files);
    await stage(repository, Object.keys(files));
    await pointHead(repository, onto);
    const result = await makeCommit(repository, { message, allowEmpty: true, only: { kind: "index" } });
    if (result.kind === "unknown-paths") throw new WorkspaceError("failed", "git did not commit the merged content.");
    sha = result.sha;
  } catch (error) {
    // Only what has not landed is undone.
    if ((await branchTip(repository, onto)) === ends.onto.commit)
      await goBack(repository, { branch, written, merged, ends });
    throw error;
  }
  await dropLanded(repository, branch, ends.branch.commit);
  return sha;
}

interface End {
  readonly commit: string;
  readonly tree: string;
  readonly parents: readonly string[];
}
interface Ends {
  readonly branch: End;
  readonly onto: End;
}

async function readEnds(
  { git, view }: GitRepository,
  { branch, onto }: SquashRequest,
  signal?: AbortSignal,
): Promise<Ends> {
  const format = "--format=%(refname)%00%(objectname)%00%(tree)%00%(parent)%00%(worktreepath)";
  const args = ["for-each-ref", format, `refs/heads/${branch}`, `refs/heads/${onto}`];
  const { stdout } = await git.run({ mode: "read", args }, signal);
  const rows = stdout
    .toString()
    .split("\n")
    .map((line) => line.split("\0"));
  const endOf = (name: string): End => {
    const [, commit, tree, parents = "", heldBy] = rows.find(([ref]) => ref === `refs/heads/${name}`) ?? [];
    if (commit === undefined || tree === undefined) throw new WorkspaceError("failed", `There is no branch ${name}.`);
    if (heldBy !== undefined && heldBy !== "" && heldBy !== view.root) {
      throw new WorkspaceError("conflict", `The branch ${name} is checked out in another work tree: ${heldBy}.`);
    }
    return { commit, tree, parents: parents.split(" ") };
  };
  return { branch: endOf(branch), onto: endOf(onto) };
}

async function mergedTree(
  { git, paths }: GitRepository,
  request: SquashRequest,
  ends: Ends,
  signal?: AbortSignal,
): Promise<string> {
  // Made upon it: there is nothing to merge.
  if (ends.branch.parents.includes(ends.onto.commit)) return ends.branch.tree;
  const args = [
    "merge-tree",
    "--write-tree",
    "-z",
    "--name-only",
    "--no-messages",
    ends.onto.commit,
    ends.branch.commit,
  ];
  const { exitCode, stdout, stderr } = await git.ask({ mode: "write", args }, signal);
  const [tree, ...conflicts] = paths.split(stdout);
  if (exitCode === 0 && tree !== undefined) return tree;
  if (exitCode === 1) {
    const names = [...new Set(conflicts)].filter((name) => name !== "").join(", ");
    throw new WorkspaceError(
      "conflict",
      `${request.branch} can't be merged into ${request.onto}; both changed ${tail(names, 2_000)}.`,
      tail(stderr),
    );
  }
  // git before 2.38 can't merge without a work tree; where `onto` has not moved there is nothing to merge.
  const straight = await git.ask(
    { mode: "read", args: ["merge-base", "--is-ancestor", ends.onto.commit, ends.branch.commit] },
    signal,
  );
  if (straight.exitCode === 0) return ends.branch.tree;
  if (exitCode !== 129) throw failureOf("merge-tree", stderr, exitCode);
  throw new WorkspaceError(
    "conflict",
    `${request.onto} has moved since ${request.branch} left it, and this git is too old to merge them safely. Install git 2.38 or newer.`,
    tail(stderr),
  );
}

/** True when the index holds the merged content already, but for the files that are replaced anyway. */
async function isAtHand(
  repository: GitRepository,
  { branch, onto, files }: SquashRequest,
  { ends, merged }: { readonly ends: Ends; readonly merged: string },
): Promise<boolean> {
  const current = await branchOf(repository);
  if (current !== branch && current !== onto) return false;
  const { lastLook } = repository;
  if (merged === ends.branch.tree && lastLook?.head === ends.branch.commit && lastLook.staged.size === 0) return true;
  const staged = repository.paths.split(await stagedSince(repository, merged));
  return staged.every((path) => Object.hasOwn(files, path));
}

/** What somebody staged beside the branch's commits (an agent's `git add -A`) must not slip into the commit. */
async function unstageStrays(repository: GitRepository, commit: string, signal?: AbortSignal): Promise<void> {
  const stdin = await stagedSince(repository, commit);
  if (stdin.length === 0) return;
  const args = ["--literal-pathspecs", "reset", "--quiet", commit, "--pathspec-from-file=-", "--pathspec-file-nul"];
  await repository.git.run({ mode: "write", args, stdin }, signal);
}

/** The paths, each ended by NUL, whose index entry differs from a tree. */
async function stagedSince({ git }: GitRepository, tree: string): Promise<Buffer> {
  return (await git.run({ mode: "read", args: ["diff-index", "--cached", "-z", "--name-only", tree, "--"] })).stdout;
}

/** Brings index and work tree from one tree to another; refuses as a whole where a local change stands in the way. */
async function moveTree({ git }: GitRepository, from: string, to: string): Promise<void> {
  if (from !== to) await git.run({ mode: "write", args: ["read-tree", "-m", "-u", from, to] });
}

async function pointHead({ git }: GitRepository, branch: string): Promise<void> {
  await git.run({ mode: "write", args: ["symbolic-ref", "-m", `ralph: to ${branch}`, "HEAD", `refs/heads/${branch}`] });
}

/** Deletes the branch that was landed, and only as it was landed: with another commit on it, it stays (F137). What has landed does not fail for it. */
async function dropLanded({ git }: GitRepository, branch: string, commit: string): Promise<void> {
  await git.ask({ mode: "write", args: ["update-ref", "-d", `refs/heads/${branch}`, commit] }).catch(() => undefined);
}

interface Way {
  readonly branch: string;
  readonly written: Replacements;
  readonly merged: string;
  readonly ends: Ends;
}

/** Undoes the way to the commit. Where a hook has rewritten files, they stay as it left them, as changes on the branch. */
async function goBack(repository: GitRepository, { branch, written, merged, ends }: Way): Promise<void> {
  const { git } = repository;
  await pointHead(repository, branch);
  await written.restore();
  await git.run({ mode: "write", args: ["read-tree", merged] });
  await git.ask({ mode: "write", args: ["update-index", "-q", "--refresh"] });
  if (merged === ends.branch.tree) return;
  const back = await git.ask({ mode: "write", args: ["read-tree", "-m", "-u", merged, ends.branch.tree] });
  if (back.exitCode !== 0) await git.run({ mode: "write", args: ["read-tree", ends.branch.tree] });
}

/** Files whose text is replaced in the work tree, and what they held before. */
class Replacements {
  readonly #root: string;
  readonly #before = new Map<string, Buffer | null>();
  constructor(root: string) {
    this.#root = root;
  }
  async write(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [path, text] of Object.entries(files)) {
      const file = join(this.#root, path);
      this.#before.set(path, await readFile(file).catch(() => null));
      await replace(file, text);
    }
  }
  async restore(): Promise<void> {
    for (const [path, bytes] of this.#before) {
      const file = join(this.#root, path);
      if (bytes === null) await rm(file, { force: true });
      else await replace(file, bytes);
    }
  }
}

async function replace(file: string, content: string | Uint8Array): Promise<void> {
  const aside = `${file}.ralph-${process.pid}`;
  const mode = await stat(file).then(
    (found) => found.mode,
    () => null,
  );
  await writeFile(aside, content);
  if (mode !== null) await chmod(aside, mode);
  await rename(aside, file);
}
