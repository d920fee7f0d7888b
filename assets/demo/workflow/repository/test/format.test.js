import assert from "node:assert/strict";
import { test } from "node:test";
import { format } from "../src/durations.js";

test("all parts are written", () => {
  assert.equal(format(5405), "1h 30m 5s");
});

test("no time at all is 0s", () => {
  assert.equal(format(0), "0s");
});

test("parts that are zero are left out", () => {
  assert.equal(format(3600), "1h");
  assert.equal(format(5400), "1h 30m");
});
