/** What one reader has found in the output of a command. Names may come twice where two tests have the same one. */
export interface TestReading {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Names of failed tests as far as the output has them: with their file where it is told, and without line numbers. */
  readonly failing: readonly string[];
  /** Names of tests that have failed and then passed, by the runner's own retries. */
  readonly flaky: readonly string[];
}

/** The output of a command, without colours: whole, and by its lines. */
export interface TestOutput {
  readonly text: string;
  readonly lines: readonly string[];
  /** The folder that the command ran in; names begin below it. */
  readonly root: string;
}

/** Finds the tests that an output tells of; null where it is not of the reader's kind. Linear in the output's length. */
export type TestReader = (output: TestOutput) => TestReading | null;

/** One test and how it ended. */
export interface TestCase {
  readonly name: string;
  readonly outcome: "passed" | "failed" | "skipped";
  readonly flaky?: boolean;
}

/** The reading of tests that are told one by one; null where there are none. */
export function readingOf(cases: readonly TestCase[]): TestReading | null {
  if (cases.length === 0) return null;
  const named = (outcome: TestCase["outcome"]): readonly string[] =>
    cases.filter((one) => one.outcome === outcome).map(({ name }) => name);
  const failing = named("failed");
  return {
    passed: named("passed").length,
    failed: failing.length,
    skipped: named("skipped").length,
    failing,
    flaky: cases.filter(({ flaky }) => flaky === true).map(({ name }) => name),
  };
}

/** A file's path below the folder that the command ran in. */
export const belowRoot = (path: string, root: string): string =>
  root !== "" && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
