import { readingOf, type TestCase, type TestOutput, type TestReading } from "./test-reading.ts";

const outcomes: Readonly<Record<string, TestCase["outcome"]>> = { ok: "passed", FAILED: "failed", ignored: "skipped" };
const running = /^ +(?:Running (?:unittests )?(\S+)|(Doc-tests) (\S+))/;
const line = /^test (.+?)(?: - should panic)? \.\.\. (ok|FAILED|ignored)\b/;
const crate = /^error: could not compile `([^`]+)`(?: \(([^)]*)\))?/;

/** The text of `cargo test`: a line a test, below the name of the binary that they are in. */
export function readCargo({ lines }: TestOutput): TestReading | null {
  if (!lines.some((each) => /^test result: |^error: could not compile `/.test(each))) return null;
  const cases: TestCase[] = [];
  let where = "";
  for (const each of lines) {
    const [, binary, doc, of] = running.exec(each) ?? [];
    if (binary !== undefined) where = binary;
    else if (doc !== undefined) where = `${doc} ${of ?? ""}`;
    const [, name, outcome = ""] = line.exec(each) ?? [];
    const known = outcomes[outcome];
    if (name !== undefined && known !== undefined)
      cases.push({ name: where === "" ? name : `${where} > ${withoutLine(name)}`, outcome: known });
    const [, broken, target] = crate.exec(each) ?? [];
    if (broken !== undefined)
      cases.push({ name: `${broken}${target === undefined ? "" : ` (${target})`}`, outcome: "failed" });
  }
  return readingOf(cases);
}

/** A documentation test is named after its line, which moves whenever something above it changes. */
const withoutLine = (name: string): string => name.replace(/ \(line \d+\)$/, "");
