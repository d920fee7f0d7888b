import { findKin } from "./end-survivors.ts";
import type { Kin } from "./kin.ts";
import type { ProcessViewer } from "./process-viewer.ts";
import { within } from "./within.ts";

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
    await within(findKin(kin, viewer), lookMs, step === "SIGKILL" ? undefined : hard);
    // The pid is ours only as long as the child has not been waited for.
    if (gone) return;
    viewer.signalGroup(kin.leader, step);
    await within(exited, graceMs, step === "SIGKILL" ? undefined : hard);
    if (gone) return;
  }
}
