import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { join, resolve } from "node:path";
import { WorkspaceError, type RepositoryView } from "../../../ports/workspace.ts";
import { findDefaultBranch, readBranches } from "./read/default-branch.ts";
import { failureOf } from "./call/git-failure.ts";
import { exists, underWayIn } from "./read/git-files.ts";
import { repositoriesBelow } from "./read/repositories-below.ts";
import { settingsOf } from "./read/settings.ts";
import { noCommits } from "./git-repository.ts";
import { gitVersion } from "./call/git-version.ts";
import { openGit, type GitAnswer, type GitOptions } from "./call/git.ts";

/**
 * Looks at the repository that `cwd` lies in: sub-folders, symbolic links, linked work trees, submodules and shallow
 * clones are all right. Three git calls at once. Each state that can't be worked in rejects with a WorkspaceError of its own.
 */
export async function openRepository(
  cwd: string,
  options: GitOptions = {},
  signal?: AbortSignal,
): Promise<RepositoryView> {
  const at = resolve(cwd);
  if (!exists(at)) throw new WorkspaceError("not-a-repository", `There is no folder ${at}.`);
  const git = openGit(at, options);
  const ask = (...args: readonly string[]): Promise<GitAnswer> => git.ask({ mode: "read", args }, signal);
  const [place, branches, settings] = await Promise.all([
    ask(...placeArgs),
    ask(...branchArgs),
    settingsOf(git, lookedAt, signal),
  ]);
  if (isTooOld(place)) throw tooOld(await gitVersion(git, signal));
  const { root, gitDir, commonDir, shallow, head, branch } = readPlace(at, place);
  if (branches.exitCode !== 0) throw failureOf("for-each-ref", branches.stderr, branches.exitCode);
  const known = readBranches(branches.stdout.toString());
  await refuseReadOnly(gitDir, commonDir);
  return {
    root,
    gitDir,
    commonDir,
    branch,
    head,
    defaultBranch: findDefaultBranch(known, branch, settings.get("init.defaultbranch") ?? null),
    underWay: underWayIn(gitDir),
    branchInTheWay: known.local.find((name) => name === "ralph" || name === "ralph/blocked") ?? null,
    submodules: exists(join(root, ".gitmodules")),
    sparse: settings.get("core.sparsecheckout") === "true",
    shallow,
    hasRemote: [...settings.keys()].some((key) => key.startsWith("remote.")),
  };
}

const lookedAt = String.raw`^(init\.defaultbranch|core\.sparsecheckout|remote\..*\.(url|pushurl))$`;
const branchArgs = ["for-each-ref", "--format=%(refname) %(symref)", "refs/heads", "refs/remotes/*/HEAD"];

interface Place {
  readonly root: string;
  readonly gitDir: string;
  readonly commonDir: string;
  readonly shallow: boolean;
  readonly head: string;
  readonly branch: string | null;
}

const placeArgs = [
  "rev-parse",
  "--is-bare-repository",
  "--is-inside-work-tree",
  "--path-format=absolute",
  "--show-toplevel",
  "--absolute-git-dir",
  "--git-common-dir",
  "--is-shallow-repository",
  "HEAD",
  "--symbolic-full-name",
  "HEAD",
];

function readPlace(at: string, { exitCode, stdout, stderr }: GitAnswer): Place {
  const lines = stdout.toString().split("\n");
  const [bare, inside, root = "", gitDir = "", commonDir = "", shallow, head = "", fullName = ""] = lines;
  // git prints what it can before it gives up, so that the answer itself tells how far it came.
  if (bare === "true")
    throw new WorkspaceError("bare", "This is a bare repository, without a work tree. Start in a clone of it.", stderr);
  if (inside === "false") {
    throw new WorkspaceError("not-a-repository", `${at} lies inside a .git folder. Start in the work tree.`, stderr);
  }
  if (exitCode !== 0 && /ambiguous argument 'HEAD'|bad revision 'HEAD'/.test(stderr)) throw noCommits();
  if (exitCode !== 0) throw withNeighbours(failureOf("rev-parse", stderr, exitCode), at);
  if (lines.length > 9 || (shallow !== "true" && shallow !== "false")) {
    throw new WorkspaceError(
      "failed",
      "The repository's path holds a line break, which is not supported. Move it.",
      stdout.toString(),
    );
  }
  return { root, gitDir, commonDir, shallow: shallow === "true", head, branch: branchName(fullName) };
}

/** Who starts above several repositories means one of them (F059). */
function withNeighbours(error: WorkspaceError, at: string): WorkspaceError {
  const below = error.code === "not-a-repository" ? repositoriesBelow(at) : [];
  if (below.length === 0) return error;
  const message = `${error.message} There are repositories below it: ${below.join(", ")}. Start in one of them; each has its own plan.`;
  return new WorkspaceError(error.code, message, error.detail);
}

const branchName = (fullName: string): string | null =>
  fullName.startsWith("refs/heads/") ? fullName.slice("refs/heads/".length) : null;

/** What we ask of git came with 2.31; an older one gives an option that it does not know back, as if it were somebody else's. */
const isTooOld = ({ stdout }: GitAnswer): boolean => stdout.toString().split("\n").includes("--path-format=absolute");

const tooOld = (version: string): WorkspaceError =>
  new WorkspaceError(
    "failed",
    `git ${version} is too old. Install git 2.31 or newer (2.38 for landing on a branch that has moved).`,
  );

async function refuseReadOnly(gitDir: string, commonDir: string): Promise<void> {
  for (const folder of [gitDir, commonDir, join(commonDir, "objects"), join(commonDir, "refs")]) {
    await access(folder, constants.W_OK).catch((cause: unknown) => {
      throw new WorkspaceError(
        "read-only",
        `${folder} can't be written to. Check its owner and permissions.`,
        String(cause),
        { cause },
      );
    });
  }
}
