import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { systemClock } from "./clock.ts";

const start = Date.parse("2026-11-30T12:00:00Z");
const hour = 3_600_000;

beforeEach(() => void vi.useFakeTimers({ now: start }));
afterEach(() => void vi.useRealTimers());

async function isOver(wait: Promise<void>): Promise<boolean> {
  const over = vi.fn<() => void>();
  void wait.then(over);
  await vi.advanceTimersByTimeAsync(0);
  return over.mock.calls.length > 0;
}

test("F193 a machine that was suspended over a wait goes on within a second of waking up", async () => {
  const wait = systemClock.sleepUntil(start + hour / 2, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(2_000);
  vi.setSystemTime(start + 4 * hour);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await isOver(wait)).toBe(true);
});

test("F194 a clock that was set back makes a wait longer, never shorter", async () => {
  const wait = systemClock.sleepUntil(start + 5_000, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(2_000);
  vi.setSystemTime(start - hour);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await isOver(wait)).toBe(false);
  await vi.advanceTimersByTimeAsync(hour);
  expect(await isOver(wait)).toBe(true);
});

test("a wait ends when it is aborted, and at once where its time has passed", async () => {
  const stop = new AbortController();
  const wait = systemClock.sleepUntil(start + hour, stop.signal);
  expect(await isOver(wait)).toBe(false);
  stop.abort();
  expect(await isOver(wait)).toBe(true);
  expect(await isOver(systemClock.sleepUntil(start - 1, new AbortController().signal))).toBe(true);
});
