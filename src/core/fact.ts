/* oxlint-disable max-lines -- one table, read by looking things up */
import * as z from "zod/mini";
import {
  taskId,
  task,
  policy,
  reading,
  step,
  endReason,
  paths,
  leftovers,
  sha,
  surfaceChange,
  weakenedTest,
  change,
  breaker,
  resumedWork,
  leftWork,
  agentFacts,
  receipt,
  baseline,
  near,
  standing,
  crewSeats,
  finishedCall,
  closing,
  issueCounts,
  trackerSeen,
} from "./fact-parts.ts";
import { auditFindingSchema } from "./answer/audit-findings.ts";
import { gradesSchema } from "./answer/grades.ts";
import { briefSchema } from "./brief/brief.ts";
import { issueSchema, verdictForms, verdictWords } from "./answer/verdict.ts";
import { workSummarySchema } from "./answer/work-summary.ts";
import { judgingRoles } from "./judging-roles.ts";
import { callOutcomes, roles } from "./outcome.ts";

// Facts are what has happened, past tense, and the only memory of the loop: the state is a fold over them.
// Each schema here is also the type. Payloads are JSON; times are milliseconds since 1970 (UTC).

/** Every kind of fact, with the schema of its payload. A new kind is a row here; the compiler then names who has to think of it. */
export const factSchemas = {
  "run-started": z.object({
    policy,
    /** The implementer's own. */
    agent: agentFacts,
    /** Who may play a role, in order: its own agent, then the fallback. By the labels of `agents`. */
    order: z.optional(z.partialRecord(z.enum(roles), z.array(z.string()))),
    agents: z.optional(z.record(z.string(), agentFacts)),
    crew: z.optional(crewSeats),
    pid: z.number(),
    host: z.string(),
    root: z.string(),
    head: sha,
    branch: z.nullable(z.string()),
    defaultBranch: z.string(),
    /** A person's untracked files at the start: never staged, never dropped. */
    untracked: paths,
    breaker,
    resumed: z.nullable(resumedWork),
    /** True where the run works in a work tree of its own, beside the person's. */
    beside: z.optional(z.boolean()),
    /** What earlier runs have left in the other of the two work trees. */
    elsewhere: z.optional(z.nullable(leftWork)),
    /** The baseline that the work which goes on had begun with. */
    baseline: z.optional(z.nullable(baseline)),
    /** Issues that agents of the last run have left open though their work has landed. */
    cleanup: z.optional(z.array(taskId)),
  }),
  /** A person's wish from a terminal or a signal, heard between two steps or in one. */
  "wish-heard": z.object({ wish: z.enum(["pause", "resume", "stop", "stop-after-task"]) }),
  /** The boundary was reached: wishes have been looked at, logs and leftovers seen to. */
  reaped: z.object({ wishes: z.number() }),
  "backlog-read": z.object({
    standing,
    pick: z.nullable(
      z.object({
        task,
        reason: z.string(),
        boundary: z.boolean(),
        nested: z.array(taskId),
        groupSize: z.optional(z.number()),
        near,
      }),
    ),
    /** The id that an optimiser had left as the next one; it is gone from there. */
    hint: z.optional(z.nullable(taskId)),
    /** The tree that the standing was read from, as the work tree's content; null where it was not asked for. */
    tree: z.nullable(z.string()),
    /** The tracker's own counts, and the issues that agents still have to close; only where agents write to it. */
    tracker: z.optional(z.extend(issueCounts, { cleanup: z.array(taskId) })),
  }),
  "task-claimed": z.object({
    task,
    /** Items nested under it, worked with it as one. */
    nested: z.array(taskId),
    /** Which iteration on this task it is, over all runs; from 1. */
    attempt: z.number(),
    /** Last open task of its group: the full gate is due. */
    boundary: z.boolean(),
    /** Tasks of its group, closed ones too, what is nested left out; 1 where it has none. */
    groupSize: z.optional(z.number()),
    /** A task of the run's own, not of the backlog. */
    repair: z.boolean(),
    /** The issues that are to be closed, where it is about nothing else. */
    cleanup: z.optional(z.array(taskId)),
    /** True where the checks were red before any work, and this task mends them. */
    preflight: z.optional(z.boolean()),
    branch: z.nullable(z.string()),
    /** The commit and the content that the iteration began with. */
    head: sha,
    tree: sha,
    /** Whether that content is the commit's own: nothing was left over in the tree. */
    clean: z.boolean(),
    /** Where the default branch stood: a commit that reaches it without a landing is found by this. */
    defaultTip: z.nullable(sha),
    /** The same of the forge's; absent where there is none, or where it was not reached. */
    remoteTip: z.optional(z.nullable(sha)),
    /** The commit that the task's work began with: what lands is measured against it. */
    startHead: sha,
    session: z.nullable(z.string()),
    /** The program whose session that is: no other can go on with it. */
    sessionOf: z.optional(z.nullable(z.string())),
    near,
    /** What a person has answered since the task was first worked, newest last; what stands in its text already is not among it. */
    answers: z.optional(z.array(z.string())),
  }),
  "agent-finished": finishedCall,
  /** Another agent plays a role from here on: since the one before can't work, or (`why` null) since an earlier one is back. */
  "agent-replaced": z.object({
    role: z.enum(roles),
    from: z.string(),
    to: z.string(),
    why: z.nullable(z.enum(callOutcomes)),
    /** When the one that can't work is expected back, ms; null: not in this run. */
    until: z.nullable(z.number()),
  }),
  /** The brief for the claimed task is there, or it is clear that there will be none (`brief` null, and why). */
  "brief-read": z.object({
    task: taskId,
    brief: z.nullable(briefSchema),
    /** Where it comes from: kept from before, made ahead, or asked for now. */
    from: z.enum(["kept", "ahead", "asked"]),
    why: z.nullable(z.string()),
  }),
  /** A coordinator has looked at a task that may come next, beside the loop. */
  "brief-prepared": z.object({
    /** The iteration in which it was begun. */
    iteration: z.number(),
    task: taskId,
    /** Why no brief came of it; null where one did. */
    why: z.nullable(z.string()),
    calls: z.array(finishedCall),
  }),
  "answer-read": z.object({
    call: z.number(),
    reading,
    /** Distinct completion statements in the answer. */
    statements: z.array(z.string()),
    /** The text of the block, bounded; null where none was found. */
    raw: z.nullable(z.string()),
    /** What an architect's answer hands on to the implementer, bounded; null for other roles. */
    design: z.nullable(z.string()),
    question: z.nullable(z.string()),
    /** The evidence that a VERIFICATION answer or a closing note names. */
    evidence: z.array(z.string()),
    /** True where the answer carries the mark of a finished increment. */
    marked: z.optional(z.boolean()),
    /** Criteria that it names as satisfied, by their words. */
    satisfied: z.optional(z.array(z.string())),
    /** What it says was learnt; one line, bounded. */
    learnings: z.optional(z.string()),
    /** What an audit has found; null where its answer does not say. Only where it is an audit's. */
    findings: z.optional(z.nullable(z.array(auditFindingSchema))),
    /** The JSON summary, where one is owed; null where it can't be read. */
    summary: z.optional(z.nullable(workSummarySchema)),
  }),
  "work-measured": z.object({
    call: z.number(),
    head: sha,
    branch: z.nullable(z.string()),
    /** The content of the work tree, harness files and a person's untracked files left out; null where nobody needed to know. */
    tree: z.nullable(sha),
    /** Uncommitted paths, without the harness's own and a person's untracked ones. */
    dirty: paths,
    /** Those among them that a merge or the like has left in conflict: such work is not finished. */
    conflicts: z.optional(paths),
    /** Since the iteration began: what counts as progress. The plan file is among them if the agent changed it. */
    changes: z.array(change),
    /** The files among them that carry the backlog's state: their change alone is no progress. */
    backlogFiles: paths,
    /** Since the task's work began: what would land. */
    workChanges: z.array(change),
    commits: z.array(sha),
    /** What became of the claimed task's tick: kept, undone, or there was none. */
    tick: z.enum(["kept", "undone", "none"]),
    /** Ticks outside the claimed task, undone and listed. */
    strayTicks: z.array(taskId),
    /** Open items that the agent had deleted or reworded: put back. */
    restoredItems: z.array(taskId),
    addedItems: z.array(taskId),
    surface: z.array(surfaceChange),
    gateFiles: paths,
    /** True where those were put back (`guard.tests: refuse`). */
    gateFilesRefused: z.optional(z.boolean()),
    weakenedTests: z.optional(z.array(weakenedTest)),
    /** What the harness's own commands then mended in files of the work, and what of other files they touched, which was put back. */
    mended: z.optional(z.object({ receipts: z.array(receipt), paths, putBack: paths })),
    /** TODO and not-implemented marks that the iteration added. */
    marks: z.array(z.string()),
    /** The digest of the specifications below `.ralph/specs/`; only where an exit is asked for, null where there are none. */
    specs: z.optional(z.nullable(z.string())),
    evidence: z.nullable(z.object({ ok: z.boolean(), text: z.string() })),
    /** Commits that reached the default branch without a landing. */
    strayCommits: z.array(sha),
    /** Commits that the agent itself has pushed to the default branch of a forge, past any review: they land nothing. */
    pushedPast: z.optional(z.array(sha)),
    /** Sub-agents still outstanding by the hooks' own account. */
    subAgentsInFlight: z.number(),
    /** Sub-agents that hooks have seen start since the iteration began; facts of earlier versions have none. */
    subAgentStarts: z.optional(z.number()),
    /** Only where agents write to it. */
    tracker: z.optional(trackerSeen),
    standing,
  }),
  /** What one judge of the work has come to; written down as it arrives. */
  "verdict-read": z.object({
    /** The call that gave it; 0 for a program that is no agent. */
    call: z.number(),
    role: z.enum(judgingRoles),
    round: z.number(),
    /** 2 where a judge in doubt was asked once more. */
    ask: z.number(),
    form: z.enum(verdictForms),
    agent: z.string(),
    seat: z.string(),
    family: z.string(),
    model: z.nullable(z.string()),
    verdict: z.enum(verdictWords),
    /** Where the verdict comes from: the answer, or that there was none to be had. */
    cause: z.enum(["answer", "unreadable", "timed_out", "call_failed"]),
    summary: z.string(),
    issues: z.array(issueSchema),
    /** Files that a judge in doubt asks for. */
    needs: paths,
    /** Given quicker than anybody reads. */
    suspicious: z.boolean(),
    durationMs: z.number(),
    /** Findings of a later round that came too late to count. */
    late: z.optional(z.array(issueSchema)),
    /** Lines that the judged change adds and takes away. */
    lines: z.optional(z.number()),
    /** The content that was judged, and the commit that it was compared with. */
    tree: sha,
    since: sha,
  }),
  /** All who were asked have judged or failed, and what they changed is put back. */
  "review-closed": z.object({ round: z.number(), ask: z.number() }),
  /** The repository was made ready for the first gate: stale files removed, commands run. `failing` null: all went well. */
  "repository-prepared": z.object({
    cleaned: paths,
    receipts: z.array(receipt),
    failing: z.nullable(z.string()),
    leftovers,
  }),
  /** A judge was started on landed work; it goes on beside the loop. `judge` names the call over all runs. */
  "grade-pending": z.object({
    iteration: z.number(),
    task: taskId,
    commit: sha,
    judge: z.string(),
    seat: z.string(),
    family: z.string(),
    model: z.nullable(z.string()),
  }),
  /** A judge's grades have come, or it is clear that they won't (`grades` null, and why). */
  "grade-collected": z.object({
    iteration: z.number(),
    task: taskId,
    commit: sha,
    judge: z.string(),
    grades: z.nullable(gradesSchema),
    why: z.nullable(z.string()),
    /** Its calls, a repair among them. */
    calls: z.array(finishedCall),
  }),
  /** The simplifier has gone over an epic's files. */
  "work-simplified": z.object({
    call: z.number(),
    /** The content before and after, and the commits that HEAD stood at. */
    before: sha,
    headBefore: sha,
    tree: sha,
    head: sha,
    /** What it has changed and what was left standing; empty where it found nothing, or where it was put back. */
    paths,
    /** Why its changes were put back at once; null where they stand. */
    refused: z.nullable(z.string()),
  }),
  /** What the simplifier had changed is out again, since the gate turned red by it. */
  "simplification-undone": z.object({ tree: sha, head: sha, reason: z.string() }),
  "gate-judged": z.object({
    round: z.number(),
    /** The commands that were to run, where they are the task's own; without them it was the full gate. */
    commands: z.optional(z.array(z.string())),
    tree: sha,
    verdict: z.enum(["green", "red", "not_run"]),
    /** True where a receipt for the very same tree was served again. */
    served: z.boolean(),
    receipts: z.array(receipt),
    failing: z.nullable(z.string()),
    /** Tests that failed once and passed at once on the same tree. */
    flaky: z.optional(z.array(z.string())),
    problem: z.nullable(z.enum(["timed_out", "not_found", "interrupted"])),
    leftovers,
  }),
  /** How all gate commands stood before the work of this run: what failed then blocks nobody. */
  "baseline-taken": z.object({
    tree: sha,
    receipts: z.array(receipt),
    problem: z.nullable(z.enum(["timed_out", "not_found", "interrupted"])),
    leftovers,
  }),
  "work-landed": z.object({
    commit: sha,
    branch: z.nullable(z.string()),
    form: z.enum(["commit", "squash", "verified", "pull-request"]),
    /** The pull request that it was merged by. */
    pull: z.optional(z.object({ pr: z.number(), url: z.nullable(z.string()) })),
    agentCommits: z.array(sha),
    closed: z.array(taskId),
    closing,
    standing,
    /** Settled by looking, after a crash. */
    recovered: z.boolean(),
    /** The content that landed, where it differs from what the gate found green in nothing but the harness's own record. */
    proven: z.optional(sha),
  }),
  /** Work is offered as a pull request and is not merged yet: its task waits, and others are worked meanwhile. */
  "merge-pending": z.object({
    task: taskId,
    pr: z.number(),
    /** Null where only its number is known. */
    url: z.nullable(z.string()),
    branch: z.string(),
    /** The commit that was offered, and the one that the task's work began with; null where somebody else has opened it. */
    head: z.nullable(sha),
    startHead: z.nullable(sha),
    /** The iteration of this run whose work it is; null for what an earlier run or a person has left. */
    iteration: z.nullable(z.number()),
    /** `queued`: nothing stands in its way but its checks, and nobody waits for them. */
    why: z.enum(["queued", "checks", "permission", "review", "unreachable"]),
    message: z.string(),
  }),
  /** The pull requests that wait have been looked at. */
  "merges-seen": z.object({ waiting: z.number() }),
  /** A pull request is waited for no longer. All but `merged` leave its task open. */
  "merge-ended": z.object({
    task: taskId,
    pr: z.number(),
    iteration: z.nullable(z.number()),
    result: z.enum(["merged", "red", "conflict", "review", "closed", "withheld", "gone"]),
    /** The commit on the default branch; null unless it was merged. */
    commit: z.nullable(sha),
    message: z.string(),
    /** What the failed check has printed, or what reviewers have said; bounded. */
    log: z.string(),
    /** Ids of those comments, so that nobody is told them twice. */
    comments: z.optional(z.array(z.string())),
    closing,
    standing,
  }),
  /** What an audit has found is in the backlog: a task each of what is urgent, a digest of the rest. */
  "findings-filed": z.object({
    task: taskId,
    found: z.number(),
    filed: z.array(taskId),
    digest: z.nullable(taskId),
  }),
  /** The claimed task's tick was taken back, since its work did not land. */
  "tick-withdrawn": z.object({ task: taskId }),
  "landing-refused": z.object({
    why: z.enum(["hook", "signing", "conflict", "moved", "failed", "checks", "review", "closed", "withheld"]),
    message: z.string(),
    /** The round of work that was refused. */
    round: z.optional(z.number()),
    /** What a failed check has printed, or what reviewers of the pull request have said; bounded. */
    log: z.optional(z.string()),
    /** Ids of those comments, so that nobody is told them twice. */
    comments: z.optional(z.array(z.string())),
  }),
  "task-parked": z.object({
    task: taskId,
    state: z.enum(["blocked", "needs_human"]),
    reason: z.string(),
    question: z.nullable(z.string()),
    /** Where its unlanded work is kept. */
    kept: z.nullable(z.object({ ref: z.string(), branch: z.nullable(z.string()) })),
    standing,
  }),
  "work-kept": z.object({ task: taskId, ref: z.string(), commit: sha, why: z.string(), paths }),
  "iteration-recorded": z.object({
    outcome: z.enum([
      "landed",
      "verified",
      "progressed",
      "no_progress",
      "failed",
      "blocked",
      "escalated",
      "exit_refused",
      "waiting_merge",
      "limited",
      "interrupted",
    ]),
    progress: z.boolean(),
    error: z.nullable(z.object({ class: z.enum(callOutcomes), message: z.string() })),
    /** The reading of the block in force after the facts were known; graded again after the gate. */
    graded: z.nullable(reading),
    blockBy: z.nullable(z.enum(["agent", "harness"])),
    discrepancies: z.array(z.object({ field: z.string(), claimed: z.unknown(), measured: z.unknown() })),
    /** The exit that was asked for and the vetoes against it; null where none was asked for. */
    exit: z.nullable(z.object({ vetoes: z.array(z.string()) })),
  }),
  waited: z.object({
    why: z.enum(["usage_limit", "overload", "calls_per_hour", "cooldown", "pause", "merges"]),
    until: z.nullable(z.number()),
    cut: z.boolean(),
  }),
  warned: z.object({ code: z.string(), severity: z.enum(["warning", "critical"]), message: z.string() }),
  "run-recovered": z.object({
    from: z.string(),
    iteration: z.number(),
    task: z.nullable(taskId),
    settled: z.enum(["landed", "resumed", "stashed", "reset", "nothing"]),
    ref: z.nullable(z.string()),
    /** Commits that the cut call had made. */
    commits: z.optional(z.array(sha)),
  }),
  /** A person closed the breaker by hand. */
  "breaker-reset": z.object({ by: z.string() }),
  /** What the commands of the task's criteria came to, by the criteria's texts. */
  "acceptance-judged": z.object({
    round: z.number(),
    tree: sha,
    receipts: z.array(receipt),
    met: z.array(z.string()),
    unmet: z.array(z.string()),
    leftovers,
  }),
  /** What a completion call came to on specifications of this digest. `covered` null: nobody could say. */
  "specs-checked": z.object({
    digest: z.string(),
    covered: z.nullable(z.boolean()),
    missing: z.array(z.string()),
    added: z.array(z.string()),
  }),
  /** A person's answer to a task that waited. */
  "task-answered": z.object({ task: taskId, text: z.string(), by: z.string() }),
  /** A person has looked at what an iteration landed, and kept it or taken it back. */
  "work-reviewed": z.object({
    iteration: z.number(),
    task: taskId,
    commit: sha,
    decision: z.enum(["accepted", "reverted"]),
    by: z.string(),
    /** The commit that takes it back. */
    revert: z.nullable(sha),
  }),
  "run-ended": z.object({
    reason: endReason,
    message: z.string(),
    left: z.nullable(leftWork),
  }),
  "step-intended": z.object({ key: z.string(), step }),
} as const;

export type FactKind = keyof typeof factSchemas;

/** The payloads of one kind of fact. */
export type FactOf<K extends FactKind> = z.infer<(typeof factSchemas)[K]>;

/** A fact with its kind, before it has a place in the ledger. */
export type Fact = { [K in FactKind]: { readonly kind: K } & Readonly<FactOf<K>> }[FactKind];

/** A fact in its place: which run and iteration (0: none yet), and when. `seq` orders, never `at`. */
export interface Entry {
  readonly seq: number;
  readonly run: string;
  readonly iteration: number;
  readonly at: number;
  readonly fact: Fact;
}

export type Standing = z.infer<typeof standing>;
export type WeakenedTest = z.infer<typeof weakenedTest>;
export type IssueCounts = z.infer<typeof issueCounts>;
export type Change = z.infer<typeof change>;
export type Receipt = z.infer<typeof receipt>;
export type ResumedWork = z.infer<typeof resumedWork>;
export type LeftWork = z.infer<typeof leftWork>;
export type BreakerMemory = z.infer<typeof breaker>;
export type GateVerdict = FactOf<"gate-judged">["verdict"];
export type IterationOutcome = FactOf<"iteration-recorded">["outcome"];
