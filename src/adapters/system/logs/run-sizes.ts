import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { eventsLogName } from "./events-log.ts";

/** The logs of one run: how much they are, and when its last fact was written (ms). */
export interface RunSize {
  readonly run: string;
  readonly bytes: number;
  readonly at: number;
}

// A folder's time changes when files come or go. Past runs' files don't grow, so under the same time the sum is the same.
const remembered = z.record(z.string(), z.object({ folderTime: z.number(), bytes: z.number(), at: z.number() }));
type Remembered = z.infer<typeof remembered>;

const memoryName = "sizes.json";

/**
 * The sizes of all past runs' logs; `current` is left out. What was summed up once is remembered beside them, so that a start
 * looks at one folder a run and not at every file of a long history.
 */
export function sizesOfRuns(logs: string, current: string): readonly RunSize[] {
  const known = recall(join(logs, memoryName));
  const now: Remembered = {};
  for (const run of namesOf(logs)) {
    const size = run === current ? null : sizeOf(join(logs, run), known[run]);
    if (size !== null) now[run] = size;
  }
  if (JSON.stringify(now) !== JSON.stringify(known)) keep(join(logs, memoryName), now);
  return Object.entries(now).map(([run, { bytes, at }]) => ({ run, bytes, at }));
}

function sizeOf(folder: string, known: Remembered[string] | undefined): Remembered[string] | null {
  const found = look(folder);
  if (found === null || !found.isDirectory()) return null;
  const folderTime = found.mtimeMs;
  if (known?.folderTime === folderTime) return known;
  const files = namesOf(folder).map((name) => look(join(folder, name)));
  const at = look(join(folder, eventsLogName))?.mtimeMs ?? folderTime;
  return { folderTime, bytes: files.reduce((sum, file) => sum + (file?.size ?? 0), 0), at };
}

function namesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const look = (path: string) => statSync(path, { throwIfNoEntry: false }) ?? null;

function recall(path: string): Remembered {
  try {
    return z.parse(remembered, JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return {};
  }
}

function keep(path: string, sizes: Remembered): void {
  try {
    writeFileSync(path, JSON.stringify(sizes));
  } catch {
    // Then the next start sums up again.
  }
}
