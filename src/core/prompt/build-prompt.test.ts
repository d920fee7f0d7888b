import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildPrompt, type PromptPart } from "./build-prompt.ts";

const part = (
  name: string,
  rank: PromptPart["rank"],
  text = `${name}: ${"line of words\n".repeat(40)}`,
): PromptPart => ({ name, rank, text });

describe("L-5 the budget of a prompt", () => {
  test("within the budget nothing is cut, and empty parts leave no trace", () => {
    expect(buildPrompt([part("a", "always", "one"), part("b", 1, "  "), part("c", 2, "two")], 1_000)).toEqual({
      text: "one\n\ntwo\n",
      bytes: 9,
      cut: [],
    });
  });

  test("the lowest rank is cut first, and it is said how much", () => {
    const prompt = buildPrompt([part("a", "always"), part("b", 2), part("c", 1)], 1_500);
    expect(prompt.cut.map((one) => one.name)).toEqual(["c"]);
    expect(prompt.text).toMatch(/\[c: \d+ bytes left out/);
    expect(prompt.bytes).toBeLessThanOrEqual(1_500);
  });

  test("what is always there is never cut, however small the budget", () => {
    const always = "the contract\nwhole";
    expect(buildPrompt([part("a", "always", always), part("b", 1)], 10).text).toContain(always);
  });

  test("F116 a cut never parts a letter", () => {
    const prompt = buildPrompt([part("a", 1, "é漢🎉".repeat(300))], 500);
    expect(prompt.text).not.toContain("\uFFFD");
    expect(prompt.text.isWellFormed()).toBe(true);
  });

  test("it keeps its budget wherever the always-parts leave room, and is the same every time", () => {
    const parts = fc.array(
      fc.record({
        name: fc.constantFrom("a", "b", "c", "d"),
        rank: fc.constantFrom(1, 2, 3),
        text: fc.string({ unit: "binary", maxLength: 400 }),
      }),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(parts, fc.integer({ min: 800, max: 4_000 }), (given, budget) => {
        const named = given.map((one, i) => ({ ...one, name: `${one.name}${i}` }));
        const prompt = buildPrompt(named, budget);
        expect(prompt).toEqual(buildPrompt(named, budget));
        expect(prompt.bytes).toBe(Buffer.byteLength(prompt.text));
        expect(prompt.bytes).toBeLessThanOrEqual(budget);
      }),
    );
  });
});
