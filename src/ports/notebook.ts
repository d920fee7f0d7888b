/** An entry of the progress file: a heading that names the task and its iteration, and a few lines. */
export interface ProgressNote {
  /** The same for the same iteration: an entry that is there already is not written again. */
  readonly heading: string;
  readonly lines: readonly string[];
}

/** Something worth knowing about this repository. `area` null: about all of it; `critical`: it crosses modules. */
export interface Knowledge {
  readonly area: string | null;
  readonly text: string;
  readonly critical: boolean;
}

/**
 * What the harness writes down in the repository for people and for later agents: `progress.md`, and `knowledge/` with a file an
 * area. Writes are atomic and idempotent: words that are there already are not written again. Rejects where a file can't be written.
 */
export interface Notebook {
  /** Adds an entry at the end of the progress file. */
  progress(note: ProgressNote): Promise<void>;
  /** Adds what is new to the files of its areas, and keeps their index. */
  learn(knowledge: readonly Knowledge[]): Promise<void>;
  /** True for a file of its own: its change alone is no work. */
  keeps(path: string): boolean;
  /** Paths that people have named in the knowledge as critical: work on them is at high risk. */
  criticalPaths(): readonly string[];
}
