import type { TestCounts } from "./read-tests.ts";

/** What of a gate command's run is compared: how it ended, and what its output tells of tests. */
export interface ComparedRun {
  readonly command: string;
  readonly exitCode: number | null;
  readonly tests?: TestCounts | null | undefined;
}

/** How a command failed before the work began. `failing` null: its output names no tests, or not all that failed. */
export interface KnownFailure {
  readonly exitCode: number;
  readonly failing: readonly string[] | null;
}

/** The failures that stood before the work, by gate command. A command that was green has no entry. */
export type Baseline = Readonly<Record<string, KnownFailure>>;

/** The baseline that runs of all gate commands make. What ended by a signal or a time limit is no failure that anybody can know again. */
export function baselineOf(runs: readonly ComparedRun[]): Baseline {
  const known = new Map<string, KnownFailure>();
  for (const { command, exitCode, tests } of runs) {
    known.delete(command);
    if (exitCode !== null && exitCode !== 0) known.set(command, { exitCode, failing: namedFailures(tests) });
  }
  return Object.fromEntries(known);
}

/** Names of failed tests, where the output has all of them; null where it has none or not all. */
const namedFailures = (tests: ComparedRun["tests"]): readonly string[] | null =>
  tests !== undefined && tests !== null && tests.named && tests.failing.length > 0 ? tests.failing : null;

/**
 * What a failed run is blamed for: the failed tests that are neither in the baseline nor put in quarantine by a person. Null
 * where that can't be told by names: then the run is judged by its exit code alone.
 */
export function newFailures(
  run: ComparedRun,
  baseline: Baseline,
  quarantine: readonly string[],
): readonly string[] | null {
  const failing = namedFailures(run.tests);
  const known = baseline[run.command];
  if (failing === null || (known !== undefined && known.failing === null)) return null;
  const excused = new Set([...(known?.failing ?? []), ...quarantine]);
  return failing.filter((name) => !excused.has(name));
}

/**
 * True for a failed run that stands against nobody: all that failed had failed before or is in quarantine; where no names are
 * told, before or now, it failed before with the same exit code.
 */
export function isExcused(run: ComparedRun, baseline: Baseline, quarantine: readonly string[]): boolean {
  if (run.exitCode === null || run.exitCode === 0) return false;
  const found = newFailures(run, baseline, quarantine);
  if (found !== null) return found.length === 0;
  const known = baseline[run.command];
  return known !== undefined && known.failing === null && known.exitCode === run.exitCode;
}
