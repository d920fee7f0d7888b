import { expect, test } from "vitest";
import { type Breaker, closedBreaker } from "../../core/stopping/breaker.ts";
import { breakerJson, breakerText } from "./breaker-text.ts";

const since = Date.parse("2026-11-30T12:00:00Z");
const states: readonly (readonly [string, Breaker])[] = [
  ["a fresh one", closedBreaker],
  ["one that is half-open without a reason", { ...closedBreaker, state: "half-open", since }],
  ["an open one from an earlier run, its counters fresh", { ...closedBreaker, state: "open", since, reason: "why" }],
];

test.each(states)("F229 U-42 %s has every figure: numbers count from 0, and no text shows a hole", (_, breaker) => {
  expect(breakerJson(breaker)).toMatchObject({ noProgress: 0, sameError: 0, permissionDenials: 0 });
  expect(JSON.parse(JSON.stringify(breakerJson(breaker)))).toEqual(breakerJson(breaker));
  expect(breakerText(breaker)).not.toMatch(/null|undefined|NaN|#\s*$/m);
});

test("F229 a fresh breaker says that it is closed, and since never", () => {
  expect(breakerJson(closedBreaker)).toEqual({
    state: "closed",
    since: null,
    reason: null,
    noProgress: 0,
    sameError: 0,
    permissionDenials: 0,
  });
  expect(breakerText(closedBreaker)).toContain("The breaker is closed.");
});
