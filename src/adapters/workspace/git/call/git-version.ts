import type { Git } from "./git.ts";

/** The version of the git program, as in 2.39.5, by one call. */
export async function gitVersion(git: Git, signal?: AbortSignal): Promise<string> {
  const { stdout } = await git.ask({ mode: "read", args: ["version"] }, signal);
  return stdout
    .toString()
    .replace(/^git version /, "")
    .trim();
}
