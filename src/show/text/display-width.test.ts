import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { displayWidth, fit, padded, wrapped } from "./display-width.ts";

describe("F220 the width of a text is what it takes on a screen", () => {
  test.each([
    ["plain", 5],
    ["", 0],
    ["日本語", 6],
    ["한국어", 6],
    ["ｆｕｌｌ", 8],
    ["cafe\u0301", 4],
    ["🚀", 2],
    ["👨‍👩‍👧", 2],
    ["👍🏽", 2],
    ["🇩🇪", 2],
    ["1️⃣", 2],
    ["⚠️", 2],
    ["⚠", 1],
    ["修复 🚀 tests", 13],
    ["✓ ▸ · … ✗ –", 11],
    ["नमस्ते", 4],
    ["各\u0301", 2],
    ["zero\u200bwidth", 9],
  ])("%s takes %i columns", (text, columns) => {
    expect(displayWidth(text)).toBe(columns);
  });
});

describe("F221 a text is cut to the columns there are", () => {
  test.each([
    ["as long as it is", 16, "as long as it is"],
    ["one letter more", 14, "one letter mo…"],
    ["日本語", 6, "日本語"],
    ["日本語", 5, "日本…"],
    ["日本語", 4, "日…"],
    ["a👨‍👩‍👧b", 3, "a…"],
    ["words and more", 7, "words…"],
    ["any", 1, "…"],
    ["any", 0, ""],
    ["any", -3, ""],
  ])("%s to %i columns is %s", (text, columns, cut) => {
    expect(fit(text, columns)).toBe(cut);
  });

  test("whatever the text, what is left is no wider", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), fc.integer({ min: 0, max: 50 }), (text, columns) => {
        expect(displayWidth(fit(text, columns))).toBeLessThanOrEqual(columns);
      }),
    );
  });

  test("a very long text costs no more than a screen of it", () => {
    expect(fit("é日".repeat(1_000_000), 10)).toBe("é日é日é日…");
  });
});

test("a text is padded by its width, not by its letters", () => {
  expect(padded("日本", 6)).toBe("日本  ");
  expect(padded("too long", 3)).toBe("too long");
});

describe("a text in lines", () => {
  test("is parted at blanks, and no line is wider than asked", () => {
    expect(wrapped("one two three four", 9)).toEqual(["one two", "three", "four"]);
    expect(wrapped("修复 修复 修复", 9)).toEqual(["修复 修复", "修复"]);
  });

  test("keeps a wider word whole, so that a path can be copied", () => {
    expect(wrapped("see .ralph/logs/1.jsonl there", 8)).toEqual(["see", ".ralph/logs/1.jsonl", "there"]);
  });

  test("loses and adds nothing", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 20 }), (text, columns) => {
        expect(wrapped(text, columns).join(" ")).toBe(text);
      }),
    );
  });
});
