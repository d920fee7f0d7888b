import { traitsOf } from "../../core/playbooks/traits.ts";
import { warned } from "../../core/texts/warned.ts";
import type { EndReason } from "../../core/end-reason.ts";
import type { Fact, Standing } from "../../core/fact.ts";
import type { Policy } from "../../core/policy.ts";
import { isClosed } from "../../core/task.ts";
import { type Backlog, BacklogError, type BacklogFault, carriesState, faultText } from "../../ports/backlog.ts";
import type { DirtyPath } from "../../ports/workspace.ts";
import { isHarnessFile } from "../aside.ts";
import type { Engine } from "../engine.ts";
import { listed } from "../listed.ts";
import type { Inheritance } from "./recover.ts";
import type { Tools } from "../tools.ts";
import { whoPlays } from "./who-plays.ts";

/** What pre-flight came to: the run may start with these facts, or it ends before any work, with the reason and what to do. */
export type Preflight =
  | { readonly kind: "ready"; readonly facts: readonly Fact[] }
  | {
      readonly kind: "refused";
      readonly reason: EndReason;
      readonly message: string;
      readonly next: string;
      readonly facts: readonly Fact[];
    };

/** What only the edge can tell of the machine. */
export interface Machine {
  readonly pid: number;
  readonly host: string;
  /** True where the run works in a work tree of its own. */
  readonly beside: boolean;
  /** Resolves to null where the program can be started, else to a sentence. */
  readonly findProgram: (file: string) => Promise<string | null>;
}

/** Looks at everything that can be known before any work, and changes nothing. */
export async function preflight(
  engine: Engine,
  policy: Policy,
  inherited: Inheritance,
  machine: Machine,
): Promise<Preflight> {
  const read = await readBacklog(engine, policy);
  if (read.kind === "refused") return read;
  const view = await engine.tools.workspace.look();
  const dirt = sortDirt(view.dirty, inherited, engine.tools.backlog);
  const refusal =
    (await landingRefusal(engine, policy)) ?? (await firstRefusal(engine, { ...dirt, branch: view.branch }, machine));
  if (refusal !== null) return { kind: "refused", ...refusal, facts: read.facts };
  const who = await whoPlays(engine.tools, policy, machine.findProgram);
  const started: Fact = {
    kind: "run-started",
    policy: withCriticalPaths(policy, engine.tools),
    ...who.facts,
    pid: machine.pid,
    host: machine.host,
    root: engine.tools.repository.root,
    head: view.head,
    branch: view.branch,
    defaultBranch: engine.tools.repository.defaultBranch,
    untracked: [...dirt.untracked],
    breaker: inherited.breaker,
    resumed: inherited.left?.work ?? null,
    ...(inherited.left?.work == null || inherited.baseline === null ? {} : { baseline: inherited.baseline }),
    beside: machine.beside,
    elsewhere: inherited.elsewhere,
    ...(inherited.cleanup.length > 0 && policy.source === inherited.source ? { cleanup: [...inherited.cleanup] } : {}),
  };
  const notes = [...inherited.notes, ...elsewhereNote(inherited, machine), ...(read.isProven ? [] : [noGate])];
  return { kind: "ready", facts: [started, ...notes, ...who.warnings, ...read.warnings] };
}

/** What people have written down as critical makes work on it risky, in a crew. */
function withCriticalPaths(policy: Policy, { notebook }: Tools): Policy {
  if (!traitsOf[policy.playbook].hasCrew || policy.crew === undefined) return policy;
  const { risk } = policy.crew;
  return {
    ...policy,
    crew: { ...policy.crew, risk: { ...risk, paths: [...risk.paths, ...notebook.criticalPaths()] } },
  };
}

/** Work that waits in the other work tree. */
function elsewhereNote({ elsewhere }: Inheritance, { beside }: Machine): readonly Fact[] {
  if (elsewhere === null) return [];
  const whose = elsewhere.work === null ? "Changes" : `Unfinished work of ${elsewhere.work.task.id}`;
  const message = beside
    ? `${whose} of an earlier run is left in your own work tree; \`ralph run\` without --worktree goes on with it.`
    : `${whose} of an earlier run is left in the work tree beside this one; \`ralph run --worktree\` goes on with it.`;
  return [warned("work_elsewhere", message)];
}

type Refusal = Pick<Extract<Preflight, { kind: "refused" }>, "reason" | "message" | "next">;

/** Nothing could land where the default branch is checked out in another work tree: better told before the work than after. */
async function landingRefusal({ tools }: Engine, { branching }: Policy): Promise<Refusal | null> {
  const { defaultBranch } = tools.repository;
  const holder = branching === "task" ? await tools.history.heldElsewhere(defaultBranch) : null;
  if (holder === null) return null;
  return {
    reason: "preflight_failed",
    message: `Work lands on ${defaultBranch}, which is checked out in another work tree: ${holder}.`,
    next: `Start there, or release it (git -C ${holder} switch --detach), or commit on the branch you are on: --branching current; or land on a branch of the run's own: --worktree.`,
  };
}

