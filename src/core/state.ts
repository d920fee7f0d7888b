import { epicKey } from "./epic-key.ts";
import { closedBreaker, type Breaker } from "./stopping/breaker.ts";
import type { FactOf, IssueCounts, Receipt, ResumedWork, Standing } from "./fact.ts";
import { freshHalts, type Halts } from "./stopping/halts.ts";
import type { Role, Usage } from "./outcome.ts";
import type { Policy } from "./policy.ts";
import type { WorkSummary } from "./answer/work-summary.ts";
import type { Ungraded } from "./crew/grading.ts";
import type { Baseline } from "./tests/baseline.ts";
import type { Absence } from "./seating.ts";
import type { Task, TaskId } from "./task.ts";
import type { OwnAccount } from "./tracker/own-account.ts";

/** One agent call of the present iteration. */
export type Call = FactOf<"agent-finished">;

/** The iteration under way: what has happened to its task so far, and nothing that can be worked out from it. */
export interface Iteration {
  readonly n: number;
  readonly claim: FactOf<"task-claimed">;
  readonly startedAt: number;
  readonly calls: readonly Call[];
  /** The reading of the last call's answer. */
  readonly answer: FactOf<"answer-read"> | null;
  /** The work reports of all calls so far that gave a readable one, oldest first. */
  readonly summaries: readonly WorkSummary[];
  /** The coordinator's brief, or that there is none; null while nobody has looked. */
  readonly brief: FactOf<"brief-read"> | null;
  /** The architect's design for a LARGE task. */
  readonly design: string | null;
  /** The measurement after the last call. */
  readonly measured: FactOf<"work-measured"> | null;
  /** Calls beside the work itself, and what those who judge it came to. */
  readonly sideCalls: readonly Call[];
  readonly verdicts: readonly FactOf<"verdict-read">[];
  readonly closedReviews: readonly FactOf<"review-closed">[];
  /** Who is at the tree whose changes do not stand by themselves: a coordinator, judges, or the simplifier. */
  readonly guests: "coordinator" | "judges" | "simplifier" | null;
  readonly gates: readonly FactOf<"gate-judged">[];
  readonly acceptance: readonly FactOf<"acceptance-judged">[];
  /** What the simplifier did, and how many verdicts of the gate there were before it. */
  readonly simplified: (FactOf<"work-simplified"> & { readonly gatesBefore: number }) | null;
  /** True once the tick, or what the harness had closed, was taken back. */
  readonly withdrawn: boolean;
  readonly refusedLandings: readonly FactOf<"landing-refused">[];
  readonly landed: FactOf<"work-landed"> | null;
  /** The pull request that its work waits in. */
  readonly waiting: FactOf<"merge-pending"> | null;
  readonly parked: FactOf<"task-parked"> | null;
  /** When its landing or parking was first begun, ms: the same after a kill. */
  readonly closingAt: number | null;
  /** The wait since the last call, once it is over: a call that met a limit is made again. */
  readonly waited: FactOf<"waited"> | null;
}

/** What the run remembers of an epic: the commit that its first task began with, and whether anything of it has landed. */
export interface Epic {
  readonly startHead: string;
  readonly changed: boolean;
}

/** An iteration whose task was just claimed. */
export const newIteration = (
  claim: FactOf<"task-claimed">,
  { iteration, at }: { readonly iteration: number; readonly at: number },
): Iteration => ({
  n: iteration,
  claim,
  startedAt: at,
  calls: [],
  answer: null,
  summaries: [],
  brief: null,
  design: null,
  measured: null,
  sideCalls: [],
  verdicts: [],
  closedReviews: [],
  guests: null,
  gates: [],
  acceptance: [],
  simplified: null,
  withdrawn: false,
  refusedLandings: [],
  landed: null,
  waiting: null,
  parked: null,
  closingAt: null,
  waited: null,
});

/** The number of the next agent call of an iteration. */
export const nextCall = ({ calls, sideCalls }: Iteration): number =>
  Math.max(0, ...[...calls, ...sideCalls].map(({ call }) => call)) + 1;

/** The round of work that is under way. */
export const roundOf = ({ calls }: Iteration): number => calls.at(-1)?.round ?? 1;

