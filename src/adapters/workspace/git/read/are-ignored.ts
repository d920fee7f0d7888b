import type { RepositoryView } from "../../../../ports/workspace.ts";
import { openGit } from "../call/git.ts";

/** Whether git ignores all of these paths (absolute) in this work tree. */
export async function areIgnored(
  view: RepositoryView,
  env: Readonly<Record<string, string | undefined>>,
  paths: readonly string[],
): Promise<boolean> {
  const stdin = paths.map((path) => `${path}\0`).join("");
  const answer = await openGit(view.root, { env }).ask({
    mode: "read",
    args: ["check-ignore", "-z", "--stdin"],
    stdin,
  });
  return (
    answer.exitCode === 0 &&
    answer.stdout
      .toString()
      .split("\0")
      .filter((path) => path !== "").length === paths.length
  );
}
