import type { CrewRules } from "./crew/crew-rules.ts";
import type { JudgingRole } from "./judging-roles.ts";

/** The ways of working one task. */
export const playbooks = ["workflow", "increments", "crew"] as const;
export type Playbook = (typeof playbooks)[number];

/** The kinds of backlog. */
export const sourceKinds = [
  "file",
  "exec-plan",
  "task-index",
  "linear",
  "github",
  "prd-json",
  "speckit",
  "taskmaster",
  "beads",
] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** What ends an answer, and how it is read: the profiles of the status block. */
export const contracts = ["status/1", "workflow/1.2"] as const;
export type Contract = (typeof contracts)[number];

/** When the full checks are due: after each iteration, at an epic's end, per increment, or before each commit. */
export const qaScopes = ["iteration", "epic", "increment", "commit"] as const;
export type QaScope = (typeof qaScopes)[number];

/** Who writes that a task is done. Either way it is measured. */
export const closers = ["agent", "harness"] as const;
export type Closer = (typeof closers)[number];

/** Where work is committed: a branch per task, one per plan, or the branch that is checked out. */
export const branchings = ["task", "plan", "current"] as const;
export type Branching = (typeof branchings)[number];

/** What an implementer owes at the end: the status block, or a JSON summary. */
export const answerForms = ["block", "summary"] as const;
export type AnswerForm = (typeof answerForms)[number];

/** What a blocked task does to the run: the next is picked, or the run ends. */
export const blockedRules = ["skip", "stop"] as const;
export type BlockedRule = (typeof blockedRules)[number];

/** What becomes of unfinished work that a killed run left in the tree. */
export const recoveries = ["resume", "stash", "reset"] as const;
export type Recovery = (typeof recoveries)[number];

/** What a provider's usage limit does to the run. */
export const limitRules = ["wait", "exit", "fallback"] as const;
export type LimitRule = (typeof limitRules)[number];

/** What the gate is held against: green, or what failed before the task. */
export const baselineRules = ["green", "no-new-failures"] as const;
export type BaselineRule = (typeof baselineRules)[number];

/** Whether each iteration starts a session of its own or goes on with the last one of its task. */
export const sessionRules = ["fresh", "continue"] as const;
export type SessionRule = (typeof sessionRules)[number];

/** Bounds on what may be spent; null is no bound. Money in USD, time in milliseconds. */
export interface Caps {
  readonly iterations: number | null;
  readonly timeMs: number | null;
  readonly costUsd: number | null;
  readonly tokens: number | null;
}

/** Who judges an epic, and when a verdict is suspicious: given in less than so many milliseconds. */
export interface ReviewRules {
  /** Null: as the playbook says. */
  readonly roles: readonly JudgingRole[] | null;
  /** True where the validator is a program and no agent. */
  readonly program: boolean;
  readonly minMs: number;
  /** Bounds of their own for single models. */
  readonly minMsByModel: Readonly<Record<string, number>>;
}

/** Scopes that commit messages may have (empty: any), and the co-author of the harness's commits: `Name <address>`. */
export interface CommitRules {
  readonly scopes: readonly string[];
  readonly coAuthor: string | null;
}

/** How work lands through a forge. Times in milliseconds. */
export interface MergeRules {
  /** As RALPH_FORGE names it. */
  readonly forge: string;
  /** True where the next task is worked while pull requests wait for their checks. */
  readonly async: boolean;
  /** How long it is between two looks, and how long a run waits for merges when there is nothing else to do. */
  readonly pollMs: number;
  readonly patienceMs: number;
}

/** When the circuit breaker opens and how it closes again. Counts are of iterations in a row. */
export interface BreakerRules {
  readonly noProgress: number;
  readonly sameError: number;
  readonly permissionDenials: number;
  /** An answer that is smaller by this percentage is warned of. */
  readonly outputDeclinePercent: number;
  readonly cooldownMs: number;
  readonly autoReset: boolean;
}

/** What a playbook fixes as data. */
export interface PlaybookFacts {
  readonly qa: QaScope;
  readonly close: Closer;
  readonly branching: Branching;
  readonly answer: AnswerForm;
  readonly onBlocked: BlockedRule;
  readonly recovery: Recovery;
}

/**
 * All that the core knows of a person's wishes: plain numbers and words, so that a run can be replayed from its ledger.
 * It is JSON; times are milliseconds.
 */
