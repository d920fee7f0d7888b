import type { Person, World } from "../world/world.ts";

/** An account as the API shows it. */
export function userAnswer({ url }: World, { login, id }: Person): Record<string, unknown> {
  const api = `${url}/users/${login}`;
  return {
    login,
    id,
    node_id: `U_${id}`,
    avatar_url: `${url}/avatars/${id}`,
    gravatar_id: "",
    url: api,
    html_url: `${url}/${login}`,
    followers_url: `${api}/followers`,
    following_url: `${api}/following{/other_user}`,
    gists_url: `${api}/gists{/gist_id}`,
    starred_url: `${api}/starred{/owner}{/repo}`,
    subscriptions_url: `${api}/subscriptions`,
    organizations_url: `${api}/orgs`,
    repos_url: `${api}/repos`,
    events_url: `${api}/events{/privacy}`,
    received_events_url: `${api}/received_events`,
    type: "User",
    site_admin: false,
  };
}
