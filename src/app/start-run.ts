import { hostname } from "node:os";
import { join } from "node:path";
import { fileLock } from "../adapters/system/lock/file-lock.ts";
import { forgetWishes } from "../adapters/control/file-control.ts";
import { lastingLedger } from "../adapters/ledger/sqlite/lasting-ledger.ts";
import { openSqliteLedger, type Opened as LedgerFound } from "../adapters/ledger/sqlite/open-sqlite-ledger.ts";
import { ensureIgnored } from "../adapters/system/logs/ensure-ignored.ts";
import { processSupervisor } from "../adapters/system/process/process-supervisor.ts";
import { areIgnored } from "../adapters/workspace/git/are-ignored.ts";
import { openRepository } from "../adapters/workspace/git/open-repository.ts";
import type { Config } from "../config/schema.ts";
import type { EndReason } from "../core/end-reason.ts";
import type { Entry, Fact } from "../core/fact.ts";
import type { Policy } from "../core/policy.ts";
import { initialState } from "../core/state.ts";
import { advance, newView, type RunView } from "../core/summary.ts";
import { record, runLoop, type Engine } from "../loop/engine.ts";
import { heardAlong, type Interruption, listenTo } from "../loop/interruption.ts";
import { preflight } from "../loop/preflight.ts";
import { type Inheritance, nothingInherited, recover } from "../loop/recover.ts";
import type { Watcher } from "../loop/tools.ts";
import type { Ledger } from "../ports/ledger.ts";
import { LockError, type RunLock } from "../ports/lock.ts";
import type { Processes } from "../ports/processes.ts";
import type { RepositoryView } from "../ports/workspace.ts";
import { composeTools, finderOf, surfaceFolderOf, type Surroundings } from "./compose.ts";
import { glimpseOf } from "../install/detect/glimpse.ts";
import { installedSkills, matchSkills } from "../install/skill-version.ts";
import { boundOldLogs, refillFromLogs } from "./house-keeping.ts";
import { problemOf } from "./problems.ts";
import { forgetCopies } from "../adapters/system/surface-guard.ts";

/** A start that is wanted. */
export interface Start {
  readonly run: string;
  readonly cwd: string;
  readonly config: Config;
  readonly policy: Policy;
  readonly around: Surroundings;
  readonly interruption: Interruption;
  readonly watch: Watcher;
  readonly now: () => number;
  /** Wraps the ledger, for tests that kill the harness at a chosen fact. */
  readonly wrapLedger?: (ledger: Ledger) => Ledger;
}

/** How a run ended: every figure of it, and what a person may do now. */
export interface Ended {
  readonly view: RunView;
  readonly next: string;
}

/**
 * One run from its door to its end: repository, lock, ledger, recovery, pre-flight, loop. Whatever goes wrong on the way is an
 * end with its reason; only a bug rejects.
 */
export async function startRun(start: Start): Promise<Ended> {
  let view = newView(start.run, start.policy, start.now());
  const watch: Watcher = {
    ...start.watch,
    fact: (entry) => {
      if (entry.run === start.run) view = advance(view, entry);
      start.watch.fact(entry);
    },
  };
  const refuse = (reason: EndReason, message: string, next: string, facts: readonly Fact[] = []): Ended => {
    const told: readonly Fact[] = [...facts, { kind: "run-ended", reason, message, left: null }];
    for (const fact of told) watch.fact(entryOf(start, fact));
    return { view, next };
  };
  try {
    const repository = await openRepository(start.cwd, { env: start.around.env });
    await using lock = await fileLock(join(repository.commonDir, "ralph")).acquire({
      run: start.run,
      root: repository.root,
    });
    await ensureIgnored(join(repository.root, ".ralph"), (paths) => areIgnored(repository, start.around.env, paths));
    const opened = openSqliteLedger(join(repository.root, ".ralph", "ralph.db"), { now: start.now });
    if (opened.opened.kind === "recovered") refillFromLogs(opened.ledger, join(repository.root, ".ralph"));
    const lasting = lastingLedger(opened.ledger, { now: start.now });
    using ledger = start.wrapLedger?.(lasting) ?? lasting;
    await using processes = processSupervisor();
    const refused = await work(
      { ...start, watch },
      { repository, ledger, processes, notes: startNotes(lock, opened.opened) },
    );
    if (refused !== null) return refuse(refused.reason, refused.message, refused.next, refused.facts);
    return { view, next: "" };
  } catch (error) {
    if (error instanceof LockError && error.code !== "failed")
      return refuse("locked", error.message, `Wait for ${nameOf(error)}, or end it: ralph stop.`);
    const problem = problemOf(error instanceof LockError ? (error.cause ?? error) : error);
    if (problem === null) throw error;
    return refuse(problem.reason, problem.message, problem.next);
  }
}

