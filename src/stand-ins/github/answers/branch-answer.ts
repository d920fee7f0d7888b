import type { CommitFacts } from "../world/bare-repository.ts";
import type { Protection, World } from "../world/world.ts";
import { pageUrl, repositoryUrl } from "./repository-answer.ts";

/** A branch, its newest commit, and what it asks for before a merge. */
export function branchAnswer(world: World, name: string, commit: CommitFacts): Record<string, unknown> {
  const api = `${repositoryUrl(world)}/branches/${encodeURIComponent(name)}`;
  const protection = world.protections.get(name);
  return {
    name,
    commit: commitAnswer(world, commit),
    _links: { html: `${pageUrl(world)}/tree/${name}`, self: api },
    protected: protection !== undefined,
    protection: protectionAnswer(protection),
    protection_url: `${api}/protection`,
  };
}

const protectionAnswer = (protection: Protection | undefined): Record<string, unknown> => ({
  enabled: protection !== undefined,
  required_status_checks: {
    enforcement_level: protection === undefined ? "off" : "non_admins",
    contexts: protection?.checks ?? [],
    checks: (protection?.checks ?? []).map((context) => ({ context, app_id: null })),
  },
});

function commitAnswer(world: World, { sha, tree, parents, author, message }: CommitFacts): Record<string, unknown> {
  const api = repositoryUrl(world);
  const page = pageUrl(world);
  const who = {
    name: author.name,
    email: author.email,
    date: new Date(author.at * 1_000).toISOString().replace(/\.\d+Z$/, "Z"),
  };
  return {
    sha,
    node_id: `C_${sha}`,
    url: `${api}/commits/${sha}`,
    html_url: `${page}/commit/${sha}`,
    comments_url: `${api}/commits/${sha}/comments`,
    commit: {
      url: `${api}/git/commits/${sha}`,
      author: who,
      committer: who,
      message,
      comment_count: 0,
      tree: { sha: tree, url: `${api}/git/trees/${tree}` },
      verification: { verified: false, reason: "unsigned", payload: null, signature: null, verified_at: null },
    },
    author: null,
    committer: null,
    parents: parents.map((parent) => ({
      sha: parent,
      url: `${api}/commits/${parent}`,
      html_url: `${page}/commit/${parent}`,
    })),
  };
}
