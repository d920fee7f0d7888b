import { expect, test } from "vitest";
import { againOf, type Asking, belongsTo, numberOf, repeats } from "./askings.ts";

const askings: readonly Asking[] = ["first", "otherFamily", "tieBreak"];

test("P-25 each asking has two numbers of its own: for all who are asked, and for those in doubt", () => {
  const numbers = askings.flatMap((asking) => [numberOf(asking), againOf(asking)]);
  expect(new Set(numbers).size).toBe(numbers.length);
  for (const asking of askings) {
    expect(numbers.filter((ask) => belongsTo(ask, asking))).toEqual([numberOf(asking), againOf(asking)]);
    expect(numbers.filter((ask) => repeats(ask, numberOf(asking)))).toEqual([againOf(asking)]);
    expect(numbers.filter((ask) => repeats(ask, againOf(asking)))).toEqual([]);
  }
});
