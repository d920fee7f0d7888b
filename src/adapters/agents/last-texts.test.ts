import { expect, test } from "vitest";
import { LastTexts } from "./last-texts.ts";

test("A-5 of an agent that never stops talking the end is kept, and memory stays flat", () => {
  const texts = new LastTexts(1_000);
  for (let n = 0; n < 100_000; n++) texts.push(`line ${n}`);
  const kept = texts.all();
  expect(kept.at(-1)).toBe("line 99999");
  const chars = kept.join("").length;
  expect(chars).toBeGreaterThanOrEqual(1_000);
  expect(chars).toBeLessThan(2_100);
});

test("texts below the bound are all kept, in order, until they are cleared", () => {
  const texts = new LastTexts(1_000);
  texts.push("one");
  texts.push("two");
  expect(texts.all()).toEqual(["one", "two"]);
  texts.clear();
  expect(texts.all()).toEqual([]);
});
