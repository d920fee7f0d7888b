import * as z from "zod/mini";
import type { KeptReading } from "./answer/answer.ts";
import { endReasons } from "./end-reason.ts";
import { callOutcomes, roles } from "./outcome.ts";
import type { Policy } from "./policy.ts";
import type { Step } from "./step.ts";
import type { Task, TaskId } from "./task.ts";
import type { Baseline } from "./tests/baseline.ts";
import { issuePlaces } from "./tracker/issue.ts";

// What facts are made of: each schema here is a value that several of them carry, or that is large enough to be read by itself.

/** The id of a task. */
export const taskId = z.custom<TaskId>((value) => typeof value === "string");
/** A whole task, as its source gave it. */
export const task = z.custom<Task>(
  (value) => typeof value === "object" && value !== null && "id" in value && "state" in value,
);
/** A person's wishes as the core knows them. */
export const policy = z.custom<Policy>((value) => typeof value === "object" && value !== null);
/** A status block as it was read. */
export const reading = z.custom<KeptReading>(
  (value) => typeof value === "object" && value !== null && "faults" in value,
);
/** What was wanted next. */
export const step = z.custom<Step>((value) => typeof value === "object" && value !== null && "do" in value);
/** Why a run ended. */
export const endReason = z.enum(endReasons);
/** Paths, repository-relative. */
export const paths = z.array(z.string());
/** Untracked files that commands of the harness left behind: nobody's work, and in no commit. Ledgers of before may say none. */
export const leftovers = z.optional(paths);
/** A commit or a tree. */
export const sha = z.string();

/** Control surface that was changed, and put back unless it was `left`: then it came when no agent was there any more. */
export const surfaceChange = z.object({
  path: z.string(),
  what: z.string(),
  severity: z.enum(["attack", "tooling"]),
  left: z.optional(z.boolean()),
});

/** A test that was taken away, switched off or made to check less. `line` null: no single line says it. */
export const weakenedTest = z.object({
  path: z.string(),
  line: z.nullable(z.number()),
  what: z.string(),
  text: z.string(),
});

/** A file that differs between two trees. */
export const change = z.object({
  path: z.string(),
  kind: z.enum(["added", "modified", "deleted", "renamed", "type-changed"]),
});

/** How the circuit breaker stands, and since when (ms). */
export const breaker = z.object({
  state: z.enum(["closed", "half-open", "open"]),
  since: z.nullable(z.number()),
  reason: z.nullable(z.string()),
});

/** Work of an earlier run that was found in the tree and goes on. */
export const resumedWork = z.object({
  run: z.string(),
  task,
  attempt: z.number(),
  startHead: sha,
  branch: z.nullable(z.string()),
  /** Commits of its agents so far. */
  commits: z.optional(z.array(sha)),
  session: z.nullable(z.string()),
  /** The program whose session that is. */
  sessionOf: z.optional(z.nullable(z.string())),
});

/** What a run leaves in the tree for the next one: the content, and the task it belongs to. */
export const leftWork = z.object({ tree: sha, paths, work: z.nullable(resumedWork) });

/** An agent program, and whether it can be asked again in the same session. */
export const agentFacts = z.object({ name: z.string(), family: z.string(), resume: z.boolean() });

/** Tokens of a call. */
const usage = z.object({ in: z.number(), out: z.number(), cachedRead: z.number(), cachedWrite: z.number() });
/** A provider's limit in its own words; `resetAt` is ISO 8601. */
const limit = z.object({ resetAt: z.nullable(z.string()), text: z.string() });
/** Something that an agent was refused. */
const denial = z.object({ tool: z.string(), input: z.string(), reason: z.string() });
/** Where the output of a call or a command is kept. */
const logFile = z.object({ path: z.string(), bytes: z.number(), sha256: z.nullable(z.string()) });

/** What the output of a gate command tells of its tests. */
const testCounts = z.object({
  forms: z.array(z.string()),
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  failing: z.array(z.string()),
  named: z.boolean(),
  flaky: z.array(z.string()),
});

