import assert from "node:assert/strict";
import { test } from "node:test";
import { total } from "../src/basket.js";

test("a basket costs what its items cost", () => {
  assert.equal(total([{ cents: 250, count: 2 }, { cents: 99, count: 1 }]), 599);
});
