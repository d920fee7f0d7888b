import type { Change } from "../../../core/fact.ts";
import type { Aside, TreeView, Workspace } from "../../../ports/workspace.ts";
import { diffArgs, patchArgs, readAddedLines } from "./read/added-lines.ts";
import { commitsBetween } from "./read/commits-between.ts";
import { asidePaths } from "./trees/aside-paths.ts";
import { failureOf } from "./call/git-failure.ts";
import { readLooseTree } from "./read/git-files.ts";
import { lookAt, type GitRepository } from "./git-repository.ts";
import { stage } from "./trees/stage.ts";
import { temporaryIndex } from "./trees/temporary-index.ts";

const maxPatchBytes = 16_000_000;
const maxAddedLines = 50_000;
const maxHeadLog = 1_000;

/** Commits that HEAD has stood at in this work tree, the newest first, bounded. */
async function headLog({ git }: GitRepository, signal?: AbortSignal): Promise<readonly string[]> {
  const args = ["log", "--walk-reflogs", `--max-count=${maxHeadLog}`, "--format=%H %gs", "HEAD"];
  const { exitCode, stdout } = await git.ask({ mode: "read", args }, signal);
  if (exitCode !== 0) return [];
  return stdout
    .toString()
    .split("\n")
    .flatMap((line) => {
      const [, sha, how = ""] = /^([0-9a-f]{40,64}) ?(.*)$/.exec(line) ?? [];
      return sha === undefined || wasFound.test(how) ? [] : [sha];
    });
}

/* HEAD went there, and made no commit: to another branch, to where a rebase begins, or forward to what others had made. */
const wasFound = /^(?:checkout|clone|branch|reset): |^rebase\b[^:]*\((?:start|finish|abort)\)|: Fast-forward$/;

/**
 * The work tree through the git program. Calls: look 1; snapshot 0 to 1 when clean, 2 when dirty; changes and
 * commitsBetween 0 to 1, none between equal ends; isCommit, forkPoint, headLog, textAt, diff and addedLines 1.
 */
export function gitWorkspace(repository: GitRepository): Workspace {
  const { git, paths, view } = repository;
  // Two names of one tree are told from each other without a call.
  const contentOf = (revision: string): string => readLooseTree(view, revision) ?? revision;
  return {
    root: view.root,
    look: (signal) => lookAt(repository, signal),
    snapshot: (look, aside, signal) => snapshotOf(repository, look, aside, signal),

    async changes(from, to, signal) {
      if (contentOf(from) === contentOf(to)) return [];
      const args = [
        "diff-tree",
        "-r",
        "-z",
        "--name-status",
        "--no-renames",
        "--ignore-submodules=none",
        "--end-of-options",
        from,
        to,
        "--",
      ];
      const { stdout } = await git.run({ mode: "read", args }, signal);
      return readChanges(paths.split(stdout));
    },

    commitsBetween: commitsBetween(git),

    isCommit: (name, signal) => isCommit(repository, name, signal),

    forkPoint: (one, other, signal) => forkPoint(repository, { one, other }, signal),

    headLog: (signal) => headLog(repository, signal),

    async textAt(revision, path, signal) {
      // As it would be checked out, so that it compares with the file in the work tree whatever the line-ending rules are.
      const args = ["cat-file", "--filters", "--end-of-options", `${revision}:${path}`];
      const { exitCode, stdout, stderr } = await git.ask({ mode: "read", args }, signal);
      if (exitCode === 0) return stdout.toString();
      if (/does not exist in '|exists on disk, but not in '/.test(stderr)) return null;
      throw failureOf("cat-file", stderr, exitCode);
    },

    async diff(from, to, signal) {
      if (from === to) return "";
      const args = [...diffArgs, "--end-of-options", from, to, "--"];
      const { stdout } = await git.run({ mode: "read", args, cutAt: maxPatchBytes }, signal);
      return stdout.toString();
    },

    async addedLines(from, to, signal) {
      if (from === to) return [];
      const args = [...patchArgs, "--end-of-options", from, to, "--"];
      const { stdout } = await git.run({ mode: "read", args, cutAt: maxPatchBytes }, signal);
      return readAddedLines(stdout.toString(), maxAddedLines);
    },
  };
}

async function isCommit({ git }: GitRepository, name: string, signal?: AbortSignal): Promise<boolean> {
  if (!/^[0-9a-f]{4,64}$/i.test(name)) return false;
  const args = ["rev-parse", "--verify", "--quiet", `${name}^{commit}`];
  return (await git.ask({ mode: "read", args }, signal)).exitCode === 0;
}

async function forkPoint(
  { git }: GitRepository,
  { one, other }: { readonly one: string; readonly other: string },
  signal?: AbortSignal,
): Promise<string | null> {
  const args = ["merge-base", "--end-of-options", one, other];
  const { exitCode, stdout } = await git.ask({ mode: "read", args }, signal);
  return exitCode === 0 ? stdout.toString().trim() : null;
}

/** The tree that the work tree's content makes; git's own index stays as it is. */
export async function snapshotOf(
  repository: GitRepository,
  look: TreeView,
  aside: Aside,
  signal?: AbortSignal,
): Promise<string> {
  const left = asidePaths(aside);
  const mine = look.dirty.filter(({ path }) => !left.has(path));
  if (mine.length === 0) return treeOf(repository, look.head, signal);
  // A path aside that somebody staged is in the index already: such an index is no start for ours.
  const stagedAside = look.dirty.filter(({ path, state }) => left.has(path) && state !== "untracked");
  await using index = await temporaryIndex(repository, stagedAside.length === 0 ? "copy" : "empty");
  if (stagedAside.length > 0)
    await repository.git.run({ mode: "write", args: ["read-tree", look.head], env: index.env }, signal);
  await stage(
    repository,
    mine.map(({ path }) => path),
    index.env,
    signal,
  );
  const { stdout } = await repository.git.run({ mode: "write", args: ["write-tree"], env: index.env }, signal);
  return stdout.toString().trim();
}

/** The tree of a commit: from its object where that is loose, else by one call. */
async function treeOf({ git, view }: GitRepository, commit: string, signal?: AbortSignal): Promise<string> {
  const known = readLooseTree(view, commit);
  if (known !== null) return known;
  const { stdout } = await git.run(
    { mode: "read", args: ["rev-parse", "--verify", "--end-of-options", `${commit}^{tree}`] },
    signal,
  );
  return stdout.toString().trim();
}

const kinds: Readonly<Record<string, Change["kind"]>> = {
  A: "added",
  M: "modified",
  D: "deleted",
  T: "type-changed",
  R: "renamed",
};

function readChanges(fields: readonly string[]): readonly Change[] {
  const changes: Change[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    changes.push({ path: fields[at + 1] ?? "", kind: kinds[fields[at]?.[0] ?? ""] ?? "modified" });
  }
  return changes;
}
