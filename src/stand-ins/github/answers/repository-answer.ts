import { personNamed, type World } from "../world/world.ts";
import { userAnswer } from "./user-answer.ts";

/* What stands behind the repository's address, by the name of its member. */
const places: Readonly<Record<string, string>> = {
  archive_url: "/{archive_format}{/ref}",
  assignees_url: "/assignees{/user}",
  blobs_url: "/git/blobs{/sha}",
  branches_url: "/branches{/branch}",
  collaborators_url: "/collaborators{/collaborator}",
  comments_url: "/comments{/number}",
  commits_url: "/commits{/sha}",
  compare_url: "/compare/{base}...{head}",
  contents_url: "/contents/{+path}",
  contributors_url: "/contributors",
  deployments_url: "/deployments",
  downloads_url: "/downloads",
  events_url: "/events",
  forks_url: "/forks",
  git_commits_url: "/git/commits{/sha}",
  git_refs_url: "/git/refs{/sha}",
  git_tags_url: "/git/tags{/sha}",
  hooks_url: "/hooks",
  issue_comment_url: "/issues/comments{/number}",
  issue_events_url: "/issues/events{/number}",
  issues_url: "/issues{/number}",
  keys_url: "/keys{/key_id}",
  labels_url: "/labels{/name}",
  languages_url: "/languages",
  merges_url: "/merges",
  milestones_url: "/milestones{/number}",
  notifications_url: "/notifications{?since,all,participating}",
  pulls_url: "/pulls{/number}",
  releases_url: "/releases{/id}",
  stargazers_url: "/stargazers",
  statuses_url: "/statuses/{sha}",
  subscribers_url: "/subscribers",
  subscription_url: "/subscription",
  tags_url: "/tags",
  teams_url: "/teams",
  trees_url: "/git/trees{/sha}",
};

/** The address of the repository in the API. */
export const repositoryUrl = ({ url, owner, name }: World): string => `${url}/repos/${owner}/${name}`;

/** The address of the repository for people. */
export const pageUrl = ({ url, owner, name }: World): string => `${url}/${owner}/${name}`;

/** What a commit's status shows of its repository. */
export function minimalRepository(world: World): Record<string, unknown> {
  const api = repositoryUrl(world);
  return {
    id: 1,
    node_id: "R_1",
    name: world.name,
    full_name: `${world.owner}/${world.name}`,
    private: false,
    owner: userAnswer(world, personNamed(world, world.owner)),
    html_url: pageUrl(world),
    description: null,
    fork: false,
    url: api,
    ...Object.fromEntries(Object.entries(places).map(([member, place]) => [member, `${api}${place}`])),
  };
}

/** The repository as a part of something else. */
export function repositoryAnswer(world: World): Record<string, unknown> {
  const page = pageUrl(world);
  const made = "2026-01-01T00:00:00Z";
  const open = [...world.issues.values()].filter(({ state }) => state === "open").length;
  return {
    ...minimalRepository(world),
    git_url: `git:${page.replace(/^https?:/, "")}.git`,
    ssh_url: `git@127.0.0.1:${world.owner}/${world.name}.git`,
    clone_url: `${page}.git`,
    svn_url: page,
    mirror_url: null,
    homepage: null,
    language: null,
    license: null,
    forks: 0,
    forks_count: 0,
    stargazers_count: 0,
    watchers: 0,
    watchers_count: 0,
    size: 1,
    default_branch: world.defaultBranch,
    open_issues: open,
    open_issues_count: open,
    has_issues: true,
    has_projects: false,
    has_wiki: false,
    has_pages: false,
    has_downloads: false,
    has_discussions: false,
    archived: false,
    disabled: false,
    visibility: "public",
    pushed_at: made,
    created_at: made,
    updated_at: made,
  };
}

/** The repository by itself, with what its owner has allowed. */
export function fullRepository(world: World): Record<string, unknown> {
  const { autoMerge, squash, dropsBranches, push } = world.settings;
  return {
    ...repositoryAnswer(world),
    permissions: { admin: false, maintain: false, push, triage: push, pull: true },
    // GitHub shows these to whoever may write.
    ...(push
      ? {
          allow_auto_merge: autoMerge,
          allow_squash_merge: squash,
          allow_merge_commit: true,
          allow_rebase_merge: true,
          delete_branch_on_merge: dropsBranches,
        }
      : {}),
    subscribers_count: 0,
    network_count: 0,
  };
}
