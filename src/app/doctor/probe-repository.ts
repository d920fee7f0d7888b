import { readSqliteLedger } from "../../adapters/ledger/sqlite/read-sqlite-ledger.ts";
import { gitVersion } from "../../adapters/workspace/git/call/git-version.ts";
import { gitRepository } from "../../adapters/workspace/git/git-repository.ts";
import { gitShelf } from "../../adapters/workspace/git/trees/git-shelf.ts";
import { gitWorkspace } from "../../adapters/workspace/git/git-workspace.ts";
import { openRepository } from "../../adapters/workspace/git/open-repository.ts";
import type { FactOf } from "../../core/fact.ts";
import { isClosed } from "../../core/task.ts";
import type {
  BacklogSeen,
  FaultSeen,
  Leftovers,
  LedgerSeen,
  LockSeen,
  Repository,
  TreeSeen,
} from "../../install/doctor/findings.ts";
import { sortDirt } from "../../loop/starting/preflight.ts";
import { BacklogError } from "../../ports/backlog.ts";
import { LockError } from "../../ports/lock.ts";
import { type RepositoryView, WorkspaceError } from "../../ports/workspace.ts";
import { backlogAt, type Desk, ledgerPathOf, lockReadingOf } from "../desk/desk.ts";
import { problemOf } from "../problems.ts";

/** The repository as the loop would open it, or why it would not. */
export async function probeRepository({
  root,
  world,
}: Desk): Promise<{ readonly seen: Repository; readonly view: RepositoryView | null }> {
  try {
    const view = await openRepository(root, { env: world.env });
    const { branch, underWay } = view;
    const version = await gitVersion(gitRepository(view, { env: world.env }).git);
    return { seen: { kind: "sound", gitVersion: version, root: view.root, branch, underWay }, view };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    const isGitMissing = error instanceof WorkspaceError && error.code === "git-missing";
    // Without git's own words, which only say the same again.
    const message = error instanceof WorkspaceError ? error.message : problem.message;
    return { seen: { kind: "unfit", isGitMissing, message, fix: problem.next }, view: null };
  }
}

/** The backlog as the loop would read it. */
export async function probeBacklog(desk: Desk): Promise<BacklogSeen> {
  try {
    const backlog = await backlogAt(desk);
    const { tasks, faults } = await backlog.load();
    const place = await backlog.whereabouts?.();
    return {
      kind: "read",
      ...(place === undefined ? {} : { place }),
      open: tasks.filter((task) => !isClosed(task)).length,
      all: tasks.length,
      // A state that is written with its reason is as it should be; `ralph plan check` lists them all.
      faults: faults.filter(({ code }) => code !== "state-read").map(faultOf),
    };
  } catch (error) {
    if (!(error instanceof BacklogError)) throw error;
    return { kind: "unreadable", fault: faultOf(error.fault) };
  }
}

const faultOf = ({ severity, file, line, message, hint }: FaultSeen): FaultSeen => ({
  severity,
  file,
  line,
  message,
  hint,
});

/** Whether a run holds the repository. */
export async function probeLock(root: string): Promise<LockSeen> {
  try {
    const reading = await lockReadingOf(root);
    if (reading.state === "free") return reading;
    return { state: reading.state, run: reading.holder?.run ?? null, why: reading.state === "live" ? "" : reading.why };
  } catch (error) {
    if (!(error instanceof LockError)) throw error;
    return { state: "uncertain", run: null, why: error.message };
  }
}

/** What the ledger tells. `left`: what the last run left in the tree for the next one. */
export interface LedgerProbe {
  readonly seen: LedgerSeen;
  readonly hasEnded: boolean;
  readonly left: FactOf<"run-ended">["left"];
}

/** Whether the history can be read, and the last run, with how it ended. */
export function probeLedger(root: string): LedgerProbe {
  try {
    using ledger = readSqliteLedger(ledgerPathOf(root));
    const lastRun = ledger.lastRun();
    const seen = { kind: "opens", lastRun } as const;
    if (lastRun === null) return { seen, hasEnded: true, left: null };
    for (const { fact } of ledger.factsOf(lastRun))
      if (fact.kind === "run-ended") return { seen, hasEnded: true, left: fact.left };
    return { seen, hasEnded: false, left: null };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    return { seen: { kind: "fails", message: problem.message, fix: problem.next }, hasEnded: true, left: null };
  }
}

/** The work tree as pre-flight would look at it. */
export async function probeTree(view: RepositoryView, left: LedgerProbe["left"], desk: Desk): Promise<TreeSeen> {
  const { config, world } = desk;
  const { dirty } = await gitWorkspace(gitRepository(view, { env: world.env })).look();
  const { foreign } = sortDirt(dirty, { left }, await backlogAt(desk));
  const isBranched = (config.landing.branching ?? "task") === "task";
  const isElsewhere = view.branch !== null && view.branch !== view.defaultBranch;
  // Work that the last run left in the tree goes on where it is.
  const goesOn = left !== null && left.paths.length > 0;
  return { foreign, startsFrom: isBranched && isElsewhere && !goesOn ? view.defaultBranch : null };
}

/** What earlier runs have left. `killedRun`: the last run, where nobody works on it and it has no end. */
export async function probeLeftovers(
  view: RepositoryView,
  killedRun: string | null,
  { world }: Desk,
): Promise<Leftovers> {
  const shared = gitRepository(view, { env: world.env });
  const kept = await gitShelf(shared).list();
  const { stdout } = await shared.git.run({
    mode: "read",
    args: ["for-each-ref", "--format=%(refname:short)", "refs/heads/ralph/blocked"],
  });
  const branches = stdout
    .toString()
    .split("\n")
    .filter((line) => line !== "");
  return { killedRun, kept: kept.map(({ ref }) => ref), branches };
}
