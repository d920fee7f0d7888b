/** Something that would keep the harness from committing: what it is, where, and what a person can do about it. */
export interface Obstacle {
  readonly what: string;
  readonly cure: string;
}

/** What became of a person's files that were gone: back as they were kept, or lost, since they were too large to be kept. */
export interface BroughtBack {
  readonly back: readonly string[];
  readonly lost: readonly string[];
}

/**
 * Keeps a repository fit for work: says beforehand what is in the way, sets right what agents and kills leave behind, and looks
 * after a person's untracked files. Nothing of anybody's work is thrown away by it. Rejects with WorkspaceError.
 */
export interface RepositoryCare {
  /** What is in the way of work now; null where nothing is. Changes nothing. */
  obstacle(signal?: AbortSignal): Promise<Obstacle | null>;
  /**
   * Sets right what no agent may leave behind: a missing HEAD (it names `branch` again) or index, lock files that nobody holds,
   * and a merge, rebase, cherry-pick, revert or bisect that was begun. Files and commits stay. Resolves to a phrase for each.
   */
  mend(branch: string | null, signal?: AbortSignal): Promise<readonly string[]>;
  /** Keeps copies of these untracked files, byte for byte, for the time of a run; what is too large is passed over. */
  keepOwn(run: string, paths: readonly string[], signal?: AbortSignal): Promise<void>;
  /** Puts back those of these files that are gone from the disk. What is there is never touched. */
  bringBack(run: string, paths: readonly string[], signal?: AbortSignal): Promise<BroughtBack>;
  /** The copies of a run go. */
  forgetOwn(run: string, signal?: AbortSignal): Promise<void>;
  /** True where `.gitignore` differs from what it is in `since`, and hides any new file: nothing new could ever be committed. */
  hidesNewFiles(since: string, signal?: AbortSignal): Promise<boolean>;
  /** Makes files what they are in a commit or tree, in the work tree alone; one that is not in there is moved into git's folder. */
  restore(paths: readonly string[], from: string, signal?: AbortSignal): Promise<void>;
}
