import { readingOf, type TestCase, type TestOutput, type TestReading } from "./test-reading.ts";

const point = /^( *)(not ok|ok)\b(?: +\d+)?(?: +-)? *(.*)$/;
const subtest = /^ *# Subtest: (.*)$/;

/**
 * The Test Anything Protocol, versions 13 and 14, with tests nested by indentation. A point that only sums up what is nested
 * below it is no test of its own.
 */
export function readTap({ lines }: TestOutput): TestReading | null {
  if (!lines.some((line) => /^TAP version 1[34]$/.test(line))) return null;
  const cases: TestCase[] = [];
  const nesting: string[] = [];
  /** By depth: whether something below has failed since the last point there. */
  const failedBelow = Array.from({ length: 64 }, () => false);
  let deepest = 0;
  let inData = false;
  for (const line of lines) {
    if (/^ *---$/.test(line)) inData = true;
    else if (/^ *\.\.\.$/.test(line)) inData = false;
    if (inData) continue;
    const depth = depthOf(line);
    if (/^ *\}$/.test(line)) deepest = depth;
    const opened = subtest.exec(line)?.[1];
    if (opened !== undefined) {
      nesting.length = depth;
      nesting[depth] = opened;
      continue;
    }
    const [, , verdict, rest = ""] = point.exec(line) ?? [];
    if (verdict === undefined) continue;
    const { name, directive, opensBlock } = described(rest);
    if (opensBlock) {
      nesting.length = depth;
      nesting[depth] = name;
      continue;
    }
    const outcome = outcomeOf(verdict, directive);
    // A sum that fails over tests that pass has failed by itself: in what comes before or after them.
    const isSum = deepest > depth && !(outcome === "failed" && failedBelow[depth] !== true);
    deepest = depth;
    failedBelow[depth] = false;
    if (outcome === "failed") failedBelow.fill(true, 0, depth);
    if (!isSum) cases.push({ name: pathOf(nesting, depth, name), outcome });
  }
  return readingOf(cases);
}

const depthOf = (line: string): number => Math.min(63, Math.floor((line.length - line.trimStart().length) / 4));

const pathOf = (nesting: readonly string[], depth: number, name: string): string =>
  [...nesting.slice(0, depth).filter((each) => each !== undefined), name].join(" > ");

/** A point's description, parted from its directive; `{` at the end opens a block of what is nested. */
function described(rest: string): { readonly name: string; readonly directive: string; readonly opensBlock: boolean } {
  const opensBlock = rest.endsWith("{");
  const text = opensBlock ? rest.slice(0, -1) : rest;
  const at = text.search(/(^|\s)#\s*(?:skip|todo|time)/i);
  return {
    name: (at < 0 ? text : text.slice(0, at)).trim().replaceAll(/\\([#\\])/g, "$1"),
    directive: at < 0 ? "" : text.slice(at).trim().toLowerCase(),
    opensBlock,
  };
}

/** What is to do may fail. */
function outcomeOf(verdict: string, directive: string): TestCase["outcome"] {
  if (/^#\s*(?:skip|todo)/.test(directive)) return "skipped";
  return verdict === "ok" ? "passed" : "failed";
}
