import type { RepositoryView } from "../../../../ports/workspace.ts";
import { openGit } from "../call/git.ts";

/** Which of these paths (from the root) git knows as files of the repository. */
export async function areTracked(
  view: RepositoryView,
  env: Readonly<Record<string, string | undefined>>,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set();
  const literal = paths.map((path) => `:(literal)${path}`);
  const answer = await openGit(view.root, { env }).run({ mode: "read", args: ["ls-files", "-z", "--", ...literal] });
  return new Set(
    answer.stdout
      .toString()
      .split("\0")
      .filter((path) => path !== ""),
  );
}