const nameOf = ({ holder }: LockError): string =>
  holder === null ? "the run at work" : `run ${holder.run} (process ${holder.pid})`;

interface Refused {
  readonly reason: EndReason;
  readonly message: string;
  readonly next: string;
  readonly facts: readonly Fact[];
}

/** What is open for the time of a run, and what has to be said of how it was found. */
interface Opened {
  readonly repository: RepositoryView;
  readonly ledger: Ledger;
  readonly processes: Processes;
  readonly notes: readonly Fact[];
}

async function work(start: Start, opened: Opened): Promise<Refused | null> {
  const { run, config, policy, around, watch, interruption } = start;
  const { repository, ledger, processes } = opened;
  const inherited = await settleLastRun(start, opened);
  const tools = composeTools({ run, repository, config, policy, ledger, processes, watch, around });
  const engine: Engine = { run, tools, interruption, mode: "running" };
  const find = finderOf(repository.root, around);
  const ready = await preflight(engine, policy, inherited, {
    pid: process.pid,
    host: hostname(),
    findProgram: async (file) => ((await find(file)) === null ? `The agent program ${file} was not found.` : null),
  });
  if (ready.kind === "refused") return ready;
  const ralph = join(repository.root, ".ralph");
  await boundOldLogs({ ralph, run, config, ledger, backlog: tools.backlog, now: start.now() });
  forgetWishes(join(ralph, "control"));
  using _listening = listenTo(tools.control, interruption);
  const notes = [...opened.notes, ...skillNotes(repository.root, policy)];
  const began = record(engine, initialState(policy, start.now()), [...ready.facts, ...notes], {
    iteration: 0,
    durability: "synced",
  });
  try {
    await runLoop(engine, began);
    return null;
  } finally {
    await processes.sweep(run);
    forgetCopies(surfaceFolderOf(run));
  }
}

/** Finishes what a killed run left behind, under the policy it ran by. */
async function settleLastRun(start: Start, { repository, ledger, processes }: Opened): Promise<Inheritance> {
  const last = ledger.lastRun();
  if (last === null) return nothingInherited;
  const tools = composeTools({ ...start, run: last, repository, ledger, processes, watch: start.watch });
  using interruption = heardAlong(start.interruption);
  return await recover({ run: last, tools, interruption, mode: "recovering" }, ledger.factsOf(last));
}

/** An installed skill that teaches another contract than the one in force (C-3). */
function skillNotes(root: string, policy: Policy): readonly Fact[] {
  const glimpse = glimpseOf(root);
  const match = matchSkills(
    installedSkills((path) => glimpse.text(path)),
    policy.contract,
  );
  return match.kind === "differs"
    ? [{ kind: "warned", code: "skill_version", severity: "warning", message: match.message }]
    : [];
}

/** How lock and ledger were found, where that is worth a word. */
function startNotes(lock: RunLock, opened: LedgerFound): readonly Fact[] {
  const note = (code: string, message: string): Fact => ({ kind: "warned", code, severity: "warning", message });
  return [
    ...(lock.tookOver === null ? [] : [note("lock_taken_over", lock.tookOver)]),
    ...(opened.kind === "recovered"
      ? [
          note(
            "ledger_recovered",
            `The ledger was damaged (${opened.why}) and was moved to ${opened.movedTo}; a new one was begun.`,
          ),
        ]
      : []),
  ];
}

const entryOf = (start: Start, fact: Fact): Entry => ({ seq: 0, run: start.run, iteration: 0, at: start.now(), fact });
