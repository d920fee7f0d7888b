import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { replaceFile } from "../../../system/atomic-file.ts";

/**
 * Which commits of a branch we have brought to the remote: what may be replaced there by force. What the repository remembers of the
 * remote is no such knowledge: it is also told by a fetch of what others have pushed.
 */
export interface PushedCommits {
  has(branch: string, commit: string): Promise<boolean>;
  /** Said before the push, so that a kill in between forgets nothing. Idempotent. */
  add(branch: string, commit: string): Promise<void>;
}

/** So many commits of a branch are remembered: more than one task is ever worked on anew. */
const most = 50;

/** Kept in a file for each branch, below the git folder that all work trees share. */
export function pushedCommits(commonDir: string): PushedCommits {
  const folder = join(commonDir, "ralph", "pushed");
  const fileOf = (branch: string): string => join(folder, encodeURIComponent(branch));
  const read = async (branch: string): Promise<readonly string[]> => {
    const text = await readFile(fileOf(branch), "utf8").catch(() => "");
    return text.split("\n").filter((line) => line !== "");
  };
  return {
    has: async (branch, commit) => (await read(branch)).includes(commit),
    async add(branch, commit) {
      const known = await read(branch);
      if (known.includes(commit)) return;
      await mkdir(folder, { recursive: true });
      await replaceFile(fileOf(branch), [...known, commit, ""].slice(-most - 1).join("\n"));
    },
  };
}
