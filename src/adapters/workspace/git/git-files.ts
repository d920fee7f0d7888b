import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { inflate } from "node:zlib";

// What can be read from git's documented files at no cost, so that no process is started for it. Each answer may be
// "not known" (null), as with packed refs or another ref store: then git is asked.

/** Where a work tree's git files are: its own folder, and the one that all work trees of the repository share. */
export interface GitFolders {
  readonly gitDir: string;
  readonly commonDir: string;
}

const oid = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** What HEAD says: a branch, a commit, or null when it can't be told from the file. */
export async function readHead(folders: GitFolders): Promise<{ branch: string | null; commit: string | null } | null> {
  const text = await textOf(join(folders.gitDir, "HEAD"));
  if (text === null) return null;
  if (oid.test(text)) return { branch: null, commit: text };
  const ref = /^ref: (refs\/heads\/(.+))$/.exec(text);
  if (ref?.[1] === undefined || ref[2] === undefined || ref[2] === ".invalid") return null;
  return { branch: ref[2], commit: await readLooseRef(folders, ref[1]) };
}

/** The commit of a ref that stands in a file of its own, or null. */
export async function readLooseRef(folders: GitFolders, ref: string): Promise<string | null> {
  const text = await textOf(join(folders.commonDir, ...ref.split("/")));
  return text !== null && oid.test(text) ? text : null;
}

/** The tree of a commit that was written lately, so that it is not packed yet; else null. */
export async function readLooseTree(folders: GitFolders, commit: string): Promise<string | null> {
  try {
    const packed = await readFile(join(folders.commonDir, "objects", commit.slice(0, 2), commit.slice(2)));
    const text = (await promisify(inflate)(packed)).toString("latin1");
    return /^commit \d+\0tree ([0-9a-f]+)\n/.exec(text)?.[1] ?? null;
  } catch {
    return null;
  }
}

/** What a person (or an agent) has begun and not ended, by the file that tells it. */
const unfinished = [
  ["MERGE_HEAD", "merge"],
  ["rebase-merge", "rebase"],
  ["rebase-apply", "rebase"],
  ["CHERRY_PICK_HEAD", "cherry-pick"],
  ["REVERT_HEAD", "revert"],
  ["BISECT_LOG", "bisect"],
  ["sequencer", "cherry-pick"],
] as const;

/** The operation that is under way in a work tree, or null. */
export async function underWayIn(gitDir: string): Promise<string | null> {
  for (const [file, name] of unfinished) {
    if (await exists(join(gitDir, file))) return name;
  }
  return null;
}

/** Forgets a merge, cherry-pick or revert that was left half-way; HEAD, index and files stay as they are. */
export async function forgetMerge(gitDir: string): Promise<void> {
  const files = [
    "MERGE_HEAD",
    "MERGE_MODE",
    "MERGE_MSG",
    "MERGE_RR",
    "AUTO_MERGE",
    "SQUASH_MSG",
    "CHERRY_PICK_HEAD",
    "REVERT_HEAD",
  ];
  await Promise.all([...files, "sequencer"].map((file) => rm(join(gitDir, file), { recursive: true, force: true })));
}

/** True when there is something at the path; a broken symbolic link counts as nothing. */
export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function textOf(path: string): Promise<string | null> {
  try {
    return (await readFile(path, "utf8")).trim();
  } catch {
    return null;
  }
}
