import { belowRoot, type TestOutput, type TestReading } from "./test-reading.ts";

const figure = /^ℹ (tests|pass|fail|cancelled|skipped|todo) (\d+)$/;
const place = /^test at (.+?):\d+:\d+$/;
const failure = /^✖ (.+?)(?: \([\d.]+ms\))?(?: # .*)?$/;

/** The text of `node --test`: figures at its end, and the failed tests once more below them, each after its place. */
export function readNodeSpec({ lines, root }: TestOutput): TestReading | null {
  const figures: Record<string, number> = {};
  for (const line of lines) {
    const [, word, value] = figure.exec(line) ?? [];
    if (word !== undefined) figures[word] = (figures[word] ?? 0) + Number(value);
  }
  if (figures["tests"] === undefined || figures["pass"] === undefined) return null;
  const failing: string[] = [];
  let file: string | null = null;
  for (const line of lines) {
    const name = file === null ? undefined : failure.exec(line)?.[1];
    if (file !== null && name !== undefined) failing.push(`${belowRoot(file, root)} > ${name}`);
    file = place.exec(line)?.[1] ?? null;
  }
  return {
    passed: figures["pass"],
    failed: (figures["fail"] ?? 0) + (figures["cancelled"] ?? 0),
    skipped: (figures["skipped"] ?? 0) + (figures["todo"] ?? 0),
    failing,
    flaky: [],
  };
}
