import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "../src/durations.js";

test("hours and minutes are read", () => {
  assert.equal(parse("1h 30m"), 5400);
});

test("seconds are read", () => {
  assert.equal(parse("45s"), 45);
  assert.equal(parse("1m 5s"), 65);
});
