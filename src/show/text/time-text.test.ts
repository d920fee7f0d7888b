import { expect, test } from "vitest";
import { ageText, clockText, momentText, spanText } from "./time-text.ts";
import { waitingText } from "./waiting-text.ts";

const minute = 60_000;
const hour = 60 * minute;

test.each([
  [-5, "0 s"],
  [999, "0 s"],
  [42_000, "42 s"],
  [3 * minute + 5_000, "3 min 05 s"],
  [2 * hour + 10 * minute, "2 h 10 min"],
  [76 * hour, "3 d 4 h"],
])("a span of %i ms is %s", (ms, text) => {
  expect(spanText(ms)).toBe(text);
});

test.each([
  [-200, "0 s ago"],
  [3_400, "3 s ago"],
  [4 * minute + 59_000, "4 min ago"],
  [2 * hour, "2 h 00 min ago"],
])("F218 what is %i ms old says so: %s", (ms, text) => {
  expect(ageText(ms)).toBe(text);
});

const afternoon = new Date(2026, 2, 5, 14, 5, 9).getTime();

test("times are those of the reader's clock, with the day where it is another", () => {
  expect(clockText(afternoon)).toBe("14:05:09");
  expect(momentText(afternoon, afternoon - hour)).toBe("14:05");
  expect(momentText(afternoon, afternoon - 24 * hour)).toBe("2026-03-05 14:05");
});

test.each([
  [{ why: "usage_limit", until: afternoon }, "usage limit resets at 14:05 (in 2 min 00 s)"],
  [{ why: "pause", until: null }, "paused; `ralph resume` goes on"],
  [{ why: "cooldown", until: afternoon - 3 * minute }, "circuit breaker is open; tries again at 14:02 (now)"],
  [{ why: "the-moon", until: null }, "the-moon"],
])("a wait says for what and how long yet", (waiting, text) => {
  expect(waitingText(waiting, afternoon - 2 * minute)).toBe(text);
});
