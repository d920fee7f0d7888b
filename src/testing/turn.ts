import type { WorkSummary } from "../core/answer/work-summary.ts";
import type { Issue, VerdictWord } from "../core/answer/verdict.ts";
import type { FactOf, GateVerdict } from "../core/fact.ts";
import type { JudgingRole } from "../core/judging-roles.ts";
import type { CallOutcome } from "../core/outcome.ts";
import type { StatusBlock } from "../core/status/status-block.ts";
import type { Wish } from "../ports/control.ts";
import type { Moves } from "./played-tracker.ts";

/** A verdict of which more matters than its word. */
export interface PlayedVerdict {
  readonly verdict: VerdictWord;
  readonly suspicious?: boolean;
  readonly issues?: Issue[];
  readonly late?: Issue[];
  readonly needs?: string[];
  readonly lines?: number;
}

/**
 * One agent call in a played run, and what is found after it. What is left out is what happens with an agent that does
 * nothing and says so: call well, block there, nothing changed, no tick, gate green, landing accepted.
 */
export interface Turn {
  readonly outcome?: CallOutcome;
  readonly message?: string;
  /** When a limit ends, ISO 8601. */
  readonly resetAt?: string;
  /** The prose before the block. */
  readonly say?: string;
  /** Fields of the block; null: no block at all. */
  readonly block?: Partial<StatusBlock> | null;
  /** Files that differ now from when the iteration began. */
  readonly changed?: readonly string[];
  /** Files that would land; where not given, what changed. */
  readonly work?: readonly string[];
  readonly tick?: "kept" | "undone";
  readonly evidence?: { readonly ok: boolean; readonly text: string };
  readonly marks?: readonly string[];
  /** Tool calls that were refused. */
  readonly denials?: number;
  /** Why they were; "no" where not given. */
  readonly deniedFor?: string;
  readonly surface?: FactOf<"work-measured">["surface"];
  readonly strayTicks?: FactOf<"work-measured">["strayTicks"];
  readonly subAgentsInFlight?: number;
  /** Sub-agents that it starts: as its output shows them, and as hooks have seen them. */
  readonly subAgents?: number;
  readonly subAgentStarts?: number;
  readonly session?: string;
  readonly costUsd?: number;
  readonly tokens?: number;
  readonly minutes?: number;
  /** What judges of each role answer while this call is the last one, one an ask; the last is repeated. Where not given, approval. */
  readonly verdicts?: Readonly<
    Partial<Record<JudgingRole, readonly (VerdictWord | "unreadable" | Exclude<CallOutcome, "ok"> | PlayedVerdict)[]>>
  >;
  /** The judge's scores for criteria, code and tests; `late`: they don't come before the end of the run. */
  readonly grades?: readonly [number, number, number] | "late";
  /** What an audit has found; null where its answer does not say. */
  readonly findings?: FactOf<"answer-read">["findings"];
  /** The work report of an implementer or fixer; where not given, none can be read. */
  readonly summary?: Partial<WorkSummary>;
  /** Files that the simplifier changes after this call, and what the gate says then. */
  readonly simplified?: readonly string[];
  readonly gateAfterSimplifier?: "red";
  /** The verdict of the gate while this call is the last one. */
  readonly gate?: GateVerdict;
  readonly gateProblem?: FactOf<"gate-judged">["problem"];
  /** Criteria whose command fails while this call is the last one. */
  readonly unmet?: readonly string[];
  /** Why its landing is refused. */
  readonly refusal?: FactOf<"landing-refused">["why"];
  /** Where it moves issues, where agents write to the tracker. */
  readonly moves?: Moves;
  /** What a person wishes while it goes on. */
  readonly wish?: Wish;
}

/** How long a call takes, ms. */
export const msOf = ({ minutes = 0 }: Turn): number => minutes * 60_000;

/** The whole work report of a call; null where none can be read. */
export const summaryOf = ({ summary }: Turn): WorkSummary | null =>
  summary === undefined
    ? null
    : {
        status: "PASS",
        files: [],
        approach: "",
        tests: "PASS",
        failingCommand: null,
        reviewerNotes: [],
        blockers: [],
        discoveries: [],
        ...summary,
      };

/** Does the task, ticks it, and says so. */
export const honest: Turn = {
  changed: ["src/thing.ts"],
  tick: "kept",
  block: {
    status: "COMPLETE",
    tasksCompleted: 1,
    filesModified: 1,
    testsStatus: "DEFERRED",
    recommendation: "Next: the next open task",
  },
};

/** Does nothing, and says so. */
export const idle: Turn = {};

/** Changes something, and closes nothing. */
export const digging: Turn = { changed: ["src/thing.ts"] };

/** Claims that all is done, and has done nothing. */
export const liar: Turn = {
  say: "All tasks are complete. Everything passes.",
  block: {
    status: "COMPLETE",
    exitSignal: true,
    testsStatus: "PASSING",
    recommendation: "All tasks complete, nothing is left to do",
  },
};

/** Needs something from outside. */
export const stuck: Turn = { block: { status: "BLOCKED", recommendation: "Blocked: needs a key" } };

/** Asks, and does nothing. */
export const asking: Turn = { say: "There are two ways.\n\nShould I take the first?" };

/** Answers without a block. */
export const blockless: Turn = { say: "I had a look.", block: null };

/** The program fails. */
export const crashing: Turn = { outcome: "crashed", message: "it broke", block: null };
