/** A repository on GitHub, and the root of the API that answers for it. */
export interface GithubRepository {
  readonly owner: string;
  readonly name: string;
  readonly url: string;
}

const publicHost = "github.com";

/**
 * The repository that an address of a remote names: https, ssh, or the short form `git@host:owner/name`; null for any other. The API
 * is that of its host.
 */
export function githubRepository(remote: string): GithubRepository | null {
  const found =
    /^(?:(?:https?|ssh|git):\/\/(?:[^@/\s]+@)?([^/:\s]+)(?::\d+)?\/|(?:[^@/\s]+@)?([^/:\s]+):)([^\s]+)$/.exec(
      remote.trim(),
    );
  const host = (found?.[1] ?? found?.[2])?.toLowerCase();
  const parts =
    found?.[3]
      ?.replace(/\/+$/, "")
      .replace(/\.git$/i, "")
      .split("/") ?? [];
  const [owner, name] = parts;
  if (host === undefined || parts.length !== 2 || !isName(owner) || !isName(name)) return null;
  return { owner, name, url: apiOf(host) };
}

/** The repository that a path of folders ends in, as `/srv/acme/shop.git`: for a server that a person names and that is no GitHub of its own. */
export function repositoryInPath(path: string): Pick<GithubRepository, "owner" | "name"> | null {
  const [owner, name] = path
    .trim()
    .replace(/\/+$/, "")
    .replace(/\.git$/i, "")
    .split(/[/\\]/)
    .slice(-2);
  return isName(owner) && isName(name) ? { owner, name } : null;
}

/** `owner/name` as a person writes it; null for anything else. */
export function namedRepository(text: string): Pick<GithubRepository, "owner" | "name"> | null {
  const [owner, name, ...more] = text.trim().split("/");
  return isName(owner) && isName(name) && more.length === 0 ? { owner, name } : null;
}

const apiOf = (host: string): string =>
  host === publicHost || host === `ssh.${publicHost}` ? "https://api.github.com" : `https://${host}/api/v3`;

const isName = (text: string | undefined): text is string => text !== undefined && /^[\w.-]{1,100}$/.test(text);