/** A run of one gate command: a receipt. */
export const receipt = z.object({
  command: z.string(),
  exitCode: z.nullable(z.number()),
  signal: z.nullable(z.string()),
  durationMs: z.number(),
  log: z.nullable(logFile),
  tail: z.string(),
  /** Null where the output is of no form that is known; facts of earlier versions have none. */
  tests: z.optional(z.nullable(testCounts)),
  /** True for a second run at once on the same tree, which tells a flaky test from a broken one. */
  again: z.optional(z.boolean()),
  /** True where it failed and stands against nobody: nothing failed but what had failed before, or is in quarantine. */
  excused: z.optional(z.boolean()),
});

/** Failures that stood before the work, by gate command. */
export const baseline = z.custom<Baseline>((value) => typeof value === "object" && value !== null);

/** What has brought a task forward: a hint that somebody's optimiser has left, or that it names files which were just touched. */
export const near = z.optional(z.enum(["hint", "overlap"]));

/** How the backlog stands: counts of tasks, and the ids that matter to a decision. */
export const standing = z.object({
  /** Not closed, optional sections left out. */
  open: z.number(),
  done: z.number(),
  /** Open ones that could be picked, were there nothing else. */
  actionable: z.number(),
  inProgress: z.optional(z.number()),
  blocked: z.number(),
  needsHuman: z.number(),
  faulty: z.number(),
  /** All that is not closed, optional sections too: what a report calls open. */
  notClosed: z.number(),
});

/** Counts of a tracker's issues: those of the whole project that are not closed, and those that are done. */
export const issueCounts = z.object({ open: z.number(), done: z.number() });

/** The tracker after a call of an agent that writes to it, asked afresh. */
export const trackerSeen = z.object({
  /** The claimed task's issue, and those that were to be closed. */
  issues: z.array(z.object({ id: taskId, place: z.enum(issuePlaces), name: z.string() })),
  before: issueCounts,
  now: issueCounts,
});

/** An issue whose work has landed and that an agent still has to close. Absent where it is closed, and where the harness writes. */
export const closing = z.optional(z.literal("due"));

/** Who may play what in a crew, by the labels of `agents`, the first choice first. */
export const crewSeats = z.object({
  strong: z.string(),
  fast: z.string(),
  /** Null: whoever was the implementer. */
  fixer: z.nullable(z.string()),
  reviewers: z.array(z.string()),
  judges: z.array(z.string()),
  /** Who takes over where an implementer can't work. */
  standIns: z.array(z.string()),
});

/** A call of an agent that is over. */
export const finishedCall = z.object({
  role: z.enum(roles),
  round: z.number(),
  call: z.number(),
  agent: z.string(),
  /** The label of the agent in the role's order; facts of earlier versions have none. */
  seat: z.optional(z.string()),
  family: z.string(),
  model: z.nullable(z.string()),
  session: z.nullable(z.string()),
  outcome: z.enum(callOutcomes),
  message: z.nullable(z.string()),
  /** Normalised evidence of a failure, for comparing errors; null where the call was well. */
  fingerprint: z.nullable(z.string()),
  usage: z.nullable(usage),
  costUsd: z.nullable(z.number()),
  costEstimated: z.boolean(),
  limit: z.nullable(limit),
  /** The limit's reset in ms, where it was named. */
  limitEnds: z.nullable(z.number()),
  denials: z.array(denial),
  toolCalls: z.number(),
  subAgents: z.number(),
  /** Runs of the gate's commands that the agent itself made, as far as its events show them. */
  suiteRuns: z.number(),
  /** Files that it has read, by its events. */
  fileReads: z.optional(z.number()),
  retries: z.number(),
  promptBytes: z.number(),
  answerBytes: z.number(),
  durationMs: z.number(),
  startedAt: z.number(),
  survivors: z.number(),
  log: z.nullable(logFile),
});
