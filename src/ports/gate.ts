import type { Receipt } from "../core/fact.ts";

/** The result of all commands of a gate, in order; it stops at the first that fails. */
export interface GateRun {
  readonly verdict: "green" | "red";
  readonly receipts: readonly Receipt[];
  /** The command that failed and how, in one line. */
  readonly failing: string | null;
  readonly problem: "timed_out" | "not_found" | "interrupted" | null;
}

/** Commands whose success is required before something may land. */
export interface Gate {
  readonly commands: readonly string[];
  /** Runs the commands in the work tree. Never rejects for a red gate; whatever was started is gone when it resolves. */
  run(context: { readonly iteration: number; readonly marker: string }, signal: AbortSignal): Promise<GateRun>;
  /** Commands whose program can't be found, looked up without running anything. */
  missing(): Promise<readonly string[]>;
}
