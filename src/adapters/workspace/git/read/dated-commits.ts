import type { CommitView } from "../../../../ports/workspace.ts";
import type { GitRepository } from "../git-repository.ts";
import { logArgs, readCommits } from "./read-commits.ts";

/** A commit of ours with its time (ms). */
export interface DatedOwnCommit extends CommitView {
  readonly at: number;
}

const format = "--format=%ct%x00%H%x00%P%x00%s%x00%(trailers:only=true,unfold=true)%x00";

/** The commits reachable from HEAD that carry our trailers, oldest first: what history alone still tells of a lost ledger. One git call. */
export async function datedCommits(
  repository: GitRepository,
  signal?: AbortSignal,
): Promise<readonly DatedOwnCommit[]> {
  const args = [
    ...logArgs.filter((arg) => !arg.startsWith("--format=")),
    format,
    "--reverse",
    "--grep=^Ralph-Run: ",
    "HEAD",
  ];
  const { stdout } = await repository.git.run({ mode: "read", args }, signal);
  const fields = stdout.toString().split("\0");
  const commits: DatedOwnCommit[] = [];
  for (let at = 0; at + 5 < fields.length; at += 6) {
    const seconds = Number((fields[at] ?? "").trim());
    for (const commit of readCommits(fields.slice(at + 1, at + 6))) commits.push({ ...commit, at: seconds * 1000 });
  }
  return commits;
}
