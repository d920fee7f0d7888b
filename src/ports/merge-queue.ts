import type { TaskId } from "../core/task.ts";

/** A pull request that waits to be merged, and the task whose work it is. */
export interface QueuedMerge {
  readonly pr: number;
  readonly task: TaskId;
  readonly branch: string;
  /** `failed`: it needs work or a person, and is looked at again only on wish. */
  readonly status: "open" | "merged" | "failed";
}

/** What is noted of a pull request when it was looked at; `at` in ms. What is left out stays as it was. */
export interface MergeNote {
  readonly at?: number;
  readonly checks?: "pending" | "green" | "red";
  readonly status?: QueuedMerge["status"];
  /** The commit that it was merged as. */
  readonly commit?: string | null;
  /** Why it could not be merged. */
  readonly why?: string | null;
}

/** What became of an addition: a pull request that is there already is not added twice, and a full queue takes none. */
export type Added = "added" | "there-already" | "full";

/**
 * The pull requests that wait, over runs and beside whoever else changes them. Every change is one step, whole or not at all; all
 * reject where the file holds something else.
 */
export interface MergeQueue {
  list(): Promise<readonly QueuedMerge[]>;
  /** `always`: also beyond the bound, for work that is offered already and must not be forgotten. */
  add(fresh: Pick<QueuedMerge, "pr" | "task" | "branch">, how?: "bounded" | "always"): Promise<Added>;
  /** Notes what was seen; a pull request that is not there is none. */
  note(pr: number, seen: MergeNote): Promise<void>;
  /** Takes a pull request out, once its task is closed. */
  remove(pr: number): Promise<void>;
  /** Has a failed one looked at again; false where it is not there. */
  retry(pr: number): Promise<boolean>;
}
