import type { Git } from "../call/git.ts";

/**
 * The settings in force whose keys match (extended regular expression; sections and variables are in lower case), by one call. A key
 * without a value stands for true.
 */
export async function settingsOf(git: Git, keys: string, signal?: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await git.ask({ mode: "read", args: ["config", "--null", "--get-regexp", keys] }, signal);
  const entries = stdout.toString().split("\0");
  // Later lines win, as they do for git.
  return new Map(entries.filter((entry) => entry !== "").map(keyAndValue));
}

function keyAndValue(entry: string): [string, string] {
  const end = entry.indexOf("\n");
  return end === -1 ? [entry, "true"] : [entry.slice(0, end), entry.slice(end + 1)];
}
