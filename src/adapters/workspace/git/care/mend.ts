import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { RepositoryView } from "../../../../ports/workspace.ts";
import { lookAtLock } from "../call/git-lock.ts";
import { exists, forgetMerge, readHead, underWayIn } from "../read/git-files.ts";
import type { GitRepository } from "../git-repository.ts";
import { lockFiles } from "./lock-files.ts";

/** Where nobody can tell who holds a lock, one this old (ms) is taken for left behind. */
const staleMs = 10_000;

/** Sets right what agents and kills leave in git's own folder; see the port. No call where nothing is wrong. */
export async function mend(
  repository: GitRepository,
  branch: string | null,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const { git, view } = repository;
  const done = [...mendHead(view, branch), ...(await clearLocks({ ...view, branch: branch ?? view.branch }))];
  if (!exists(join(view.gitDir, "index"))) {
    await git.run({ mode: "write", args: ["read-tree", "HEAD"] }, signal);
    done.push("git's index was gone and was made anew; no file was touched");
  }
  const begun = underWayIn(view.gitDir);
  if (begun !== null) {
    await quit(repository, begun, signal);
    done.push(`a ${begun} was begun and not ended: it is called off, files and commits stay as they are`);
  }
  if (done.length > 0) repository.lastLook = null;
  return done;
}

/** Without HEAD git sees no repository at all. */
function mendHead(view: RepositoryView, branch: string | null): string[] {
  const name = branch ?? view.branch ?? view.defaultBranch;
  const head = join(view.gitDir, "HEAD");
  // Another ref store has a HEAD that says nothing to us, and is none of our business.
  if (exists(head) && (readHead(view) !== null || exists(join(view.commonDir, "reftable")))) return [];
  writeFileSync(head, `ref: refs/heads/${name}\n`);
  return [`HEAD was gone or unreadable: it names ${name} again`];
}

/** Moves locks away that no git process holds: whoever made them is gone. What they hold is at most an index half-written. */
async function clearLocks(view: RepositoryView): Promise<string[]> {
  const cleared: string[] = [];
  for (const file of lockFiles(view)) {
    const lock = await lookAtLock(file, view.root);
    if (lock === null || typeof lock.holder === "number" || (lock.holder === undefined && lock.ageMs < staleMs))
      continue;
    const folder = join(view.gitDir, "ralph");
    mkdirSync(folder, { recursive: true });
    renameSync(file, join(folder, `${basename(file)}.left`));
    cleared.push(`the lock ${file} was left behind and nobody holds it: it is moved away`);
  }
  return cleared;
}

const quitting: Readonly<Record<string, readonly string[]>> = {
  merge: ["merge", "--quit"],
  "cherry-pick": ["cherry-pick", "--quit"],
  revert: ["revert", "--quit"],
  bisect: ["bisect", "reset", "HEAD"],
};

/** Ends what was begun by git's own way of forgetting it, which saves an autostash; what git does not know goes by its files. */
async function quit({ git, view }: GitRepository, begun: string, signal?: AbortSignal): Promise<void> {
  const inRebase = exists(join(view.gitDir, "rebase-apply"))
    ? [
        ["am", "--quit"],
        ["rebase", "--quit"],
      ]
    : [["rebase", "--quit"]];
  const calls = begun === "rebase" ? inRebase : [quitting[begun] ?? []];
  for (const args of calls) if (args.length > 0) await git.ask({ mode: "write", args }, signal);
  // A rebase may have stopped in the midst of a cherry-pick.
  if (begun !== "bisect") await forgetMerge(view.gitDir);
}
