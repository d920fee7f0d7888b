/** Raised when a forge can't be asked, or refuses. `retryAt` is in ms (UTC), where it says when to come again. */
export class ForgeError extends Error {
  override readonly name = "ForgeError";
  readonly code: "auth" | "not-found" | "forbidden" | "limited" | "network" | "invalid" | "failed";
  readonly retryAt: number | null;
  constructor(
    code: ForgeError["code"],
    message: string,
    options?: ErrorOptions & { readonly retryAt?: number | null },
  ) {
    super(message, options);
    this.code = code;
    this.retryAt = options?.retryAt ?? null;
  }
}

/** A pull request as it stands. Commits are full shas. */
export interface PullRequest {
  readonly number: number;
  readonly url: string;
  readonly title: string;
  /** Markdown; empty where there is none. */
  readonly body: string;
  readonly branch: string;
  readonly base: string;
  readonly state: "open" | "merged" | "closed";
  /** The newest commit of its branch that the forge knows. */
  readonly head: string;
  /** The commit on the base that it was merged as; null before. */
  readonly mergedAs: string | null;
  /** Whether its branch can be merged into its base; `unknown` while the forge works it out. */
  readonly mergeable: "yes" | "conflict" | "unknown";
  /** True where the forge itself merges it once all that is required is there. */
  readonly autoMerge: boolean;
}

/** What may be done there with the repository, and which branch work goes into. */
export interface ForgeAccess {
  /** `owner/name`. */
  readonly repository: string;
  readonly defaultBranch: string;
  readonly mayPush: boolean;
  /** True where the forge may merge by itself once checks are through. */
  readonly autoMerge: boolean;
  /** True where one commit may stand for a whole pull request. */
  readonly squash: boolean;
  /** Whether the default branch asks for something before a merge; left out where that is not told. */
  readonly protectedBase?: boolean;
}

/** What is wanted of a new pull request. */
export interface PullRequestDraft {
  readonly branch: string;
  readonly base: string;
  readonly title: string;
  /** Markdown. */
  readonly body: string;
}

/** One check that failed: its name, how it ended in the forge's own word, and where a person can read more. */
export interface FailedCheck {
  readonly name: string;
  readonly conclusion: string;
  readonly url: string | null;
}

/** What the checks of a pull request's newest commit came to: none at all is green. `waiting` are names. */
export interface Checks {
  readonly status: "pending" | "green" | "red";
  readonly failed: readonly FailedCheck[];
  readonly waiting: readonly string[];
}

/** What a person wrote about the code of a pull request. `line` null: about the whole. */
export interface ReviewComment {
  readonly id: string;
  readonly author: string;
  readonly path: string | null;
  readonly line: number | null;
  readonly text: string;
  /** True where the review asks for changes before it may be merged. */
  readonly blocks: boolean;
}

/** What came of the wish to merge. */
export type MergeAnswer =
  | { readonly kind: "merged"; readonly commit: string }
  /** The forge merges it by itself once its checks are through. */
  | { readonly kind: "queued" }
  | {
      readonly kind: "refused";
      /** `moved`: its branch is not at the commit that was named. */
      readonly why: "permission" | "conflict" | "checks" | "review" | "moved" | "closed";
      readonly message: string;
    };

/** A merge that is wanted: only of this very commit, as one commit with this message. */
export interface MergeWish {
  readonly head: string;
  readonly subject: string;
  readonly body: string;
}

/**
 * A service that takes work by pull requests. Everything may be asked twice: what is there already is found and not made again.
 * Limits of the service are waited for within reason; all methods reject with ForgeError.
 */
export interface Forge {
  /** As RALPH_FORGE names it. */
  readonly kind: string;
  access(signal?: AbortSignal): Promise<ForgeAccess>;
  /** The newest pull request of a branch, whatever its state; null where there never was one. */
  find(branch: string, signal?: AbortSignal): Promise<PullRequest | null>;
  /** Opens a pull request, or resolves to the open one of that branch. */
  open(draft: PullRequestDraft, signal?: AbortSignal): Promise<PullRequest>;
  look(number: number, signal?: AbortSignal): Promise<PullRequest>;
  checks(pull: PullRequest, signal?: AbortSignal): Promise<Checks>;
  /** The end of what failed checks have printed, as far as the forge gives it; bounded. */
  failureLog(pull: PullRequest, checks: Checks, signal?: AbortSignal): Promise<string>;
  /** What people have said about its code and nobody has resolved, oldest first. */
  reviewComments(pull: PullRequest, signal?: AbortSignal): Promise<readonly ReviewComment[]>;
  /** Merges it as one commit; where its checks are still at work, asks the forge to do so by itself. */
  merge(pull: PullRequest, wish: MergeWish, signal?: AbortSignal): Promise<MergeAnswer>;
  /** Takes the wish back that the forge merges it by itself. One that is merged or closed by now is no error. */
  dontMerge(pull: PullRequest, signal?: AbortSignal): Promise<void>;
  /** Deletes a branch of ours there. One that is gone is no error. */
  dropBranch(branch: string, signal?: AbortSignal): Promise<void>;
}