/** What the run remembers of a task over its iterations. */
export interface TaskTrail {
  readonly attempts: number;
  /** Iterations in a row without progress. */
  readonly idle: number;
  /** Iterations in a row that asked a question and changed nothing. */
  readonly questions: number;
  readonly landingRefusals: number;
  readonly costUsd: number;
  readonly tokens: number;
  readonly timeMs: number;
  /** True once an implementer has changed something or answered: in this run no second one is called. */
  readonly implemented: boolean;
  /** The session of its last call, whose program it is, and what was used in it; null where that began in an earlier run. */
  readonly session: {
    readonly id: string;
    readonly at: number;
    readonly agent: string;
    readonly usage: Usage | null;
  } | null;
  /** The commit that its unlanded work began with. */
  readonly startHead: string | null;
  /** Commits of its agents that have not landed yet. */
  readonly commits: readonly string[];
}

/** What the run has spent. `costUsd` null: nobody said what it costs. */
export interface Spent {
  readonly costUsd: number | null;
  readonly costEstimated: boolean;
  /** Calls of which nobody knows what they cost. */
  readonly unknownCalls: number;
  readonly tokens: number;
  /** Starts of agent calls within the last hour, ms. */
  readonly calls: readonly number[];
}

/** The last verdict of the full gate, the tree it was given on, and its receipts without the ends of their outputs. */
export interface FullGate {
  readonly tree: string;
  readonly verdict: "green" | "red";
  readonly failing: string | null;
  readonly receipts: readonly Receipt[];
}

/** Everything the loop decides by: a fold over the facts of one run. */
export interface State {
  readonly run: FactOf<"run-started"> | null;
  readonly startedAt: number;
  /** The time of the newest fact; the core has no clock. */
  readonly now: number;
  readonly policy: Policy;
  readonly wishes: { readonly paused: boolean; readonly stop: "no" | "after-task" | "now" };
  /** True once the boundary after the last iteration was seen to: wishes have been heard. */
  readonly reaped: boolean;
  /** How the backlog stood when it was last read at a boundary; null when that may have changed. */
  readonly backlog: FactOf<"backlog-read"> | null;
  /** The newest counts of the backlog, for showing and for prompts. */
  readonly lastStanding: Standing | null;
  readonly iterations: number;
  readonly current: Iteration | null;
  readonly tasks: Readonly<Record<TaskId, TaskTrail>>;
  /** The epics that tasks of this run belong to, by their keys. */
  readonly epics: Readonly<Record<string, Epic>>;
  /** The task claimed last, whatever became of it. */
  readonly lastTask: Task | null;
  /** The id that an optimiser has left as the next one, until a task is claimed. */
  readonly hint: TaskId | null;
  /** In an audit run, the epic of the task that was claimed first, by its key; null before that, and where it has none. */
  readonly campaign: string | null;
  /** Files that the last landing has touched. */
  readonly touched: readonly string[];
  /** Parked in this run: never picked again in it. */
  readonly parked: readonly TaskId[];
  /** Different tasks parked in a row without one landed. */
  readonly parkedInRow: readonly { readonly task: TaskId; readonly state: "blocked" | "needs_human" }[];
  /** Work found in the tree at the start, until its task is claimed. */
  readonly resumed: ResumedWork | null;
  /** Files that commands of the harness left behind: set aside like a person's own. */
  readonly leftovers: readonly string[];
  /** The last verdict of the full gate, and the tree it was given on. */
  readonly gate: FullGate | null;
  /** The last specifications that a completion call has looked at, and what it found. */
  readonly specs: {
    readonly digest: string;
    readonly covered: boolean | null;
    /** The iteration in which what is missing became tasks: from the next one on those tasks stand for it. */
    readonly handedOn: number | null;
  } | null;
  /** What failed before the work of this run; null while nobody has looked. */
  readonly baseline: Baseline | null;
  readonly breaker: Breaker;
  readonly halts: Halts;
  readonly spent: Spent;
  /** Completion indicators of the last iterations, oldest first, as many as the exit window holds. */
  readonly indicators: readonly (readonly string[])[];
  /** What the next prompt tells the agent was wrong. */
  readonly corrections: readonly string[];
  /** Something that the last iteration found and that ends the run at the boundary. */
  readonly fatal: {
    readonly reason: "blocked" | "agent_unavailable" | "usage_limit" | "interrupted" | "preflight_failed";
    readonly message: string;
  } | null;
  /** Waits for limits in a row without a call that went well, and when the first of them began. */
  readonly limitWaits: number;
  readonly limitedSince: number | null;
  /** Agents that can't work now, where others may play their roles. */
  readonly absent: readonly Absence[];
  /** Who plays a role, where it is not the first of its order. */
  readonly playing: Readonly<Partial<Record<Role, string>>>;
  readonly landed: number;
  /** Pull requests that wait, the oldest first. */
  readonly merges: readonly FactOf<"merge-pending">[];
  /** True once they were looked at since the last iteration. */
  readonly mergesSeen: boolean;
  /** Pull requests that need work before they can be merged, until their tasks have landed or wait again. */
  readonly mergeFailures: readonly FactOf<"merge-ended">[];
  /** Commits that agents of this run have pushed past any review: no evidence, and nothing that has landed. */
  readonly pushedPast: readonly string[];
  /** Ids of comments on pull requests that an agent was told, or will be told with its next call. */
  readonly commentsTold: readonly string[];
  /** Since when there is nothing to do but to wait for merges, ms; null while there is. */
  readonly mergesSince: number | null;
  /** What was found before the first task, where a playbook looks. */
  readonly preflight: {
    readonly prepared: FactOf<"repository-prepared"> | null;
    readonly gate: FactOf<"gate-judged"> | null;
  };
  /** What has landed and has no judge yet, and the judges that are at work. */
  readonly ungraded: readonly Ungraded[];
  readonly grading: readonly FactOf<"grade-pending">[];
  /** What is known of tasks that the tracker does not say, where agents write to it. */
  readonly account: OwnAccount;
  /** The tracker's own counts when it was last read; null where the harness writes. */
  readonly counts: IssueCounts | null;
  /** Issues that an iteration of its own was to close: none asks for them once more. */
  readonly cleanupAsked: readonly TaskId[];
  readonly lastExit: "none" | "refused" | "accepted";
  readonly ended: FactOf<"run-ended"> | null;
}

