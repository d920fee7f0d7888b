/** A commit's files in a folder of their own. Disposing removes it. */
export interface CommitCopy extends AsyncDisposable {
  /** Absolute. */
  readonly path: string;
}

/** Makes copies of commits, for whoever reads one while work goes on in the work tree. Rejects with WorkspaceError. */
export interface CommitCopies {
  /** `name` tells copies of one repository apart; one that a killed run has left is replaced. */
  at(commit: string, name: string, signal?: AbortSignal): Promise<CommitCopy>;
  /** Removes what killed runs have left. */
  sweep(): Promise<void>;
}
