import type { TestOutput, TestReading } from "./test-reading.ts";

const summary = /^=* ?((?:\d+ [a-z]+(?:, )?)+) in [\d.]+s\b/;
const failed = /^(FAILED|ERROR) (\S.*)$/;
const rerun = /^RERUN (\S+)$/;

/** The text of pytest: the counts of its last line, and the names of its short summary. */
export function readPytest({ lines }: TestOutput): TestReading | null {
  const counts = lines.flatMap((line) => summary.exec(line)?.[1] ?? []);
  if (counts.length === 0) return null;
  const total = (...words: readonly string[]): number =>
    counts
      .flatMap((text) => text.split(", "))
      .map((part) => /^(\d+) (\w+)$/.exec(part))
      .filter((match) => match !== null && words.includes(match[2] ?? ""))
      .reduce((sum, match) => sum + Number(match?.[1]), 0);
  const failing = lines.flatMap((line) => nameIn(line));
  return {
    passed: total("passed", "xpassed"),
    failed: total("failed", "error", "errors"),
    skipped: total("skipped", "xfailed"),
    failing,
    flaky: [...new Set(lines.flatMap((line) => rerun.exec(line)?.[1] ?? []))].filter((name) => !failing.includes(name)),
  };
}

/** The name in a line of the short summary: what stands before the reason, which a parameter in brackets may look like. */
function nameIn(line: string): readonly string[] {
  const [, , rest] = failed.exec(line) ?? [];
  if (rest === undefined || !/(?:\.py\b|::)/.test(rest)) return [];
  const name = /^.*?(?:\]|[^\s\]])(?= - |$)/.exec(rest)?.[0] ?? rest;
  return [name.trim()];
}
