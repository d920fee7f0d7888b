import { hostname } from "node:os";
import { join } from "node:path";
import { fileLock } from "../../adapters/system/lock/file-lock.ts";
import { forgetWishes } from "../../adapters/control/file-control.ts";
import { lastingLedger } from "../../adapters/ledger/sqlite/lasting-ledger.ts";
import { openSqliteLedger, type Opened as LedgerFound } from "../../adapters/ledger/sqlite/open-sqlite-ledger.ts";
import { ensureIgnored } from "../../adapters/system/logs/ensure-ignored.ts";
import { processSupervisor } from "../../adapters/system/process/process-supervisor.ts";
import { areIgnored } from "../../adapters/workspace/git/read/are-ignored.ts";
import { openRepository } from "../../adapters/workspace/git/open-repository.ts";
import type { Config } from "../../config/schema.ts";
import { warned } from "../../core/texts/warned.ts";
import type { EndReason } from "../../core/end-reason.ts";
import type { Entry, Fact } from "../../core/fact.ts";
import { roles } from "../../core/outcome.ts";
import type { Policy } from "../../core/policy.ts";
import { initialState, type State } from "../../core/state.ts";
import { advance, newView, type RunView } from "../../core/summary.ts";
import { append, runLoop, type Engine } from "../../loop/engine.ts";
import { type Interruption, listenTo } from "../../loop/interruption.ts";
import { preflight } from "../../loop/starting/preflight.ts";
import type { Watcher } from "../../loop/tools.ts";
import { isTracker } from "../../ports/backlog.ts";
import type { Ledger } from "../../ports/ledger.ts";
import { LockError, type RunLock } from "../../ports/lock.ts";
import type { Processes } from "../../ports/processes.ts";
import { WorkspaceError } from "../../ports/workspace.ts";
import { composeTools, finderOf, type Surroundings } from "../compose/compose.ts";
import { glimpseOf } from "../../install/detect/glimpse.ts";
import { installedSkills, matchSkills } from "../../install/skill-version.ts";
import { openBacklog } from "../backlog/open-backlog.ts";
import { endByFailure, faultOf } from "./end-by-failure.ts";
import { followBase } from "./follow-base.ts";
import { forgeRefusal, type Offering } from "./forge-refusal.ts";
import { boundOldLogs, refillFromLogs } from "./house-keeping.ts";
import { problemOf } from "../problems.ts";
import { forgetCopies, surfacePlaces } from "../../adapters/system/surface-guard.ts";
import { leavePlace, openPlace, type PlaceSettings, refreshPlace, type RunPlace } from "./run-place.ts";
import { forgeOf } from "../compose/forge.ts";
import { openSandbox, requireOwnSandbox, type SandboxPlace } from "../compose/sandbox.ts";
import { settleLastRun } from "./settle-last-run.ts";

/** A start that is wanted. */
export interface Start {
  readonly run: string;
  readonly cwd: string;
  readonly config: Config;
  readonly policy: Policy;
  /** True for a work tree of the run's own beside the person's (L-29). */
  readonly beside?: boolean;
  readonly around: Surroundings;
  readonly interruption: Interruption;
  readonly watch: Watcher;
  readonly now: () => number;
  /** Wraps the ledger, for tests that kill the harness at a chosen fact. */
  readonly wrapLedger?: (ledger: Ledger) => Ledger;
}

/** How a run ended: every figure of it, and what a person may do now. `fault` is an error that nobody had words for. */
export interface Ended {
  readonly view: RunView;
  readonly next: string;
  readonly fault?: unknown;
}

