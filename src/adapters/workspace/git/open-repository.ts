import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { join, resolve } from "node:path";
import { WorkspaceError, type RepositoryView } from "../../../ports/workspace.ts";
import { findDefaultBranch, readBranches } from "./read/default-branch.ts";
import { failureOf } from "./call/git-failure.ts";
import { exists, underWayIn } from "./read/git-files.ts";
import { repositoriesBelow } from "./read/repositories-below.ts";
import { noCommits } from "./git-repository.ts";
import { openGit, type GitAnswer, type GitOptions } from "./call/git.ts";

/**
 * Looks at the repository that `cwd` lies in: sub-folders, symbolic links, linked work trees, submodules and shallow
 * clones are all right. Four git calls at once. Each state that can't be worked in rejects with a WorkspaceError of its own.
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
  const [version, place, branches, config] = await Promise.all([
    ask("version"),
    ask(...placeArgs),
    ask(...branchArgs),
    ask("config", "--null", "--get-regexp", String.raw`^(init\.defaultbranch|core\.sparsecheckout)$`),
  ]);
  const gitVersion = version.stdout
    .toString()
    .replace(/^git version /, "")
    .trim();
  refuseOld(gitVersion);
  const { root, gitDir, commonDir, shallow, head, branch } = readPlace(at, place);
  if (branches.exitCode !== 0) throw failureOf("for-each-ref", branches.stderr, branches.exitCode);
  const settings = readSettings(config.stdout.toString());
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
    gitVersion,
  };
}

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

/** What we ask of git came with 2.31; an older one would not refuse it, but answer something else. */
function refuseOld(version: string): void {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > 2 || (major === 2 && minor >= 31)) return;
  throw new WorkspaceError(
    "failed",
    `git ${version} is too old. Install git 2.31 or newer (2.38 for landing on a branch that has moved).`,
  );
}

function readSettings(text: string): Map<string, string> {
  // Later lines win, as they do for git. A key without a value stands for true.
  return new Map(
    text
      .split("\0")
      .filter((entry) => entry !== "")
      .map((entry) => keyAndValue(entry)),
  );
}

function keyAndValue(entry: string): [string, string] {
  const end = entry.indexOf("\n");
  return end === -1 ? [entry, "true"] : [entry.slice(0, end), entry.slice(end + 1)];
}

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
