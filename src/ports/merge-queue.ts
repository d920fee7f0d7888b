/** A pull request that waits for its checks; the keys are those of the file that people and scripts read. */
export interface QueuedMerge {
  readonly pr_number: number;
  readonly ticket_id: string;
  readonly branch: string;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  readonly last_check_at: string | null;
  readonly ci_status: "pending" | "green" | "red";
  readonly merge_status: "open" | "merged" | "failed";
  readonly merge_sha: string | null;
  readonly failure_reason: string | null;
}

/** What became of an addition: a pull request that is there already is not added twice, and a full queue takes none. */
export type Added = "added" | "there-already" | "full";

/** What is noted of a pull request when it was looked at. */
export type MergeNote = Partial<
  Pick<QueuedMerge, "last_check_at" | "ci_status" | "merge_status" | "merge_sha" | "failure_reason">
>;

/**
 * The pull requests that wait, over runs and beside whoever else changes them. Every change is one step, whole or not at all; all
 * reject where the file holds something else.
 */
export interface MergeQueue {
  list(): Promise<readonly QueuedMerge[]>;
  /** `always`: also beyond the bound, for work that is offered already and must not be forgotten. */
  add(fresh: Pick<QueuedMerge, "pr_number" | "ticket_id" | "branch">, how?: "bounded" | "always"): Promise<Added>;
  /** Notes what was seen; a pull request that is not there is none. */
  note(pr: number, seen: MergeNote): Promise<void>;
  /** Takes a pull request out, once its task is closed. */
  remove(pr: number): Promise<void>;
  /** Has a failed one looked at again; false where it is not there. */
  retry(pr: number): Promise<boolean>;
}
