import type { Change } from "../core/fact.ts";

/** What git refused or could not do. `detail` is its own words, bounded. */
export class WorkspaceError extends Error {
  override readonly name = "WorkspaceError";
  readonly code:
    | "git-missing"
    | "not-a-repository"
    | "bare"
    | "no-commits"
    | "index-locked"
    | "timed-out"
    /** A remote that can't be reached, is not there, or lets nobody in: no agent can mend that. */
    | "unreachable"
    | "hook"
    | "signing"
    | "conflict"
    | "branch-taken"
    | "identity"
    | "disk-full"
    | "read-only"
    | "unfit"
    | "failed";
  readonly detail: string;
  constructor(code: WorkspaceError["code"], message: string, detail = "", options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.detail = detail;
  }
}

/** The repository as it stands at the start: what preflight needs to know. Paths are absolute. */
export interface RepositoryView {
  readonly root: string;
  readonly gitDir: string;
  readonly commonDir: string;
  /** Null while HEAD is detached. */
  readonly branch: string | null;
  readonly head: string;
  /** Found, never assumed. */
  readonly defaultBranch: string;
  /** A merge, rebase, cherry-pick, revert or bisect that a person has under way. */
  readonly underWay: string | null;
  /** A branch whose name keeps branches of ours (`ralph/…`, `ralph/blocked/…`) from being made, or null. */
  readonly branchInTheWay: string | null;
  readonly submodules: boolean;
  readonly sparse: boolean;
  readonly shallow: boolean;
  /** Git knows a place to fetch from or to push to. */
  readonly hasRemote: boolean;
}

/** One path of `git status` that is not clean. `untracked` paths are files, never folders. */
export interface DirtyPath {
  readonly path: string;
  readonly state: "modified" | "added" | "deleted" | "renamed" | "type-changed" | "unmerged" | "untracked";
}

/** The work tree at one moment. */
export interface TreeView {
  readonly head: string;
  readonly branch: string | null;
  readonly dirty: readonly DirtyPath[];
}

/** A commit as far as the loop looks at it. */
export interface CommitView {
  readonly sha: string;
  /** Absent where they were not looked for. */
  readonly parents?: readonly string[];
  readonly subject: string;
  /** The text below the subject, without the trailers; absent where it was not looked for. */
  readonly body?: string;
  readonly trailers: Readonly<Record<string, string>>;
}

/**
 * Paths that are nobody's business but their owner's: a person's untracked files, and what gate commands left behind.
 * They are in no snapshot, no commit and no put-back.
 */
export interface Aside {
  readonly paths: readonly string[];
}

/** Looks at the work tree. Reads only, but for objects in git's own store. Rejects with WorkspaceError. */
export interface Workspace {
  readonly root: string;
  look(signal?: AbortSignal): Promise<TreeView>;
  /** The hash of the tree that the work tree's content makes, untracked and unignored files included, `aside` left out. */
  snapshot(view: TreeView, aside: Aside, signal?: AbortSignal): Promise<string>;
  /** What differs between two commits or trees; renames are told as deleted and added. */
  changes(from: string, to: string, signal?: AbortSignal): Promise<readonly Change[]>;
  /** Commits reachable from `to` and not from `from`, oldest first. */
  commitsBetween(from: string, to: string, signal?: AbortSignal): Promise<readonly CommitView[]>;
  /** True for the (short) name of a commit that is here. */
  isCommit(name: string, signal?: AbortSignal): Promise<boolean>;
  /** The commit that two revisions have in common, as a merge would see it; null where they have none. */
  forkPoint(one: string, other: string, signal?: AbortSignal): Promise<string | null>;
  /** The last commits that were made in this very work tree, newest first: what was made elsewhere and only checked out is not in here. */
  headLog(signal?: AbortSignal): Promise<readonly string[]>;
  /** The text of a file at a commit or tree; null where it is not there. */
  textAt(revision: string, path: string, signal?: AbortSignal): Promise<string | null>;
  /** What differs between two commits or trees, as a patch with context; bounded, and cut at its end where it is longer. */
  diff(from: string, to: string, signal?: AbortSignal): Promise<string>;
  /** Added lines (path, line number in the new file, text) between two trees, for marks such as TODO; bounded. */
  addedLines(
    from: string,
    to: string,
    signal?: AbortSignal,
  ): Promise<readonly { path: string; line: number; text: string }[]>;
}