/** What a run remembers of a task that it has not worked yet. */
const noTrail: TaskTrail = {
  attempts: 0,
  idle: 0,
  questions: 0,
  landingRefusals: 0,
  costUsd: 0,
  tokens: 0,
  timeMs: 0,
  implemented: false,
  session: null,
  startHead: null,
  commits: [],
};

/** The state before anything has happened. */
export const initialState = (policy: Policy, at: number): State => ({
  run: null,
  startedAt: at,
  now: at,
  policy,
  wishes: { paused: false, stop: "no" },
  reaped: false,
  backlog: null,
  lastStanding: null,
  iterations: 0,
  current: null,
  tasks: {},
  epics: {},
  lastTask: null,
  hint: null,
  campaign: null,
  touched: [],
  parked: [],
  parkedInRow: [],
  resumed: null,
  leftovers: [],
  gate: null,
  baseline: null,
  specs: null,
  breaker: closedBreaker,
  halts: freshHalts,
  spent: { costUsd: null, costEstimated: false, unknownCalls: 0, tokens: 0, calls: [] },
  indicators: [],
  corrections: [],
  fatal: null,
  limitWaits: 0,
  limitedSince: null,
  absent: [],
  playing: {},
  landed: 0,
  merges: [],
  mergesSeen: false,
  mergeFailures: [],
  pushedPast: [],
  commentsTold: [],
  mergesSince: null,
  preflight: { prepared: null, gate: null },
  ungraded: [],
  grading: [],
  account: {},
  counts: null,
  cleanupAsked: [],
  lastExit: "none",
  ended: null,
});

/** What the run remembers of the epic of a claimed task. */
export const epicOf = (state: State, { task }: FactOf<"task-claimed">): Epic | undefined => state.epics[epicKey(task)];

/** What the run remembers of a task. */
export const trailOf = (state: State, task: Task | TaskId): TaskTrail =>
  state.tasks[typeof task === "string" ? task : task.id] ?? noTrail;
