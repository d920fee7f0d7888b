import * as z from "zod/mini";
import { readingOf, type TestCase, type TestOutput, type TestReading } from "./test-reading.ts";

const event = z.object({
  Action: z.string(),
  Package: z.optional(z.string()),
  Test: z.optional(z.string()),
  ImportPath: z.optional(z.string()),
});
const outcomes: Readonly<Record<string, TestCase["outcome"]>> = { pass: "passed", fail: "failed", skip: "skipped" };

/**
 * `go test -json`: an event a line. A package that fails without a failed test, for it does not compile or ends early, counts as
 * a failed test of its name.
 */
export function readGoJson({ lines }: TestOutput): TestReading | null {
  const cases = new Map<string, TestCase>();
  const failedPackages: string[] = [];
  for (const line of lines) {
    if (!line.startsWith('{"') || !line.includes('"Action":"')) continue;
    const read = event.safeParse(parsed(line));
    if (!read.success) continue;
    const { Action: ended, Package: pack = "", Test: test } = read.data;
    const outcome = outcomes[ended];
    if (ended === "build-fail") failedPackages.push(read.data.ImportPath ?? pack);
    if (outcome === undefined || pack === "") continue;
    if (test === undefined) {
      if (outcome === "failed") failedPackages.push(pack);
    } else cases.set(`${pack} > ${test}`, { name: `${pack} > ${test}`, outcome });
  }
  const tests = withoutParents([...cases.values()]);
  const blamed = new Set(tests.filter(({ outcome }) => outcome === "failed").map(({ name }) => name.split(" > ")[0]));
  const alone = [...new Set(failedPackages)].filter((pack) => !blamed.has(pack));
  return readingOf([...tests, ...alone.map((name): TestCase => ({ name, outcome: "failed" }))]);
}

/** A test with sub-tests is told by them, unless it has failed by itself. */
function withoutParents(cases: readonly TestCase[]): readonly TestCase[] {
  const parents = new Map<string, "failed" | "well">();
  for (const { name, outcome } of cases)
    for (let at = name.lastIndexOf("/"); at > name.indexOf(" > "); at = name.lastIndexOf("/", at - 1)) {
      const parent = name.slice(0, at);
      if (outcome === "failed" || !parents.has(parent)) parents.set(parent, outcome === "failed" ? "failed" : "well");
    }
  return cases.filter(({ name, outcome }) => {
    const below = parents.get(name);
    return below === undefined || (outcome === "failed" && below === "well");
  });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
