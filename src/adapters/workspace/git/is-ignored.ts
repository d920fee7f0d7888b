import type { RepositoryView } from "../../../ports/workspace.ts";
import { openGit } from "./call/git.ts";

/** Whether git ignores a path (absolute) in this work tree. */
export async function isIgnored(
  view: RepositoryView,
  env: Readonly<Record<string, string | undefined>>,
  path: string,
): Promise<boolean> {
  const answer = await openGit(view.root, { env }).ask({ mode: "read", args: ["check-ignore", "--quiet", "--", path] });
  return answer.exitCode === 0;
}