/**
 * One run from its door to its end: repository, lock, ledger, recovery, pre-flight, loop. Whatever goes wrong on the way is an
 * end with its reason.
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
  const broken = ({ reason, message, next, facts = [], fault }: Broken): Ended => {
    const told: readonly Fact[] = [...facts, { kind: "run-ended", reason, message, left: null }];
    if (view.end === null) for (const fact of told) watch.fact(entryOf(start, fact));
    return { view, next, fault };
  };
  try {
    const home = await openRepository(start.cwd, { env: start.around.env });
    await using lock = await fileLock(join(home.commonDir, "ralph")).acquire({ run: start.run, root: home.root });
    const ralph = join(home.root, ".ralph");
    await ensureIgnored(ralph, (paths) => areIgnored(home, start.around.env, paths));
    const opened = openSqliteLedger(join(ralph, "ralph.db"), { now: start.now });
    if (opened.opened.kind === "recovered") refillFromLogs(opened.ledger, ralph);
    const lasting = lastingLedger(opened.ledger, { now: start.now });
    using ledger = start.wrapLedger?.(lasting) ?? lasting;
    const place = await openPlace(home, start.beside ?? false, await placeSettings(start, home.root));
    const { agentsEnded } = surfacePlaces(place.repository.gitDir, start.run);
    await using processes = processSupervisor({ agentsEnded });
    const notes = startNotes(lock, opened.opened);
    const stopped = await work({ ...start, watch }, { place, ledger, processes, notes, state: () => view.state });
    return stopped === null ? { view, next: "" } : broken(stopped);
  } catch (error) {
    if (error instanceof LockError && error.code !== "failed")
      return broken({
        reason: "locked",
        message: error.message,
        next: `Wait for ${nameOf(error)}, or end it: ralph stop.`,
      });
    const problem = problemOf(error instanceof LockError ? (error.cause ?? error) : error);
    return broken(problem ?? { ...faultOf(error), fault: error });
  }
}

const nameOf = ({ holder }: LockError): string =>
  holder === null ? "the run at work" : `run ${holder.run} (process ${holder.pid})`;

/** A run that did not come to an end of its own. */
interface Broken {
  readonly reason: EndReason;
  readonly message: string;
  readonly next: string;
  /** Facts that are told before the end, and that no ledger holds. */
  readonly facts?: readonly Fact[];
  readonly fault?: unknown;
}

/** What is open for the time of a run, and what has to be said of how it was found. */
interface Opened {
  readonly place: RunPlace;
  readonly ledger: Ledger;
  readonly processes: Processes;
  readonly notes: readonly Fact[];
  /** The state after the newest fact. */
  readonly state: () => State;
}

const placeSettings = async ({ policy, around, config }: Start, root: string): Promise<PlaceSettings> => ({
  policy,
  env: around.env,
  plan: (await openBacklog(config, root, around)).files[0] ?? null,
});

const offeringOf = async ({ policy, around, config }: Start, { home, beside }: RunPlace): Promise<Offering> => ({
  home,
  beside,
  policy,
  around,
  inFiles: !isTracker(await openBacklog(config, home.root, around)),
});

const sandboxPlace = ({ home, repository }: RunPlace): SandboxPlace => ({
  root: repository.root,
  git: [repository.gitDir, repository.commonDir],
  state: join(home.root, ".ralph"),
});

