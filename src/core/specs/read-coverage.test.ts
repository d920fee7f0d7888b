import { expect, test } from "vitest";
import { readCoverage } from "./read-coverage.ts";

test("L-12 an answer tells whether the specifications are covered, and what is missing", () => {
  expect(readCoverage('Looked.\n```json\n{"covered": true}\n```')).toEqual({ covered: true, missing: [] });
  expect(
    readCoverage('{"covered": false, "missing": [{"title": "Export\\nas CSV", "body": "see specs/export.md"}]}'),
  ).toEqual({
    covered: false,
    missing: [{ title: "Export as CSV", body: "see specs/export.md" }],
  });
});

test("L-12 who names what is missing has not found all of it covered; prose is no answer", () => {
  expect(readCoverage('{"covered": true, "missing": [{"title": "Export"}]}')?.covered).toBe(false);
  expect(readCoverage("All specifications are covered.")).toBeNull();
});
