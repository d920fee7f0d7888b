import type { BroughtUp, Remote } from "../../../../ports/remote.ts";
import { WorkspaceError } from "../../../../ports/workspace.ts";
import { failureOf, tail } from "../call/git-failure.ts";
import { openGit, type Git } from "../call/git.ts";
import { branchOf, type GitRepository } from "../git-repository.ts";
import { followRemote } from "./follow-remote.ts";
import { branchTip } from "./git-branches.ts";
import { type PushedCommits, pushedCommits } from "./pushed-commits.ts";
import { fetchBranch, linesOf, remoteBranchOf, withoutSecrets, type RemoteBranch } from "./remote-branch.ts";

/** How a remote is reached. */
export interface RemoteOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** So long it may take to answer, in ms; five minutes where it is not given. */
  readonly timeoutMs?: number;
  /** Further branches that are never pushed to, beside the default one, `main` and `master`. */
  readonly isProtected?: (branch: string) => boolean;
}

interface Place {
  readonly repository: GitRepository;
  readonly git: Git;
  readonly pushed: PushedCommits;
  readonly options: RemoteOptions;
}

/** The remote that git knows, through the git program. A person's hooks run with a push and a merge; nobody is asked for a password. */
export function gitRemote(repository: GitRepository, options: RemoteOptions = {}): Remote {
  const { view } = repository;
  const timeoutMs = options.timeoutMs ?? 300_000;
  const git = openGit(view.root, { timeoutMs, commitTimeoutMs: timeoutMs, ...envOf(options) });
  const place: Place = { repository, git, pushed: pushedCommits(view.commonDir), options };
  return {
    push: (branch, how = "forward", signal) => push(place, { branch, how }, signal),
    fetch: (branch, signal) => fetchTip(place, branch, signal),
    follow: (branch, signal) => follow(place, branch, signal),
    bringUp: (base, yields = () => false, signal) => bringUp(place, { base, yields }, signal),
  };
}

const envOf = ({ env }: RemoteOptions): { readonly env?: NodeJS.ProcessEnv } => (env === undefined ? {} : { env });

async function remoteOf({ git, repository }: Place, branch: string): Promise<RemoteBranch> {
  const found = await remoteBranchOf(git, branch, repository.view.defaultBranch);
  if (found !== null) return found;
  throw new WorkspaceError(
    "unreachable",
    `This repository has no remote for ${branch}. Add one: git remote add origin <address>.`,
  );
}

async function push(
  place: Place,
  { branch, how }: { readonly branch: string; readonly how: "forward" | "forced" },
  signal?: AbortSignal,
): Promise<void> {
  const { git, pushed, repository, options } = place;
  if (["main", "master", repository.view.defaultBranch].includes(branch) || options.isProtected?.(branch) === true)
    throw new WorkspaceError(
      "failed",
      `${branch} is protected: work gets there by a merge, and is never pushed to it.`,
    );
  const tip = await branchTip(repository, branch, signal);
  if (tip === null) throw new WorkspaceError("failed", `There is no branch ${branch} to push.`);
  const { remote } = await remoteOf(place, branch);
  const replaced = how === "forced" ? await ownTip(place, branch, signal) : null;
  const lease = replaced === null ? [] : [`--force-with-lease=refs/heads/${branch}:${replaced}`];
  const args = ["push", "--quiet", "--no-follow-tags", ...lease, remote, `${tip}:refs/heads/${branch}`];
  await pushed.add(branch, tip);
  // A person's hook may have to carry more than commits, such as large files.
  const { exitCode, stderr } = await git.ask({ mode: "commit", args }, signal);
  if (exitCode !== 0) throw pushFailure(branch, withoutSecrets(stderr), exitCode);
}

/* Where the remote's branch stands, if we ourselves have brought it there; else a push has to go forward. */
async function ownTip(place: Place, branch: string, signal?: AbortSignal): Promise<string | null> {
  const there = await fetchTip(place, branch, signal);
  return there !== null && (await place.pushed.has(branch, there)) ? there : null;
}

