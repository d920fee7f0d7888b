import type { TestOutput, TestReading } from "./test-reading.ts";

const total = /^Tests: +(.*\d+ total)$/;
const file = /^(?:FAIL|PASS) (\S+)/;
const failure = /^ {2}● (.+)$/;

/** The text of Jest as a person reads it: failed tests below the file that they are in, and a line of figures. */
export function readJestText({ lines }: TestOutput): TestReading | null {
  const counts = lines.flatMap((line) => total.exec(line)?.[1] ?? []);
  if (counts.length === 0) return null;
  const sum = (word: string): number =>
    counts.reduce((all, text) => all + Number(new RegExp(String.raw`(\d+) ${word}`).exec(text)?.[1] ?? 0), 0);
  const failing: string[] = [];
  let unloaded = 0;
  let where = "";
  for (const line of lines) {
    // The failures are told once more at the end, where there are many files.
    if (line.startsWith("Summary of all failing tests")) break;
    where = file.exec(line)?.[1] ?? where;
    const name = failure.exec(line)?.[1];
    if (name === undefined || name === "Console") continue;
    if (name === "Test suite failed to run") unloaded += 1;
    failing.push(name === "Test suite failed to run" ? where : `${where} > ${name}`);
  }
  return {
    passed: sum("passed"),
    failed: sum("failed") + unloaded,
    skipped: sum("skipped") + sum("todo"),
    failing,
    flaky: [],
  };
}
