import { BacklogError } from "../../../ports/backlog.ts";
import { GithubError } from "../../system/github/github-error.ts";
import { fileFault } from "../text-file.ts";

/** What GitHub can refuse, as a backlog words it, with its cure. */
const cures: Readonly<Record<GithubError["code"], { readonly as: BacklogError["code"]; readonly hint: string }>> = {
  auth: {
    as: "unavailable",
    hint: "Set GH_TOKEN to a token that is still valid, or run `gh auth login`.",
  },
  forbidden: {
    as: "unavailable",
    hint: "Give the token the right to read and write issues of this repository.",
  },
  "not-found": {
    as: "missing",
    hint: "Check whether `origin` (or RALPH_GITHUB_REPOSITORY) names the repository, whether it has issues, and whether the token may see it.",
  },
  limited: { as: "unavailable", hint: "Start again then." },
  network: { as: "unavailable", hint: "Check the network and GitHub's status page, then start again." },
  invalid: { as: "unwritable", hint: "Look at the issue on GitHub." },
  failed: { as: "unwritable", hint: "Look at the issue on GitHub, then try again." },
};

/** The client's errors, as the port words them; anything else stays what it is. */
export async function translated<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    const { as, hint } = cures[error.code];
    throw new BacklogError(as, fileFault(place, error.code, error.message, hint), { cause: error });
  }
}

/** An id that is none of ours, with those that are near. */
export function unknownIssue(place: string, message: string, near: readonly string[] = []): BacklogError {
  const hint = near.length === 0 ? "`ralph plan list` shows the ids." : `Did you mean ${near.join(", ")}?`;
  return new BacklogError("unknown-task", fileFault(place, "unknown-task", message, hint));
}

/** An issue that somebody has closed since it was picked. */
export const closedMeanwhile = (id: string, url: string): BacklogError =>
  new BacklogError(
    "changed-meanwhile",
    fileFault(url, "closed", `${id} was closed meanwhile.`, "Reopen it on GitHub if it is to be worked."),
  );
