import { copyFile, mkdir, readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { GitRepository } from "../git-repository.ts";

/** An index file of our own, beside git's, that goes away by itself: trees are made in it without touching a person's. */
export interface TemporaryIndex extends AsyncDisposable {
  /** To be given to each call that shall use it. */
  readonly env: Readonly<Record<string, string>>;
}

const cleaned = new WeakSet<GitRepository>();
let count = 0;

/** Makes one. `copy` starts from the present index (and its knowledge of which files are unchanged), `empty` from nothing. */
export async function temporaryIndex(repository: GitRepository, from: "copy" | "empty"): Promise<TemporaryIndex> {
  const { gitDir } = repository.view;
  const folder = join(gitDir, "ralph");
  if (!cleaned.has(repository)) {
    await mkdir(folder, { recursive: true });
    await removeLeftOver(folder);
    cleaned.add(repository);
  }
  const file = join(folder, `index-${process.pid}-${(count += 1)}`);
  // No index at all is a state that git knows too: everything is deleted there.
  if (from === "copy") await copyIndex(join(gitDir, "index"), file).catch(unlessMissing);
  return {
    env: { GIT_INDEX_FILE: file },
    async [Symbol.asyncDispose]() {
      await Promise.all([rm(file, { force: true }), rm(`${file}.lock`, { force: true })]);
    },
  };
}

/**
 * Copies an index with its age. Git looks into files that are no older than their index, since an edit within one second and
 * of one size shows in nothing else; a younger copy would hide such an edit.
 */
async function copyIndex(index: string, copy: string): Promise<void> {
  const { mtimeMs } = await stat(index);
  await copyFile(index, copy);
  const seconds = Math.floor(mtimeMs / 1_000);
  await utimes(copy, seconds, seconds);
}

/** Takes away what killed processes have left. */
async function removeLeftOver(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = /^index-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isThere(Number(pid))) await rm(join(folder, name), { force: true });
  }
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (cause) {
    return !(cause instanceof Error && "code" in cause && cause.code === "ESRCH");
  }
}

function unlessMissing(cause: unknown): void {
  if (!(cause instanceof Error && "code" in cause && cause.code === "ENOENT")) throw cause;
}
