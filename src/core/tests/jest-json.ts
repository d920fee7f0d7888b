import * as z from "zod/mini";
import { belowRoot, readingOf, type TestCase, type TestOutput, type TestReading } from "./test-reading.ts";

const assertion = z.object({
  fullName: z.string(),
  status: z.string(),
  invocations: z.optional(z.number()),
});
const report = z.object({
  numTotalTests: z.number(),
  testResults: z.array(z.object({ name: z.string(), status: z.string(), assertionResults: z.array(assertion) })),
});

/** The JSON of Jest, which Vitest writes too: one object, on a line of its own or over many. */
export function readJestJson(output: TestOutput): TestReading | null {
  if (!output.text.includes('"numTotalTests"')) return null;
  const cases = objectsIn(output).flatMap((value) => {
    const read = report.safeParse(value);
    return read.success ? read.data.testResults.flatMap((file) => casesOf(file, output.root)) : [];
  });
  return readingOf(cases);
}

/** A file that could not even be loaded has failed as one. */
function casesOf(
  { name, status, assertionResults }: z.infer<typeof report>["testResults"][number],
  root: string,
): readonly TestCase[] {
  const file = belowRoot(name, root);
  if (assertionResults.length === 0) return status === "failed" ? [{ name: file, outcome: "failed" }] : [];
  return assertionResults.map((one) => {
    const outcome = outcomes[one.status] ?? "skipped";
    const isFlaky = outcome === "passed" && (one.invocations ?? 1) > 1;
    return { name: `${file} > ${one.fullName}`, outcome, ...(isFlaky ? { flaky: true } : {}) };
  });
}

const outcomes: Readonly<Record<string, TestCase["outcome"]>> = { passed: "passed", failed: "failed" };

function objectsIn({ text, lines }: TestOutput): readonly unknown[] {
  const whole = parsed(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
  if (whole !== null) return [whole];
  return lines
    .filter((line) => line.startsWith("{") && line.includes('"numTotalTests"'))
    .map(parsed)
    .filter((value) => value !== null);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