async function work(start: Start, opened: Opened): Promise<Broken | null> {
  const { run, config, policy, around, interruption } = start;
  const { place, ledger, processes } = opened;
  const { repository, home } = place;
  const forge = policy.branching === "task" ? await forgeOf(config, home, around) : null;
  const refused = forge === null ? null : await forgeRefusal(forge, await offeringOf(start, place));
  if (refused !== null) {
    await leavePlace(place, await placeSettings(start, home.root));
    return refused;
  }
  const inherited = await settleLastRun({ ...start, ...opened, forge }, await placeSettings(start, home.root));
  const based = inherited.left === null ? await followBase(place, { ...start, signal: interruption.signal }) : [];
  if (based.length > 0) await refreshPlace(place, await placeSettings(start, home.root));
  const agentProcesses = await openSandbox(opened.processes, config, sandboxPlace(place), around);
  const tools = await composeTools({ ...start, ...opened, forge, agentProcesses });
  requireOwnSandbox(
    config,
    roles.flatMap((role) => tools.seats(role)).map(({ dialect }) => dialect),
  );
  const engine: Engine = { run, tools, interruption, mode: "running" };
  if (tools.backlog.kind === "exec-plan") {
    const { preparePlan } = await import("../backlog/prepare-plan.ts");
    const unprepared = await preparePlan({ tools, config, policy, inherited, around, signal: interruption.signal });
    if (unprepared !== null) return unprepared;
  }
  const find = finderOf(repository.root, around);
  const ready = await preflight(engine, policy, inherited, {
    pid: process.pid,
    host: hostname(),
    beside: place.beside,
    findProgram: async (file) => ((await find(file)) === null ? `The agent program ${file} was not found.` : null),
  });
  if (ready.kind === "refused") {
    await leavePlace(place, await placeSettings(start, home.root));
    return ready;
  }
  const ralph = join(home.root, ".ralph");
  await boundOldLogs({ ralph, run, config, ledger, backlog: tools.backlog, now: start.now() });
  forgetWishes(join(ralph, "control"));
  using _listening = listenTo(tools.control, interruption);
  const notes = [...opened.notes, ...forgeNotes(policy), ...based, ...skillNotes(repository.root, policy)];
  const began = append(engine, initialState(policy, start.now()), [...ready.facts, ...notes], {
    iteration: 0,
    durability: "synced",
  });
  try {
    await keepOwnFiles(engine, began);
    await runLoop(engine, began);
  } catch (error) {
    // The copies stay: the next start settles what was under way by them.
    const problem = await endByFailure(engine, opened.state(), error);
    return { ...problem, fault: problemOf(error) === null ? error : undefined };
  } finally {
    await processes.sweep(run);
  }
  forgetCopies(repository.gitDir, run);
  if (began.run !== null && began.run.untracked.length > 0) await tools.care.forgetOwn(run);
  await leavePlace(place, await placeSettings(start, home.root));
  return null;
}

/** A person's untracked files are no agent's business; what one deletes all the same can be brought back from copies. */
async function keepOwnFiles({ run, tools }: Engine, { run: started }: State): Promise<void> {
  try {
    await tools.care.keepOwn(run, started?.untracked ?? []);
  } catch (error) {
    // A file that can't be read has no copy, and its owner knows of it.
    if (!(error instanceof WorkspaceError)) throw error;
  }
}

/** An installed skill that teaches another contract than the one in force (C-3). */
function skillNotes(root: string, policy: Policy): readonly Fact[] {
  const glimpse = glimpseOf(root);
  const match = matchSkills(
    installedSkills((path) => glimpse.text(path)),
    policy.contract,
  );
  return match.kind === "differs" ? [warned("skill_version", `${match.message} \`ralph upgrade\` renews it.`)] : [];
}

/** Work that stays on a branch is offered by nobody. */
const forgeNotes = ({ merges, branching }: Policy): readonly Fact[] =>
  merges === undefined || branching === "task"
    ? []
    : [
        warned(
          "forge_unused",
          `RALPH_FORGE=${merges.forge} opens a pull request for each task under RALPH_BRANCHING=task; under ${branching} work lands on the branch, and nothing is pushed.`,
        ),
      ];

/** How lock and ledger were found, where that is worth a word. */
function startNotes(lock: RunLock, opened: LedgerFound): readonly Fact[] {
  return [
    ...(lock.tookOver === null ? [] : [warned("lock_taken_over", lock.tookOver)]),
    ...(opened.kind === "recovered"
      ? [
          warned(
            "ledger_recovered",
            `The ledger was damaged (${opened.why}) and was moved to ${opened.movedTo}; a new one was begun.`,
          ),
        ]
      : []),
  ];
}

const entryOf = (start: Start, fact: Fact): Entry => ({ seq: 0, run: start.run, iteration: 0, at: start.now(), fact });
