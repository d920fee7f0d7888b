import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cutText } from "./clusters.ts";

test.each([
  ["short enough", "abc", 3, "abc"],
  ["plain", "abcdef", 4, "abc…"],
  ["a picture of two units", "ab🚀cd", 4, "ab…"],
  ["a family of pictures joined", "a👩‍👩‍👧‍👦b", 8, "a…"],
  ["a letter with its accent", "ae\u0301x", 3, "a…"],
  ["a flag", "a🇩🇪b", 4, "a…"],
  ["no blank before the dots", "ab cdef", 4, "ab…"],
])("a cut goes through no character: %s", (_, text, length, expected) => {
  expect(cutText(text, length)).toBe(expected);
});

test("whatever is cut is no longer than asked for, a beginning of the text, and well-formed where the text is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 30 }), (text, length) => {
      const cut = cutText(text, length);
      expect(cut.length).toBeLessThanOrEqual(Math.max(1, length));
      expect(cut.isWellFormed()).toBe(true);
      expect(text.startsWith(cut.replace(/…$/, ""))).toBe(true);
    }),
  );
});
