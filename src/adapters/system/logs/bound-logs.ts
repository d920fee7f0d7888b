import { readdirSync, rmdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { iterationOfLog } from "./call-log.ts";
import { type RunSize, sizesOfRuns } from "./run-sizes.ts";

/** How much of the logs is kept; null for no bound. A log's age counts from the last fact of its run. */
export interface LogBounds {
  readonly maxBytes: number | null;
  readonly maxAgeDays: number | null;
}

/** Which logs have to stay. */
export interface LogKeeping {
  /** True for logs of a task that is not closed yet; `iteration` is null for what belongs to the whole run. */
  isNeeded(run: string, iteration: number | null): boolean;
  /** The run whose logs are being written: not looked at. */
  readonly current: string;
}

/** What became of the logs: the paths that are gone, what is left in bytes, and what could not be removed, a sentence each. */
export interface BoundedLogs {
  readonly removed: readonly string[];
  readonly bytes: number;
  readonly problems: readonly string[];
}

const dayMs = 86_400_000;

/**
 * Removes the logs of runs that are older than the bound, then the oldest until the rest is small enough; never those that
 * are needed. To be called at the start of a run; it throws nothing. What it costs grows with the number of runs, not
 * of iterations. `now` in ms.
 */
export function boundLogs(logs: string, bounds: LogBounds, keeping: LogKeeping, now: number): BoundedLogs {
  const maxBytes = bounds.maxBytes ?? Number.POSITIVE_INFINITY;
  const oldest = bounds.maxAgeDays === null ? Number.NEGATIVE_INFINITY : now - bounds.maxAgeDays * dayMs;
  const runs = sizesOfRuns(logs, keeping.current).toSorted((a, b) => a.at - b.at);
  const removal = new Removal(runs);
  for (const { run, at } of runs) {
    const isOver = (): boolean => at < oldest || removal.bytes > maxBytes;
    if (!isOver()) continue;
    for (const path of removable(join(logs, run), run, keeping)) {
      if (isOver()) removal.remove(path);
    }
    removeIfEmpty(join(logs, run));
  }
  return removal;
}

// Collects what becomes of the logs, file by file.
class Removal implements BoundedLogs {
  readonly removed: string[] = [];
  readonly problems: string[] = [];
  bytes: number;

  constructor(runs: readonly RunSize[]) {
    this.bytes = runs.reduce((sum, run) => sum + run.bytes, 0);
  }

  remove(path: string): void {
    try {
      const { size } = statSync(path);
      rmSync(path, { recursive: true });
      this.bytes -= size;
      this.removed.push(path);
    } catch (error) {
      this.problems.push(
        `The old log ${path} could not be removed: ${error instanceof Error ? error.message : String(error)}.`,
      );
    }
  }
}

// By iteration, so that the later logs of a run stay longer; the log of facts, which tells of all, goes last.
function removable(folder: string, run: string, keeping: LogKeeping): readonly string[] {
  return readdirSync(folder)
    .map((name) => ({ path: join(folder, name), iteration: iterationOfLog(name) }))
    .filter(({ iteration }) => !keeping.isNeeded(run, iteration))
    .toSorted((a, b) => (a.iteration ?? Number.MAX_SAFE_INTEGER) - (b.iteration ?? Number.MAX_SAFE_INTEGER))
    .map(({ path }) => path);
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Something in it is needed.
  }
}
