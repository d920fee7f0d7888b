import { copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { GitRepository } from "./git-repository.ts";

/** An index file of our own, beside git's, that goes away by itself: trees are made in it without touching a person's. */
export interface TemporaryIndex extends AsyncDisposable {
  /** To be given to each call that shall use it. */
  readonly env: Readonly<Record<string, string>>;
}

let count = 0;

/** Makes one. `copy` starts from the present index (and its knowledge of which files are unchanged), `empty` from nothing. */
export async function temporaryIndex({ view }: GitRepository, from: "copy" | "empty"): Promise<TemporaryIndex> {
  const file = join(view.gitDir, `ralph-index-${process.pid}-${(count += 1)}`);
  // No index at all is a state that git knows too: everything is deleted there.
  if (from === "copy") await copyFile(join(view.gitDir, "index"), file).catch(unlessMissing);
  return {
    env: { GIT_INDEX_FILE: file },
    async [Symbol.asyncDispose]() {
      await Promise.all([rm(file, { force: true }), rm(`${file}.lock`, { force: true })]);
    },
  };
}

function unlessMissing(cause: unknown): void {
  if (!(cause instanceof Error && "code" in cause && cause.code === "ENOENT")) throw cause;
}