/** A commit that is wanted. `paths`: what goes in (tracked, untracked or deleted); empty with `allowEmpty` for a marker. */
export interface CommitRequest {
  readonly paths: readonly string[];
  readonly message: string;
  readonly allowEmpty: boolean;
}

/** Writes history on branches that are ours. Hooks and signing run as a person has set them up; never bypassed, never hanging. */
export interface History {
  /** Commits on the current branch. Resolves to the new sha; a refusal of a hook or the signer rejects with WorkspaceError. */
  commit(request: CommitRequest, signal?: AbortSignal): Promise<string>;
  /**
   * Takes files out of the current branch by a commit and leaves them in the work tree, untracked: for a person's own files that
   * somebody committed. Resolves to those that were committed.
   */
  untrack(paths: readonly string[], message: string, signal?: AbortSignal): Promise<readonly string[]>;
  /**
   * Switches to a branch, making it at `from` where it is not there. Uncommitted changes go along, or it rejects; with
   * `branch-taken` where another work tree has the branch, or another branch's name stands in its way.
   */
  switchTo(branch: string, from: string | null, signal?: AbortSignal): Promise<void>;
  /**
   * Puts all of `branch` since it left `onto` as one commit on `onto`, checks `onto` out and deletes the branch.
   * `files` replaces the text of single files in that commit. A conflict rejects with WorkspaceError and changes nothing.
   */
  squash(
    request: { branch: string; onto: string; message: string; files: Readonly<Record<string, string>> },
    signal?: AbortSignal,
  ): Promise<string>;
  /** The newest commit reachable from `revision` that carries all of these trailers, or null. Looks back to `since` (exclusive) where given. */
  findByTrailers(
    trailers: Readonly<Record<string, string>>,
    revision: string,
    since: string | null,
    signal?: AbortSignal,
  ): Promise<string | null>;
  /** The commit a branch (or a full ref, `refs/…`) stands at, or null. */
  branchTip(branch: string, signal?: AbortSignal): Promise<string | null>;
  /** Another work tree that is there and has the branch checked out, so that nothing can land on it from here; null where none. */
  heldElsewhere(branch: string, signal?: AbortSignal): Promise<string | null>;
  /** Moves or makes a branch of ours at a commit, without checking it out. */
  setBranch(branch: string, commit: string, signal?: AbortSignal): Promise<void>;
  /**
   * Deletes a branch of ours whose commits are all on the default branch, or kept below refs/heads/ralph or refs/ralph, or
   * whose whole content is in the commit that it landed as; else it rejects.
   */
  dropBranch(branch: string, landedAs?: string, signal?: AbortSignal): Promise<void>;
}

/** A work tree kept below refs/ralph/wip (P-44). */
export interface Kept {
  readonly task: string;
  readonly attempt: string;
  readonly ref: string;
  readonly commit: string;
  readonly at: number;
  readonly subject: string;
}

/** Keeps work that is about to be put back, and puts back. Nothing is put back that was not kept before. */
export interface Shelf {
  /** Keeps the work tree's content as a commit on HEAD at refs/ralph/wip/<task>/<n>, and resolves to it. */
  keep(request: { task: string; why: string; aside: Aside }, signal?: AbortSignal): Promise<Kept>;
  /** Makes the work tree (but for `aside` and ignored files) what a commit or tree holds; HEAD's branch stays where it is. */
  putBack(commit: string, aside: Aside, signal?: AbortSignal): Promise<void>;
  /** Makes single files, in index and work tree, what a commit or tree holds; each of them has to be there. */
  restore(commit: string, paths: readonly string[], signal?: AbortSignal): Promise<void>;
  list(signal?: AbortSignal): Promise<readonly Kept[]>;
  drop(ref: string, signal?: AbortSignal): Promise<void>;
}
