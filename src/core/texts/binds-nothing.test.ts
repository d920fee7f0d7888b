import { expect, test } from "vitest";
import { bindsNothing } from "./binds-nothing.ts";

test.each([
  ["fix: #12 crash", "fix: issue #12 crash"],
  ["Closes #1, resolved acme/shop#2; FIXES GH-3", "Closes issue #1, resolved issue acme/shop#2; FIXES issue GH-3"],
  ["closes https://github.com/acme/shop/issues/5", "closes issue https://github.com/acme/shop/issues/5"],
  ["Completes AB-9", "Completes issue AB-9"],
  ["docs [skip ci] [CI-SKIP]", "docs (skip ci) (CI-SKIP)"],
  ["why\nskip-checks: true", "why\n(skip-checks:) true"],
])("a text from outside closes nothing and skips nothing: %s", (text, harmless) => {
  expect(bindsNothing(text, "AB-1")).toBe(harmless);
});

test.each([
  ["fix: AB-1 the cart", "AB-1"],
  ["Fixes #7 and fixes gh-7", "GH-7"],
  ["fix UTF-8 names; see #3", "AB-1"],
  ["fixed #hash, close the file, completes step 3", "AB-1"],
])("the own issue, and words that only look alike, stay: %s", (text, own) => {
  expect(bindsNothing(text, own)).toBe(text);
});
