import { belowRoot, readingOf, type TestCase, type TestOutput, type TestReading } from "./test-reading.ts";

const element =
  /<(testcase)\b((?:[^<>"']|"[^"<]{0,2000}"|'[^'<]{0,2000}'){0,200}?)(\/?)>|<\/testcase>|<(failure|error|skipped|flakyFailure|flakyError)\b/g;

/** JUnit's XML, which most runners can write: `testcase` elements with what became of them inside. */
export function readJunit({ text, root }: TestOutput): TestReading | null {
  if (!text.includes("<testcase")) return null;
  const cases: TestCase[] = [];
  let open: TestCase | null = null;
  for (const [whole, opened, attributes = "", closed, inside] of text.matchAll(element)) {
    if (opened !== undefined) {
      const found: TestCase = { name: nameIn(attributes, root), outcome: "passed" };
      if (closed === "/") cases.push(found);
      else open = found;
    } else if (whole === "</testcase>") {
      if (open !== null) cases.push(open);
      open = null;
    } else if (open !== null && inside !== undefined) open = after(open, inside);
  }
  return readingOf(cases);
}

/** A test with one of the elements inside it. A failure outweighs whatever else is there. */
function after(test: TestCase, inside: string): TestCase {
  if (inside === "failure" || inside === "error") return { ...test, outcome: "failed" };
  if (inside === "skipped") return test.outcome === "failed" ? test : { ...test, outcome: "skipped" };
  return { ...test, flaky: true };
}

function nameIn(attributes: string, root: string): string {
  const of = (name: string): string =>
    decoded(
      new RegExp(String.raw`(?:^|\s)${name}=(?:"([^"]*)"|'([^']*)')`)
        .exec(attributes)
        ?.slice(1)
        .find((value) => value !== undefined) ?? "",
    );
  const where = of("file") === "" ? of("classname") : belowRoot(of("file"), root);
  const name = of("name");
  return where === "" || where === name ? name : `${where} > ${name}`;
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

const decoded = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(lt|gt|amp|quot|apos));/gi, (whole, dec, hex, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole;
    const code = dec === undefined ? Number.parseInt(String(hex), 16) : Number(dec);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
