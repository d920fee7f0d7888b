import { openGithubIssues } from "../../adapters/backlogs/github/open-github-issues.ts";
import type { Config } from "../../config/schema.ts";
import { type Backlog, BacklogError } from "../../ports/backlog.ts";
import { ForgeError } from "../../ports/forge.ts";
import { type GithubPlace, githubAccess } from "../compose/github-access.ts";

/** The issues of the repository on GitHub that a place belongs to. A limit is waited for so long, ms. */
export function githubBacklog(config: Config, place: GithubPlace, limitMs: number): Backlog {
  const { label, milestone } = config.github;
  return openGithubIssues({
    filter: { label, milestone },
    access: async () => ({ ...(await asked(config, place)), limitMs }),
  });
}

/* What is missing is a backlog's fault here, and not a forge's. */
async function asked(config: Config, place: GithubPlace): ReturnType<typeof githubAccess> {
  try {
    return await githubAccess(config, place);
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error;
    const hint = "docs/guide/github.md tells what GitHub needs.";
    const fault = { severity: "error", file: "github", line: null, tasks: [] } as const;
    throw new BacklogError("missing", { ...fault, code: "no-access", message: error.message, hint }, { cause: error });
  }
}
