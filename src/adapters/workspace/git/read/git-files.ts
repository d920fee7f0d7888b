import { readFileSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { inflateSync } from "node:zlib";

// What can be read from git's documented files at no cost, so that no process is started for it. Each answer may be
// "not known" (null), as with packed refs or another ref store: then git is asked. The files are a line long or two, so they
// are read at once: a way through the thread pool costs ten times the reading.

/** Where a work tree's git files are: its own folder, and the one that all work trees of the repository share. */
export interface GitFolders {
  readonly gitDir: string;
  readonly commonDir: string;
}

const oid = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** What HEAD says: a branch, a commit, or null when it can't be told from the file. */
export function readHead(folders: GitFolders): { branch: string | null; commit: string | null } | null {
  const text = textOf(join(folders.gitDir, "HEAD"));
  if (text === null) return null;
  if (oid.test(text)) return { branch: null, commit: text };
  const ref = /^ref: (refs\/heads\/(.+))$/.exec(text);
  if (ref?.[1] === undefined || ref[2] === undefined || ref[2] === ".invalid") return null;
  return { branch: ref[2], commit: readLooseRef(folders, ref[1]) };
}

/** The commit of a ref that stands in a file of its own, or null. */
export function readLooseRef(folders: GitFolders, ref: string): string | null {
  const text = textOf(join(folders.commonDir, ...ref.split("/")));
  return text !== null && oid.test(text) ? text : null;
}

/** The tree of a commit that was written lately, so that it is not packed yet; else null. */
export function readLooseTree(folders: GitFolders, commit: string): string | null {
  try {
    const packed = readFileSync(join(folders.commonDir, "objects", commit.slice(0, 2), commit.slice(2)));
    const text = inflateSync(packed).toString("latin1");
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
export function underWayIn(gitDir: string): string | null {
  for (const [file, name] of unfinished) {
    if (exists(join(gitDir, file))) return name;
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
export function exists(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return null;
  }
}
