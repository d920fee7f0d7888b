import assert from "node:assert/strict";
import { test } from "node:test";
import { format } from "../src/prices.js";

test("a price has two places", () => {
  assert.equal(format(1250), "12.50");
});
