import type { CommitView, Workspace } from "../../../../ports/workspace.ts";
import type { Git } from "../call/git.ts";
import { logArgs, readCommits } from "./read-commits.ts";

/** More questions than one iteration asks. */
const mostKept = 4;

/**
 * Asks for the commits of a range, by one call at most. Between two commits that are named by their whole ids lies the same for ever, and
 * an iteration is measured, judged and told by one range: the last few answers are kept.
 */
export function commitsBetween(git: Git): Workspace["commitsBetween"] {
  const known = new Map<string, readonly CommitView[]>();
  return async (from, to, signal) => {
    if (from === to) return [];
    const range = `${from}..${to}`;
    const before = known.get(range);
    if (before !== undefined) return before;
    const args = [...logArgs, "--reverse", "--topo-order", "--end-of-options", range, "--"];
    const { stdout } = await git.run({ mode: "read", args }, signal);
    const commits = readCommits(stdout.toString().split("\0"));
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size >= mostKept) known.delete(oldest);
    if (isWhole(from) && isWhole(to)) known.set(range, commits);
    return commits;
  };
}

const isWhole = (name: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(name);
