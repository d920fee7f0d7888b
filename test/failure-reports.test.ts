import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

// What went wrong for users of such tools, by the id of its report and the kind of harm. Each is guarded by a test that names
// it, or docs/not-doing/ says why it is not.
const root = join(import.meta.dirname, "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const reports = JSON.parse(read("test/failure-reports.json")) as Readonly<Record<string, readonly string[]>>;

const files = globSync(["src/**/*.test.ts", "src/testing/*.ts", "test/**/*.test.ts"], { cwd: root });
// Names of tests are texts in quotes; a comment that mentions an id guards nothing.
const quoted = files.flatMap((path) => read(path).match(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`/g) ?? []);
const named = new Set(quoted.flatMap((text) => text.match(/\b[FV]\d{3}\b/g) ?? []));
const refused = new Set(
  globSync("docs/not-doing/*.md", { cwd: root }).flatMap((path) => read(path).match(/\b[FV]\d{3}\b/g) ?? []),
);

test("there are tests to look at", () => {
  expect(files.length).toBeGreaterThan(50);
  expect(named.size).toBeGreaterThan(50);
});

test.each(Object.entries(reports))(
  "every report of the kind %s is guarded by a test of its name, or refused with a reason",
  (_kind, ids) => {
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.filter((id) => !named.has(id) && !refused.has(id))).toEqual([]);
  },
);
