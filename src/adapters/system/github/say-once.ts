import type { GithubClient } from "./github-client.ts";

/** Words for an issue or pull request (Markdown), and the mark that they are found again by. */
export interface Said {
  readonly marker: string;
  readonly text: string;
}

/** How the mark stands in a comment: where nobody sees it. */
export const markOf = (marker: string): string =>
  `<!-- ralph: ${marker.replaceAll("--", "-").replaceAll(/[\r\n<>]/g, " ")} -->`;

/** GitHub takes no longer comment, in characters. */
const longest = 65_000;

/** Says something below an issue or a pull request, unless something with the same mark was said there. Rejects with GithubError. */
export async function sayOnce(
  client: GithubClient,
  number: number,
  { marker, text }: Said,
  signal?: AbortSignal,
): Promise<void> {
  const octokit = await client.octokit();
  const mark = markOf(marker);
  const common = { ...client.common(signal), issue_number: number };
  const route = "/repos/{owner}/{repo}/issues/{issue_number}/comments";
  const look = async (): Promise<true | null> => {
    const comments = await client.pages((page) => octokit.request(`GET ${route}`, { ...common, ...page }));
    return comments.some(({ body }) => body?.includes(mark) === true) ? true : null;
  };
  const make = async (): Promise<true> => {
    await octokit.request(`POST ${route}`, { ...common, body: `${text.slice(0, longest)}\n\n${mark}` });
    return true;
  };
  await client.makeOnce(look, make, signal);
}