export interface Policy extends PlaybookFacts {
  readonly contract: Contract;
  readonly playbook: Playbook;
  readonly source: SourceKind;
  readonly session: SessionRule;
  readonly sessionExpiryMs: number;
  /** Bounds of the whole run; its iterations are always bounded. */
  readonly run: Caps & { readonly iterations: number };
  /** Bounds of one task; beyond them it is parked. */
  readonly task: Caps;
  /** Agent calls in any 60 minutes; null is no bound. */
  readonly callsPerHour: number | null;
  readonly callTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly onLimit: LimitRule;
  /** The longest that limits and overloads may hold the run up altogether, from the first call that met one; null is no bound. */
  readonly limitWaitMs: number | null;
  /** How many last iterations are looked at for completion indicators. */
  readonly exitWindow: number;
  readonly breaker: BreakerRules;
  /** Facts of earlier versions have none. */
  readonly review?: ReviewRules;
  /** True where a coordinator is asked for a brief before the work. */
  readonly briefs?: boolean;
  /** How a crew works; facts of earlier versions have none. */
  readonly crew?: CrewRules;
  /** Absent where work lands without a forge. */
  readonly merges?: MergeRules;
  /** What commits of the harness may be called, and who is named beside it. */
  readonly commits?: CommitRules;
  /** True where gate commands are configured: without, nothing can be proven and the report says so. */
  readonly gated: boolean;
  /** Whether the gate has to be green, or only no worse than before the task. Facts of earlier versions have none. */
  readonly baseline?: BaselineRule;
  /** Tests by name that a person has put in quarantine: their failures block nobody. */
  readonly quarantine?: readonly string[];
  /** True where the simplifier runs after a green epic. */
  readonly simplify: boolean;
  /** A person's own number of tasks; null is none. */
  readonly cap: number | null;
  /** Ends after one iteration. */
  readonly once: boolean;
  /** Works the optional sections too. */
  readonly optional: boolean;
  /** Nobody started it by hand: an open breaker is waited out. */
  readonly unattended: boolean;
  /** An audit run: picks the read-only audit tasks. */
  readonly audit: boolean;
  /** `agent`: agents move and comment the tracker's issues, and the harness only looks. Absent where the harness writes. */
  readonly tracker?: "agent";
}

const factsOf: Record<Playbook, PlaybookFacts> = {
  workflow: {
    qa: "epic",
    close: "harness",
    branching: "task",
    answer: "block",
    onBlocked: "skip",
    recovery: "resume",
  },
  increments: {
    qa: "increment",
    close: "harness",
    branching: "plan",
    answer: "block",
    onBlocked: "stop",
    recovery: "reset",
  },
  crew: {
    qa: "commit",
    close: "harness",
    branching: "current",
    answer: "summary",
    onBlocked: "skip",
    recovery: "resume",
  },
};

/** Sources of one file, in which a tick is one word. Where several places have to agree the harness writes them. */
const tickedByAgents: ReadonlySet<SourceKind> = new Set(["file", "prd-json", "speckit", "taskmaster"]);

/** The playbook that a source is worked by unless a person says otherwise. */
export const defaultPlaybook: Record<SourceKind, Playbook> = {
  file: "workflow",
  linear: "workflow",
  github: "workflow",
  "prd-json": "workflow",
  speckit: "workflow",
  taskmaster: "workflow",
  beads: "workflow",
  "exec-plan": "increments",
  "task-index": "crew",
};

/** What a playbook fixes on a source under a contract, before a person's wishes: agents tick plans of one file under workflow, nothing else. */
export function playbookFacts(playbook: Playbook, source: SourceKind, contract: Contract): PlaybookFacts {
  const facts = factsOf[playbook];
  const close = playbook === "workflow" && tickedByAgents.has(source) ? "agent" : facts.close;
  return contract === "status/1" ? { ...facts, close, qa: "iteration", onBlocked: "stop" } : { ...facts, close };
}

/** What stands in for the policy of a run that ended before it had started: nobody ever works by it. */
export const emptyPolicy: Policy = {
  qa: "epic",
  close: "agent",
  branching: "current",
  answer: "block",
  onBlocked: "skip",
  recovery: "resume",
  contract: "workflow/1.2",
  playbook: "workflow",
  source: "file",
  session: "fresh",
  sessionExpiryMs: 0,
  run: { iterations: 0, timeMs: null, costUsd: null, tokens: null },
  task: { iterations: null, timeMs: null, costUsd: null, tokens: null },
  callsPerHour: null,
  callTimeoutMs: 0,
  idleTimeoutMs: 0,
  onLimit: "wait",
  limitWaitMs: null,
  exitWindow: 5,
  breaker: {
    noProgress: 3,
    sameError: 5,
    permissionDenials: 2,
    outputDeclinePercent: 70,
    cooldownMs: 0,
    autoReset: false,
  },
  gated: false,
  simplify: false,
  cap: null,
  once: false,
  optional: false,
  unattended: false,
  audit: false,
};
