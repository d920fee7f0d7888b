import { assert, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { completionStatements } from "./completion-statements.ts";
import vectors from "./fixtures/completion-vectors.json" with { type: "json" };

describe("L-11 completion statements", () => {
  test.each(vectors.map(({ text, expect: wanted }) => [wanted, text] as const))("%i in %j", (wanted, text) => {
    expect(completionStatements(text)).toHaveLength(wanted);
  });

  test("there are vectors enough of both kinds", () => {
    expect(vectors.filter(({ expect: wanted }) => wanted > 0).length).toBeGreaterThan(40);
    expect(vectors.filter(({ expect: wanted }) => wanted === 0).length).toBeGreaterThan(40);
  });

  test("the same words twice are one statement, other words are another", () => {
    expect(completionStatements("All done. all done! No remaining work.")).toEqual(["all done", "no remaining work"]);
  });

  test("F005 a changelog full of completion words is no statement", () => {
    const diff =
      "```diff\n+# 3.0\n+All tasks complete. Everything passes.\n```\n\nThe changelog now names the release.";
    expect(completionStatements(diff)).toEqual([]);
  });

  test("F001 praise of one feature is no statement about the rest", () => {
    expect(completionStatements("The export is feature complete.")).toEqual([]);
  });

  test("any text is looked at without an exception", () => {
    assert(property(string({ unit: "binary" }), (text) => completionStatements(text).length >= 0));
  });
});
