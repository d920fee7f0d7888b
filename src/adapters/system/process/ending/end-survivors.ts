import { setTimeout as pause } from "node:timers/promises";
import type { Survivor } from "../../../../ports/processes.ts";
import { identity, kinOf, type Kin } from "./kin.ts";
import type { ProcessRow, ProcessViewer } from "../process-viewer.ts";

/** How long what outlived its parent has between terminate and kill. */
const graceMs = 1_000;
/** A process in the kernel's uninterruptible sleep can't be ended; nobody waits longer than this for it. */
const killMs = 3_000;
const lookEveryMs = 20;

/**
 * Ends the processes that `find` gives, and resolves to them once none is left: terminate, a short wait, kill, and again
 * until nothing new appears. `hard` (aborted) leaves out the wait.
 */
export async function endSurvivors(
  find: () => Promise<readonly ProcessRow[]>,
  viewer: ProcessViewer,
  hard: AbortSignal,
): Promise<readonly Survivor[]> {
  const ended = new Map<string, Survivor>();
  const begun = performance.now();
  for (let rows = await find(); rows.length > 0; rows = await find()) {
    const passed = performance.now() - begun;
    if (passed > graceMs + killMs) break;
    const kill = hard.aborted || passed > graceMs;
    for (const row of rows) {
      const known = ended.has(identity(row));
      ended.set(identity(row), { pid: row.pid, name: row.name });
      if (kill || !known) viewer.signal(row, kill ? "SIGKILL" : "SIGTERM");
    }
    await pause(lookEveryMs);
  }
  return [...ended.values()];
}

/** Looks for a child's processes now, and remembers them: what loses its parent later is still known. */
export async function findKin(kin: Kin, viewer: ProcessViewer, ageMs?: number): Promise<readonly ProcessRow[]> {
  const younger = ageMs === undefined || kin.leader === 0 ? undefined : { pid: kin.leader, ageMs };
  const rows = kinOf(await viewer.list(younger), kin, viewer);
  for (const row of rows) kin.seen.add(identity(row));
  return rows;
}
