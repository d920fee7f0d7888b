import type { RepositoryView } from "../../../../ports/workspace.ts";
import { type GitOptions, openGit } from "../call/git.ts";

/** The address of the remote `origin`, as git has it after its own rewriting; null where there is none. */
export async function remoteAddress(
  { root }: Pick<RepositoryView, "root">,
  options: GitOptions = {},
): Promise<string | null> {
  const git = openGit(root, options);
  const { exitCode, stdout } = await git.ask({ mode: "read", args: ["remote", "get-url", "origin"] });
  return exitCode === 0 ? stdout.toString().trim() : null;
}
