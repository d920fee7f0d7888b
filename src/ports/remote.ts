/** The repository's copy on a forge, as git reaches it. Rejects with WorkspaceError. */
export interface Remote {
  /**
   * Brings a task branch of ours to the remote; `forced`: over our own earlier commits there, and nobody else's. Idempotent.
   */
  push(branch: string, how?: "forward" | "forced", signal?: AbortSignal): Promise<void>;
  /** Fetches the remote's branch and resolves to its tip; null where the remote has none. */
  fetch(branch: string, signal?: AbortSignal): Promise<string | null>;
  /**
   * Brings a local branch up to the remote's, forward only, and resolves to its tip. Where the branch has commits of its own it stays,
   * and the tip is its.
   */
  follow(branch: string, signal?: AbortSignal): Promise<string>;
  /**
   * Merges the remote's `base` into the checked-out branch. Where nothing stands against it but paths that `yields` is true for, the base's
   * text is taken for them and told as `taken`. `conflict`: nothing was changed, and these paths stand against each other.
   */
  bringUp(base: string, yields?: (path: string) => boolean, signal?: AbortSignal): Promise<BroughtUp>;
}

/** What came of bringing a branch up to its base. */
export type BroughtUp =
  | { readonly kind: "current" }
  | { readonly kind: "merged"; readonly taken: readonly string[] }
  | { readonly kind: "conflict"; readonly paths: readonly string[] };