const refusals: readonly {
  readonly pattern: RegExp;
  readonly code: WorkspaceError["code"];
  say(branch: string): string;
}[] = [
  {
    pattern: /stale info|fetch first|non-fast-forward/,
    code: "conflict",
    say: (branch) => `The remote's ${branch} has commits that are not ours; it was not pushed. Look at what they are.`,
  },
  {
    pattern: /remote rejected|hook declined|protected branch/,
    code: "hook",
    say: (branch) => `The remote does not take ${branch}.`,
  },
  {
    // Where neither the remote nor the way there is named, a hook here has refused.
    pattern:
      /^(?![\s\S]*(?: ! \[|hung up|RPC failed|unable to access|[Cc]ould not read))[\s\S]*failed to push some refs/,
    code: "hook",
    say: (branch) => `The pre-push hook did not let ${branch} go.`,
  },
];

function pushFailure(branch: string, words: string, exitCode: number): WorkspaceError {
  const refusal = refusals.find(({ pattern }) => pattern.test(words));
  if (refusal === undefined) return reachFailure("push", words, exitCode);
  const why = /^remote: (?:error: )?(\S.*)$/m.exec(words)?.[1];
  return new WorkspaceError(
    refusal.code,
    `${refusal.say(branch)}${why === undefined ? "" : ` It says: ${why}`}`,
    tail(words),
  );
}

/* Who may not log in gets a word of help; all else is told as git tells it. */
function reachFailure(verb: string, words: string, exitCode: number): WorkspaceError {
  if (
    /could not read (?:Username|Password)|Authentication failed|Permission denied \(publickey|terminal prompts disabled/i.test(
      words,
    )
  )
    return new WorkspaceError(
      "unreachable",
      "git may not log in to the remote, and nobody can be asked for a password. Set up a credential helper (such as `gh auth setup-git`) or an SSH key without one.",
      tail(words),
    );
  const failure = failureOf(verb, words, exitCode);
  return failure.code === "failed" ? new WorkspaceError("unreachable", failure.message, failure.detail) : failure;
}

async function fetchTip(place: Place, branch: string, signal?: AbortSignal): Promise<string | null> {
  const from = await remoteOf(place, branch);
  const fetched = await fetchBranch(place.git, from, signal);
  if (fetched === "not there") return null;
  if (fetched !== "fetched") throw reachFailure("fetch", fetched.why, 128);
  return branchTip(place.repository, from.ours, signal);
}

async function follow(place: Place, branch: string, signal?: AbortSignal): Promise<string> {
  const { repository, options } = place;
  const home = { ...repository.view, branch: await branchOf(repository, signal) };
  repository.lastLook = null;
  const followed = await followRemote(
    home,
    { branch, mayTouchTree: true },
    { timeoutMs: options.timeoutMs ?? 300_000, ...envOf(options) },
    signal,
  );
  if (followed.kind === "unreachable") throw reachFailure("fetch", followed.why, 128);
  const tip = await branchTip(repository, branch, signal);
  if (tip === null) throw new WorkspaceError("failed", `There is no branch ${branch} here.`);
  return tip;
}

interface BringingUp {
  readonly base: string;
  readonly yields: (path: string) => boolean;
}

async function bringUp(place: Place, { base, yields }: BringingUp, signal?: AbortSignal): Promise<BroughtUp> {
  const { git, repository } = place;
  const theirs = await fetchTip(place, base, signal);
  if (theirs === null) throw new WorkspaceError("failed", `The remote has no branch ${base}.`);
  if ((await linesOf(git, ["rev-list", "--max-count=1", theirs, "^HEAD"]))?.length === 0) return { kind: "current" };
  // In git's store alone: a conflict is known before anything is touched.
  const args = ["merge-tree", "--write-tree", "--name-only", "--no-messages", "-z", "HEAD", theirs];
  const tried = await git.ask({ mode: "write", args }, signal);
  if (tried.exitCode === 1) {
    const [, ...paths] = repository.paths.split(tried.stdout);
    if (!paths.every(yields)) return { kind: "conflict", paths };
  } else if (tried.exitCode !== 0) throw failureOf("merge-tree", tried.stderr, tried.exitCode);
  repository.lastLook = null;
  const { name } = await remoteOf(place, base);
  const merge = ["merge", "--quiet", "--no-edit", "-m", `Merge ${name}`, theirs];
  const { exitCode, stderr } = await git.ask({ mode: "commit", args: merge }, signal);
  if (exitCode === 0) return { kind: "merged", taken: [] };
  const taken = await takeTheirs(place, signal);
  if (taken.length > 0) return { kind: "merged", taken };
  // A hook or the signer has refused the commit of the merge.
  await git.ask({ mode: "write", args: ["merge", "--abort"] });
  throw failureOf("merge", stderr, exitCode);
}

/* Ends a merge that stands still over conflicts, with the base's text for each; none where it stands still for another reason. */
async function takeTheirs({ git, repository }: Place, signal?: AbortSignal): Promise<readonly string[]> {
  const args = ["diff", "--name-only", "--diff-filter=U", "-z"];
  const { stdout } = await git.run({ mode: "read", args }, signal);
  const paths = repository.paths.split(stdout);
  if (paths.length === 0) return [];
  const literal = ["--literal-pathspecs"];
  await git.run({ mode: "write", args: [...literal, "checkout", "--quiet", "--theirs", "--", ...paths] }, signal);
  await git.run({ mode: "write", args: [...literal, "add", "--", ...paths] }, signal);
  const done = await git.ask({ mode: "commit", args: ["commit", "--quiet", "--no-edit"] }, signal);
  return done.exitCode === 0 ? paths : [];
}
