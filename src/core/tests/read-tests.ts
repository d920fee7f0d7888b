import { withoutAnsi } from "../status/reading/clean-line.ts";
import { readCargo } from "./cargo.ts";
import { readGoJson } from "./go-json.ts";
import { readJestJson } from "./jest-json.ts";
import { readJestText } from "./jest-text.ts";
import { readJunit } from "./junit.ts";
import { readNodeSpec } from "./node-spec.ts";
import { readPytest } from "./pytest.ts";
import { readTap } from "./tap.ts";
import type { TestReader, TestReading } from "./test-reading.ts";
import { readVitestText } from "./vitest-text.ts";

/** Every form of test output that is read, by its name. A new one is a row here. */
const testReaders: Readonly<Record<string, TestReader>> = {
  junit: readJunit,
  tap: readTap,
  "jest-json": readJestJson,
  "go-json": readGoJson,
  cargo: readCargo,
  pytest: readPytest,
  "node-spec": readNodeSpec,
  vitest: readVitestText,
  jest: readJestText,
};

/** What a gate command's output tells of its tests, as a receipt keeps it. */
export interface TestCounts {
  /** The forms that were recognised. */
  readonly forms: readonly string[];
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Names of failed tests, each once, in order. */
  readonly failing: readonly string[];
  /** True where every failure has its name among `failing`: only then can two runs be compared by names. */
  readonly named: boolean;
  /** Tests that the runner itself has tried again and seen pass. */
  readonly flaky: readonly string[];
}

const mostNames = 1_000;
const longestName = 300;

/**
 * The tests that a command's output tells of; null where it is of no form that is known. An output in several forms, as of a
 * command that starts several runners, is read in each of them. `root` is the folder that the command ran in.
 */
export const readTests = (output: string, root: string): TestCounts | null => readAllTests([output], root);

/** The same of several texts together, such as the files that a runner has written: each is read by itself, and all count. */
export function readAllTests(outputs: readonly string[], root: string): TestCounts | null {
  const readings = outputs.flatMap((output) => readingsOf(output, root));
  if (readings.length === 0) return null;
  const sum = (figure: "passed" | "failed" | "skipped"): number =>
    readings.reduce((all, reading) => all + reading[figure], 0);
  const failing = [...new Set(readings.flatMap((reading) => reading.failing))];
  return {
    forms: [...new Set(readings.map(({ form }) => form))],
    passed: sum("passed"),
    failed: sum("failed"),
    skipped: sum("skipped"),
    failing: failing.slice(0, mostNames).map(short),
    named: failing.length <= mostNames && readings.every((reading) => reading.failing.length === reading.failed),
    flaky: [...new Set(readings.flatMap((reading) => reading.flaky))].slice(0, mostNames).map(short),
  };
}

function readingsOf(output: string, root: string): readonly (TestReading & { readonly form: string })[] {
  const text = withoutAnsi(output).replaceAll("\r\n", "\n");
  const lines = text.split("\n");
  return Object.entries(testReaders).flatMap(([form, read]) => {
    const reading = read({ text, lines, root });
    return reading === null ? [] : [{ form, ...reading }];
  });
}

const short = (name: string): string => (name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name);
