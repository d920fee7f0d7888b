import { join } from "node:path";
import type { Aside } from "../../../../ports/workspace.ts";
import { asidePaths } from "./aside-paths.ts";
import { failureOf } from "../call/git-failure.ts";
import { exists, forgetMerge } from "../read/git-files.ts";
import { lookAt, type GitRepository } from "../git-repository.ts";
import { stage } from "./stage.ts";
import { temporaryIndex } from "./temporary-index.ts";

/**
 * Makes index and work tree what `commit` holds. First the index takes in what lies there, so that git itself can go
 * from the one tree to the other: it checks every path before it writes the first, and knows links, modes and folders
 * that take each other's place. HEAD's branch stays. What is aside is kept in the target as it is now.
 */
export async function putBack(
  repository: GitRepository,
  commit: string,
  aside: Aside,
  signal?: AbortSignal,
): Promise<void> {
  const { git, view } = repository;
  const left = asidePaths(aside);
  const look = await lookAt(repository, signal);
  repository.lastLook = null;
  await endUnfinished(repository, signal);
  const mine = look.dirty.map(({ path }) => path).filter((path) => !left.has(path));
  await stage(repository, mine, {}, signal);
  const { stdout } = await git.run({ mode: "write", args: ["write-tree"] }, signal);
  const present = stdout.toString().trim();
  const target = await targetTree(repository, { present, commit, blocks: (path) => left.blocks(path) }, signal);
  if (target === present) return;
  // Not cut short any more: half of the files would be the worst of all.
  const args = ["read-tree", "-m", "-u", present, target];
  if (!view.submodules) {
    await goThere(repository, args);
    return;
  }
  const whole = await git.ask({ mode: "write", args: [...args.slice(0, 3), "--recurse-submodules", ...args.slice(3)] });
  // A submodule with uncommitted work of its own is left as it is; the repository around it is put back all the same.
  if (whole.exitCode !== 0)
    await git.run({ mode: "write", args: [...args.slice(0, 3), "--no-recurse-submodules", ...args.slice(3)] });
}

/** A file that was written again with the same content is an obstacle only until the index has looked again. */
async function goThere({ git }: GitRepository, args: readonly string[]): Promise<void> {
  const first = await git.ask({ mode: "write", args });
  if (first.exitCode === 0) return;
  if (!/not uptodate/.test(first.stderr)) throw failureOf("read-tree", first.stderr, first.exitCode);
  await git.ask({ mode: "write", args: ["update-index", "-q", "--refresh"] });
  await git.run({ mode: "write", args });
}

interface Aim {
  readonly present: string;
  readonly commit: string;
  readonly blocks: (path: string) => boolean;
}

/** The commit's tree, but with every path that is aside (or that can't come because of one) as it is at present. */
async function targetTree(
  repository: GitRepository,
  { present, commit, blocks }: Aim,
  signal?: AbortSignal,
): Promise<string> {
  const { git, paths } = repository;
  const args = [
    "diff-tree",
    "-r",
    "-z",
    "--raw",
    "--no-renames",
    "--no-abbrev",
    "--ignore-submodules=none",
    "--end-of-options",
    commit,
    present,
    "--",
  ];
  const { stdout } = await git.run({ mode: "read", args }, signal);
  const fields = paths.split(stdout);
  const stays: { path: string; mode: string; object: string }[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = "", , object = ""] = fields[at]?.split(" ") ?? [];
    const path = fields[at + 1] ?? "";
    if (blocks(path)) stays.push({ path, mode, object });
  }
  if (fields.length === 0) return present;
  if (stays.length === 0) return `${commit}^{tree}`;
  await using index = await temporaryIndex(repository, "empty");
  const { env } = index;
  await git.run({ mode: "write", args: ["read-tree", commit], env }, signal);
  const lines = stays.map(({ path, mode, object }) =>
    Buffer.concat([Buffer.from(`${mode} ${object}\t`), paths.join([path])]),
  );
  await git.run(
    { mode: "write", args: ["update-index", "-z", "--index-info"], stdin: Buffer.concat(lines), env },
    signal,
  );
  const made = await git.run({ mode: "write", args: ["write-tree"], env }, signal);
  return made.stdout.toString().trim();
}

/** Clears away what an agent has begun and not ended, without moving HEAD; else the next commit would be refused. */
async function endUnfinished({ git, view }: GitRepository, signal?: AbortSignal): Promise<void> {
  if (exists(join(view.gitDir, "rebase-merge"))) await git.ask({ mode: "write", args: ["rebase", "--quit"] }, signal);
  if (exists(join(view.gitDir, "rebase-apply"))) await git.ask({ mode: "write", args: ["am", "--quit"] }, signal);
  await forgetMerge(view.gitDir);
}
