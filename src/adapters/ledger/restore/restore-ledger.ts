import type { Entry } from "../../../core/fact.ts";
import type { Ledger } from "../../../ports/ledger.ts";
import { entriesFromLog } from "./entries-from-log.ts";
import { type DatedCommit, factsFromHistory } from "./facts-from-history.ts";

/** What there is to restore from: the texts of the `events.jsonl` that are left, and the commits with our trailers, oldest first. */
export interface Remains {
  readonly logs: readonly string[];
  readonly commits: readonly DatedCommit[];
}

/** What came back: facts from the logs, landings from git, and the lines of logs that could not be read. */
export interface Restored {
  readonly facts: number;
  readonly landings: number;
  readonly unreadable: number;
}

/**
 * Fills a new ledger from what is left of a lost one: the logs first, which hold whole facts, then git for iterations
 * that no log tells of. What the ledger knows already stays as it is.
 */
export function restoreLedger(ledger: Ledger, { logs, commits }: Remains): Restored {
  const readings = logs.map(entriesFromLog);
  const facts = readings
    .map(({ entries }) => entries)
    .toSorted(byTime)
    .reduce((sum, run) => sum + restoreRun(ledger, run), 0);
  const unreadable = readings.reduce((sum, reading) => sum + reading.unreadable, 0);
  return { facts, landings: restoreLandings(ledger, commits), unreadable };
}

// Sequence numbers of one ledger say nothing of another's, so that between runs the clock is all there is.
const byTime = (a: readonly Entry[], b: readonly Entry[]): number => (a[0]?.at ?? 0) - (b[0]?.at ?? 0);

function restoreRun(ledger: Ledger, entries: readonly Entry[]): number {
  const [first] = entries;
  if (first === undefined || iterationsOf(ledger, first.run).size > 0) return 0;
  for (const { fact, run, iteration, at } of entries) ledger.append({ run, iteration, at }, [fact], "buffered");
  return entries.length;
}

function restoreLandings(ledger: Ledger, commits: readonly DatedCommit[]): number {
  const known = new Map<string, ReadonlySet<number>>();
  let landings = 0;
  for (const { place, facts } of factsFromHistory(commits)) {
    const iterations = known.get(place.run) ?? iterationsOf(ledger, place.run);
    known.set(place.run, iterations);
    if (iterations.has(place.iteration)) continue;
    ledger.append(place, facts, "buffered");
    landings += 1;
  }
  return landings;
}

const iterationsOf = (ledger: Ledger, run: string): ReadonlySet<number> =>
  new Set(Iterator.from(ledger.factsOf(run)).map(({ iteration }) => iteration));