/** What forbids the start; null where nothing does. */
async function firstRefusal(
  { tools }: Engine,
  { foreign, branch }: { readonly foreign: readonly string[]; readonly branch: string | null },
  machine: Machine,
): Promise<Refusal | null> {
  const { repository } = tools;
  if (branch === null)
    return {
      reason: "preflight_failed",
      message: `HEAD is detached in ${repository.root}: commits made here would belong to no branch.`,
      next: "Check out a branch there (git switch NAME), then start again.",
    };
  const obstacle = await tools.care.obstacle();
  if (obstacle !== null) return { reason: "preflight_failed", message: obstacle.what, next: obstacle.cure };
  if (repository.branchInTheWay !== null)
    return {
      reason: "preflight_failed",
      message: `There is a branch called ${repository.branchInTheWay}: git then allows no branches ${repository.branchInTheWay}/…, on which work is kept.`,
      next: `Rename it (git branch -m ${repository.branchInTheWay} NAME), then start again.`,
    };
  const missing = await tools.gate.missing();
  if (missing.length > 0)
    return {
      reason: "preflight_failed",
      message: `The gate's program was not found: ${missing.join(", ")}.`,
      next: "Install it, or correct RALPH_GATE in .ralphrc.",
    };
  if (foreign.length > 0)
    return {
      reason: "dirty_tree",
      message: `Uncommitted changes that are not the harness's: ${listed(foreign)}.`,
      next: machine.beside
        ? `Commit or stash them in ${repository.root}, then start again.`
        : "Commit or stash them (git stash), then start again; or leave them alone and work beside them: ralph run --worktree.",
    };
  return agentRefusal(tools, machine);
}

async function agentRefusal(tools: Engine["tools"], machine: Machine): Promise<Refusal | null> {
  const { dialect, model } = tools.seat("implementer");
  const wanted = { role: "implementer", prompt: "", model, resume: null, workspace: tools.repository.root } as const;
  const command = dialect.command({ ...wanted, hook: null, schema: null, maxCostUsd: null });
  const unavailable = await machine.findProgram(command.program ?? command.file);
  if (unavailable === null) return null;
  const next =
    "Install the agent program, or name another (RALPH_AGENT, RALPH_AGENT_COMMAND). `ralph doctor` says more.";
  return { reason: "agent_unavailable", message: unavailable, next };
}

const noGate: Fact = {
  kind: "warned",
  code: "no_gate",
  severity: "warning",
  message:
    'no gate is configured: nothing that lands is proven by a check. Set RALPH_GATE, for example RALPH_GATE="npm test".',
};

/** What was read at the start. `isProven`: everything that lands is proven by some gate. */
interface Read {
  readonly kind: "read";
  readonly facts: readonly Fact[];
  readonly warnings: readonly Fact[];
  readonly isProven: boolean;
}

async function readBacklog(
  { tools }: Engine,
  { gated, playbook, audit }: Policy,
): Promise<Read | Extract<Preflight, { kind: "refused" }>> {
  try {
    const snapshot = await tools.backlog.load();
    const faults = snapshot.faults.filter((fault) => fault.severity === "error");
    const standing = tools.picking.standing(snapshot, []);
    const open = snapshot.tasks.filter((task) => !isClosed(task));
    const warnings = [...faultNotes(faults), ...outsideNote(standing, open.length)];
    const haveOwn = traitsOf[playbook].hasOwnGates && open.every(({ gate }) => gate.length > 0);
    return {
      kind: "read",
      facts: [{ kind: "backlog-read", standing, pick: null, tree: null }],
      warnings,
      // An audit lands nothing that would have to be proven.
      isProven: gated || haveOwn || audit,
    };
  } catch (error) {
    if (!(error instanceof BacklogError)) throw error;
    const { fault } = error;
    return {
      kind: "refused",
      reason: error.code === "unavailable" ? "source_unavailable" : "config_invalid",
      message: faultText(fault),
      next: fault.hint,
      facts: [],
    };
  }
}

/** A run to which no task belongs ends as complete at once: most likely its filter is misspelt. */
function outsideNote({ open, done }: Standing, openAnywhere: number): readonly Fact[] {
  if (open + done > 0 || openAnywhere === 0) return [];
  const tasks = openAnywhere === 1 ? "The one open task is" : `All ${openAnywhere} open tasks are`;
  const message = `${tasks} outside this run. \`ralph plan list\` shows what a filter (--filter) can name; optional tasks need --optional.`;
  return [warned("nothing_to_work", message)];
}

const mostFaults = 50;

/** Each fault in the report; of very many the first ones. */
function faultNotes(faults: readonly BacklogFault[]): readonly Fact[] {
  const told = faults.slice(0, mostFaults).map((fault) => warned(fault.code, `${faultText(fault)} ${fault.hint}`));
  const rest = faults.length - told.length;
  return rest === 0
    ? told
    : [...told, warned("more_faults", `${rest} more faults of the backlog: see \`ralph plan check\`.`)];
}

/** Whose uncommitted changes these are: a person's untracked files, what the last run left, or somebody's work. */
export function sortDirt(
  dirty: readonly DirtyPath[],
  { left }: Pick<Inheritance, "left">,
  backlog: Pick<Backlog, "files" | "carries">,
) {
  const ours = new Set(left?.paths ?? []);
  // What a person writes in the plan, `ralph plan` too, is a wish to this very run: it goes into the next landing.
  const isPlan = (entry: DirtyPath): boolean => entry.state !== "untracked" && carriesState(backlog, entry.path);
  const others = dirty.filter(
    (entry) => !ours.has(entry.path) && !isHarnessFile(entry.path, backlog.files) && !isPlan(entry),
  );
  return {
    untracked: others.filter((entry) => entry.state === "untracked").map((entry) => entry.path),
    foreign: others.filter((entry) => entry.state !== "untracked").map((entry) => entry.path),
  };
}
