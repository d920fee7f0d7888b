import { WorkspaceError } from "../../../../ports/workspace.ts";
import type { Git } from "../call/git.ts";
import { settingsOf } from "../read/settings.ts";

/** A branch as the remote has it, and where it is remembered here. */
export interface RemoteBranch {
  /** The remote's name, as in `origin`. */
  readonly remote: string;
  /** `refs/heads/…` there. */
  readonly theirs: string;
  /** `refs/remotes/…` here. */
  readonly ours: string;
  /** As git shows it: `origin/main`. */
  readonly name: string;
}

/**
 * The branch that one is set up to follow, else that of the same name on the usual remote, or where there is none, on that of `beside`,
 * another branch; null where there is no such remote. One call.
 */
export async function remoteBranchOf(git: Git, branch: string, beside?: string): Promise<RemoteBranch | null> {
  const settings = await settingsOf(git, followed);
  const isThere = (name: string): boolean => ["url", "pushurl"].some((way) => settings.has(`remote.${name}.${way}`));
  const usual = isThere("origin") ? "origin" : settings.get(`branch.${beside ?? branch}.remote`);
  const remote = settings.get(`branch.${branch}.remote`) ?? usual;
  if (remote === undefined || !isThere(remote)) return null;
  const theirs = settings.get(`branch.${branch}.merge`) ?? `refs/heads/${branch}`;
  const short = theirs.replace(/^refs\/heads\//, "");
  return { remote, theirs, ours: `refs/remotes/${remote}/${short}`, name: `${remote}/${short}` };
}

const followed = String.raw`^(remote\..*\.(url|pushurl)|branch\..*\.(remote|merge))$`;

/** What came of a fetch. */
export type Fetched = "fetched" | "not there" | { readonly why: string };

/** Asks the remote for a branch. Whatever keeps it from answering is told; rejects with the signal's reason alone. */
export async function fetchBranch(
  git: Git,
  { remote, theirs, ours }: RemoteBranch,
  signal?: AbortSignal,
): Promise<Fetched> {
  const args = ["fetch", "--quiet", "--no-tags", "--no-recurse-submodules", remote, `+${theirs}:${ours}`];
  try {
    const { exitCode, stderr } = await git.ask({ mode: "write", args }, signal);
    if (exitCode === 0) return "fetched";
    return /couldn't find remote ref/i.test(stderr) ? "not there" : { why: firstLine(stderr) };
  } catch (error) {
    if (error instanceof WorkspaceError) return { why: error.message };
    throw error;
  }
}

/** The lines that a reading call answers with; null where it fails. */
export async function linesOf(git: Git, args: readonly string[]): Promise<readonly string[] | null> {
  const { exitCode, stdout } = await git.ask({ mode: "read", args });
  return exitCode === 0
    ? stdout
        .toString()
        .split("\n")
        .filter((line) => line !== "")
    : null;
}

/** What git says first, without its own mark before it. */
export const firstLine = (stderr: string): string =>
  withoutSecrets(stderr.split("\n").find((line) => line.trim() !== "") ?? "git did not say why")
    .replace(/^(?:fatal|error): /, "")
    .slice(0, 200);

/** Addresses may hold a password. */
export const withoutSecrets = (words: string): string => words.replaceAll(/:\/\/[^/@\s]*@/g, "://");
