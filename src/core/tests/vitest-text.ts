import type { TestOutput, TestReading } from "./test-reading.ts";

const total = /^ *(Test Files|Tests) {2}(.*\(\d+\))$/;
const failure = /^ *FAIL {2}(\S.*)$/;
const retried = /^ *✓ (.+?) \(retry x\d+\)/;

/** The text of Vitest as a person reads it: a heading a failed test, and two lines of figures. */
export function readVitestText({ lines }: TestOutput): TestReading | null {
  const figures = { passed: 0, failed: 0, skipped: 0 };
  let isThere = false;
  for (const line of lines) {
    const [, what, counts = ""] = total.exec(line) ?? [];
    if (what !== "Tests") continue;
    isThere = true;
    figures.passed += countOf("passed", counts);
    figures.failed += countOf("failed", counts);
    figures.skipped += countOf("skipped", counts) + countOf("todo", counts);
  }
  if (!isThere) return null;
  const names = lines.flatMap((line) => failure.exec(line)?.[1]?.trim() ?? []);
  // A file that can't be loaded is named twice, and is among no tests.
  const files = names.filter((name) => /^(\S+) \[ .* \]$/.test(name));
  return {
    ...figures,
    failed: figures.failed + files.length,
    failing: names.map((name) => name.replace(/ \[ .* \]$/, "")),
    flaky: lines.flatMap(
      (line) =>
        retried
          .exec(line)?.[1]
          ?.replace(/ \d+ms$/, "")
          .trim() ?? [],
    ),
  };
}

const countOf = (word: string, text: string): number =>
  Number(new RegExp(String.raw`(\d+) ${word}`).exec(text)?.[1] ?? 0);
