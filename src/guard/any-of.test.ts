import * as fc from "fast-check";
import { expect, test } from "vitest";
import { anyOf } from "./any-of.ts";

test("finds what a plain search finds", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "é", "\u0161"), minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 4 }),
      fc.string({ unit: fc.constantFrom("a", "b", "é", "\u0161"), maxLength: 40 }),
      (pieces, text) => {
        expect(anyOf(pieces)(text)).toBe(pieces.some((piece) => text.includes(piece)));
      },
    ),
    { numRuns: 2000 },
  );
});
