import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import type { Role } from "../../../core/outcome.ts";

/** Which call a log is for. */
export interface CallPlace {
  readonly run: string;
  readonly iteration: number;
  readonly role: Role;
}

/** The name of a call's log: `<iteration>.<role>.jsonl`, and from the second call of a role in an iteration `<iteration>.<role>.<nth>.jsonl`. */
export const callLogName = (iteration: number, role: Role, nth: number): string =>
  nth === 1 ? `${iteration}.${role}.jsonl` : `${iteration}.${role}.${nth}.jsonl`;

/** The iteration that a log belongs to, by its name; null for the log of facts, which belongs to the run. */
export function iterationOfLog(name: string): number | null {
  const iteration = /^(\d+)\./.exec(name)?.[1];
  return iteration === undefined ? null : Number(iteration);
}

/**
 * Makes the log of a new call in the folder of all runs' logs and gives its path. No two calls get the same, not even at
 * once. Throws what the file system throws: without it the agent's output would be lost.
 */
export function claimCallLog(logs: string, { run, iteration, role }: CallPlace): string {
  const folder = join(logs, run);
  mkdirSync(folder, { recursive: true });
  for (let nth = 1; ; nth += 1) {
    const path = join(folder, callLogName(iteration, role, nth));
    if (claim(path)) return path;
  }
}

function claim(path: string): boolean {
  try {
    closeSync(openSync(path, "wx"));
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}
