import { followRemote, type Followed } from "../../adapters/workspace/git/history/follow-remote.ts";
import type { Config } from "../../config/schema.ts";
import type { Fact } from "../../core/fact.ts";
import type { Policy } from "../../core/policy.ts";
import { warned } from "../../core/texts/warned.ts";
import type { Surroundings } from "../compose/compose.ts";
import type { RunPlace } from "./run-place.ts";

/** What has to be known of a start to bring its base up to the remote. */
export interface BaseSettings {
  readonly config: Config;
  readonly policy: Policy;
  readonly around: Surroundings;
  readonly signal: AbortSignal;
}

/**
 * Brings the branch that work begins with up to its remote before anything is built on it (F142), and tells what came of it. A remote
 * that does not answer holds nobody up.
 */
export async function followBase({ home, beside }: RunPlace, settings: BaseSettings): Promise<readonly Fact[]> {
  const { config, policy, around, signal } = settings;
  const branch = policy.branching === "current" ? home.branch : home.defaultBranch;
  if (!config.landing.fetch || !home.hasRemote || branch === null || home.underWay !== null) return [];
  try {
    const followed = await followRemote(home, { branch, mayTouchTree: !beside }, { env: around.env }, signal);
    const note = noteOf(branch, followed);
    return note === null ? [] : [note];
  } catch (error) {
    // The loop hears the wish itself, and ends by it.
    if (signal.aborted) return [];
    throw error;
  }
}

const commits = (count: number): string => `${count} commit${count === 1 ? "" : "s"}`;

function noteOf(branch: string, followed: Followed): Fact | null {
  switch (followed.kind) {
    case "no-remote":
    case "current":
      return null;
    case "moved":
      return warned(
        "base_moved",
        `${branch} was ${commits(followed.behind)} behind ${followed.remote} and was brought up to it.`,
      );
    case "held":
      return warned(
        "base_behind",
        `${branch} is ${commits(followed.behind)} behind ${followed.remote} and stays there (${followed.why}): work is built on old code. \`git pull\`, then start again.`,
      );
    case "apart":
      return warned(
        "base_apart",
        `${branch} and ${followed.remote} have diverged (${commits(followed.ahead)} here, ${commits(followed.behind)} there): work is built on what is here. Merge or rebase before you push.`,
      );
    case "unreachable":
      return warned(
        "base_unknown",
        `${followed.remote} could not be asked whether ${branch} is behind it (${followed.why}): work is built on ${branch} as it is here. RALPH_FETCH=false turns this question off.`,
      );
  }
}
