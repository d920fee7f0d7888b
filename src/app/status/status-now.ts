import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findCommonDir } from "../../adapters/system/lock/find-common-dir.ts";
import type { LockHolder, LockReading } from "../../ports/lock.ts";
import type { StatusJson } from "../../show/status/status-json.ts";
import { isByHand } from "../desk/by-hand.ts";
import { countBacklog } from "./status-counts.ts";

/** The status as it is shown: before the first run there is no budget. */
export type StatusNow = Omit<StatusJson, "budget"> & { readonly budget: StatusJson["budget"] | null };

/** The status, and what a person should be told beside it. */
export interface StatusReport {
  readonly status: StatusNow;
  readonly notes: readonly string[];
}

type Live = Extract<LockReading, { state: "live" | "uncertain" }>;

/**
 * How things stand right now. Whether a run is at work is judged by its lock, never by what it wrote; the rest comes
 * from `.ralph/status.json`, the ledger where that is missing, and the plan as it is. Starts no process and loads little.
 */
export async function statusNow(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
  now: number,
): Promise<StatusReport> {
  const reading = await lockReading(root);
  const counts = await countBacklog(root, env);
  const { status, notes } = await reportOf(reading, root, now);
  const said = counts.problem === null ? notes : [...notes, counts.problem];
  return { status: { ...status, open: counts.open, done: counts.done }, notes: said };
}

/** The lock is looked at with as little as possible where there is none. */
async function lockReading(root: string): Promise<LockReading> {
  const commonDir = await findCommonDir(root);
  if (commonDir === null || !existsSync(join(commonDir, "ralph", "run.lock"))) return { state: "free" };
  const { fileLock } = await import("../../adapters/system/lock/file-lock.ts");
  return fileLock(join(commonDir, "ralph")).read();
}

async function reportOf(reading: LockReading, root: string, now: number): Promise<StatusReport> {
  if (
    (reading.state === "live" || reading.state === "uncertain") &&
    reading.holder !== null &&
    !isByHand(reading.holder.run)
  )
    return atWork(reading, reading.holder, now);
  const last = statusFile(root) ?? (await lastOfLedger(root));
  if (last === null) return { status: idle(now), notes: [] };
  const isCut = last.state !== "ended";
  const notes = isCut
    ? [
        `It was cut off${reading.state === "stale" ? ` (${reading.why})` : ""}; \`ralph run\` settles what it left and goes on.`,
      ]
    : [];
  return {
    status: {
      ...last,
      state: "ended",
      endReason: isCut ? "interrupted" : last.endReason,
      task: null,
      stage: null,
      pid: null,
      waitingFor: null,
      waitingUntil: null,
    },
    notes,
  };
}

function atWork(reading: Live, holder: LockHolder, now: number): StatusReport {
  const last = statusFile(holder.root);
  const notes = reading.state === "uncertain" ? [`It may be over: ${reading.why}.`] : [];
  const own =
    last !== null && last.run === holder.run
      ? last
      : { ...idle(now), run: holder.run, state: "running" as const, stage: "preflight" as const };
  // The last words of a run may be older than the end of its process.
  return { status: { ...own, state: own.state === "ended" ? "running" : own.state, pid: holder.pid }, notes };
}

const idle = (now: number): StatusNow => ({
  run: null,
  state: "idle",
  endReason: null,
  task: null,
  stage: null,
  iteration: 0,
  breaker: "closed",
  budget: null,
  pid: null,
  open: 0,
  done: 0,
  recommendation: "",
  waitingFor: null,
  waitingUntil: null,
  updatedAt: new Date(now).toISOString(),
});

function statusFile(root: string): StatusNow | null {
  try {
    const value: unknown = JSON.parse(readFileSync(join(root, ".ralph", "status.json"), "utf8"));
    return isStatus(value) ? value : null;
  } catch {
    return null;
  }
}

const isStatus = (value: unknown): value is StatusNow =>
  typeof value === "object" &&
  value !== null &&
  "run" in value &&
  typeof value.run === "string" &&
  "state" in value &&
  typeof value.state === "string" &&
  "breaker" in value;

async function lastOfLedger(root: string): Promise<StatusNow | null> {
  const path = join(root, ".ralph", "ralph.db");
  if (!existsSync(path)) return null;
  return (await import("./status-from-ledger.ts")).statusFromLedger(path);
}
