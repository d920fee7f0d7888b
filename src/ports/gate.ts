import type { Receipt } from "../core/fact.ts";

/** The result of the commands of a gate, in order; it stops at the first that fails. */
export interface GateRun {
  readonly verdict: "green" | "red";
  /** A command that was run once more at once has two. */
  readonly receipts: readonly Receipt[];
  /** Tests that failed once and passed at once on the same tree. */
  readonly flaky: readonly string[];
  /** The command that failed and how, in one line. */
  readonly failing: string | null;
  readonly problem: "timed_out" | "not_found" | "interrupted" | null;
}

/** What a run of a gate is for, and what it makes of failures. */
export interface GateContext {
  readonly iteration: number;
  readonly marker: string;
  /** The commands of one task, in the place of the gate's own. */
  readonly commands?: readonly string[];
  /** True for a failed command that stands against nobody: the gate goes on as if it had been green. Absent: none does. */
  readonly isExcused?: (receipt: Receipt) => boolean;
  /** True to go on after a failure, so that it is known how every command stands. */
  readonly all?: boolean;
}

/** Commands whose success is required before something may land. */
export interface Gate {
  readonly commands: readonly string[];
  /**
   * Runs the commands in the work tree, or those of one task instead. Never rejects for a red gate; whatever was started is gone
   * when it resolves.
   */
  run(context: GateContext, signal: AbortSignal): Promise<GateRun>;
  /** Commands whose program can't be found, looked up without running anything. */
  missing(): Promise<readonly string[]>;
}

/** What is done once before the first gate: stale generated files go, and a person's commands make the repository ready. */
export interface Preparation {
  /** Removes the configured paths that git ignores and tracks nothing below; resolves to those that were there. */
  clean(signal: AbortSignal): Promise<readonly string[]>;
  /** Runs the commands until one fails. Never rejects for a command that does. */
  run(context: { readonly iteration: number; readonly marker: string }, signal: AbortSignal): Promise<GateRun>;
}

/** Commands that mend what a machine can: formatting, what a linter fixes by itself. */
export interface Mender {
  readonly commands: readonly string[];
  /**
   * Runs each command for these files (from the root), whatever became of the one before. Never rejects for what a command does;
   * a command may well have touched other files too.
   */
  run(
    request: { readonly files: readonly string[]; readonly iteration: number; readonly marker: string },
    signal: AbortSignal,
  ): Promise<readonly Receipt[]>;
}

/** What a program said of changed files. `failing` null: nothing is wrong with them. */
export interface ValidatorRun extends Pick<GateRun, "failing" | "problem"> {
  /** The end of its output; empty where it went well. */
  readonly tail: string;
  readonly durationMs: number;
}

/** A program that judges changed files in the validator's place. */
export interface Validator {
  readonly name: string;
  /** `files` are paths from the root. Never rejects for what the program does. */
  judge(
    request: { readonly files: readonly string[]; readonly iteration: number; readonly marker: string },
    signal: AbortSignal,
  ): Promise<ValidatorRun>;
}
