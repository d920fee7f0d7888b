import assert from "node:assert/strict";
import { test } from "node:test";
import { limits, numerals } from "../src/numerals.js";

test("numerals stand in the order of their values", () => {
  const values = numerals.map(([, value]) => value);
  assert.deepEqual(values, values.toSorted((a, b) => b - a));
  assert.equal(limits.least, values.at(-1));
});
