import { findKin } from "./end-survivors.ts";
import type { Kin } from "./kin.ts";
import type { ProcessRow, ProcessViewer } from "../process-viewer.ts";
import { within } from "../within.ts";

const steps = ["SIGINT", "SIGTERM", "SIGKILL"] as const;
const lookMs = 1_000;

/** A child that is to be ended. `exited` settles when it is gone. */
export interface StopTarget {
  readonly kin: Kin;
  readonly viewer: ProcessViewer;
  readonly exited: Promise<unknown>;
  readonly graceMs: number;
}

/**
 * Interrupts the child's group, then terminates it, then kills it, with a wait of `graceMs` after each; ends as soon as the
 * child is gone. An abort of `hard` goes straight to the kill. Before each step the child's processes are remembered, so
 * that those which lose their parent by it can be ended afterwards.
 */
export async function stopSequence(target: StopTarget, hard: AbortSignal): Promise<void> {
  const { kin, viewer, exited, graceMs } = target;
  let gone = false;
  void exited.finally(() => (gone = true));
  for (const step of steps) {
    if (hard.aborted && step !== "SIGKILL") continue;
    let rows: readonly ProcessRow[] = [];
    const look = findKin(kin, viewer).then((found) => (rows = found));
    await within(look, lookMs, step === "SIGKILL" ? undefined : hard);
    // The pid is ours only as long as the child has not been waited for.
    if (gone) return;
    signalStep(target, step, rows);
    await within(exited, graceMs, step === "SIGKILL" ? undefined : hard);
    if (gone) return;
  }
}

/**
 * A sandbox dies of the first signal and takes everything in it along, with no time to clean up: as long as there is more to come,
 * those inside of it are asked.
 */
function signalStep({ kin, viewer }: StopTarget, step: (typeof steps)[number], rows: readonly ProcessRow[]): void {
  const group = rows.filter(({ pgid }) => pgid === kin.leader);
  const inside = group.filter(({ name }) => name !== sandbox);
  if (step === "SIGKILL" || inside.length === 0 || inside.length === group.length) viewer.signalGroup(kin.leader, step);
  else for (const row of inside) viewer.signal(row, step);
}

const sandbox = "bwrap";
