/** The branches of a repository, as far as they tell which is the default one. Short names. */
export interface Branches {
  readonly local: readonly string[];
  /** What origin/HEAD (else another remote's HEAD) points at. */
  readonly remoteHead: string | null;
}

/** Reads lines of `%(refname) %(symref)`. */
export function readBranches(text: string): Branches {
  const local: string[] = [];
  const heads = new Map<string, string>();
  for (const line of text.split("\n")) {
    const [name = "", target = ""] = line.split(" ");
    if (name.startsWith("refs/heads/")) local.push(name.slice("refs/heads/".length));
    const remote = /^refs\/remotes\/(.+)\/HEAD$/.exec(name)?.[1];
    if (remote !== undefined && target !== "") heads.set(remote, target.slice(`refs/remotes/${remote}/`.length));
  }
  return { local, remoteHead: heads.get("origin") ?? heads.values().next().value ?? null };
}

const usual = ["main", "master", "trunk"];

/**
 * The default branch, found and not assumed: what the remote says, the only branch there is, what the person's
 * configuration names if it exists, a usual name if it exists, else the branch that is checked out; a detached HEAD
 * among unusual names leaves the first of them.
 */
export function findDefaultBranch(branches: Branches, current: string | null, configured: string | null): string {
  const { local, remoteHead } = branches;
  if (remoteHead !== null) return remoteHead;
  if (local.length === 1 && local[0] !== undefined) return local[0];
  const known = [configured, ...usual].find((name) => name !== null && local.includes(name));
  return known ?? current ?? local[0] ?? configured ?? "HEAD";
}
