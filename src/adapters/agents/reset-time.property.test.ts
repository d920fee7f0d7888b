import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { resetTime } from "./reset-time.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const zones = [
  "UTC",
  "Europe/Zurich",
  "America/New_York",
  "America/Los_Angeles",
  "Asia/Tokyo",
  "Asia/Kolkata",
  "Australia/Melbourne",
  "Pacific/Kiritimati",
] as const;
const zone = fc.constantFrom(...zones);
/** Full minutes of some years, over every change of the clocks. */
const moment = fc
  .integer({ min: Date.UTC(2025, 0, 1) / minute, max: Date.UTC(2029, 0, 1) / minute })
  .map((minutes) => minutes * minute);
const ahead = (most: number): fc.Arbitrary<number> => fc.integer({ min: 1, max: most / minute }).map((m) => m * minute);

const written = (at: number, timeZone: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat("en-US", { timeZone, ...options }).format(at);

/** A clock that shows the same time twice in autumn can mean either: the first is taken. */
const sameClock = (one: number | undefined, other: number, timeZone: string): void => {
  const clock = { dateStyle: "medium", timeStyle: "short" } as const;
  expect(one === undefined ? null : written(one, timeZone, clock)).toBe(written(other, timeZone, clock));
};

describe("reset times, whatever the moment", () => {
  test("a clock as Intl writes it, in any zone, is the next such time", () => {
    fc.assert(
      fc.property(moment, zone, ahead(22 * hour), (now, where, wait) => {
        const at = now + wait;
        const read = resetTime(`resets ${written(at, where, { timeStyle: "short" })} (${where})`, now, "UTC");
        sameClock(read?.at, at, where);
        expect(read?.assumedZone).toBeNull();
      }),
    );
  });

  test("a clock without a day is never further away than a day, nor passed by more than an hour", () => {
    fc.assert(
      fc.property(
        moment,
        zone,
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: 0, max: 59 }),
        (now, where, h, m) => {
          const read = resetTime(`try again at ${h}:${String(m).padStart(2, "0")}`, now, where);
          expect(read?.assumedZone).toBe(where);
          // The day on which clocks change is an hour longer.
          expect(read?.at).toBeGreaterThanOrEqual(now - hour);
          expect(read?.at).toBeLessThanOrEqual(now + day + hour);
        },
      ),
    );
  });

  test("a date with its year is that date, whenever it is read", () => {
    fc.assert(
      fc.property(moment, zone, fc.integer({ min: -300, max: 300 }), (now, where, days) => {
        const at = now + days * day;
        const text = `try again at ${written(at, where, { dateStyle: "medium" })} ${written(at, where, { timeStyle: "short" })} (${where})`;
        sameClock(resetTime(text, now, "UTC")?.at, at, where);
      }),
    );
  });

  test("a date without a year is the next such day", () => {
    fc.assert(
      fc.property(moment, zone, ahead(360 * day), (now, where, wait) => {
        const at = now + wait;
        const date = written(at, where, { month: "short", day: "numeric" });
        const text = `resets ${date}, ${written(at, where, { timeStyle: "short" })} (${where})`;
        sameClock(resetTime(text, now, "UTC")?.at, at, where);
      }),
    );
  });

  test("a span is added to now, to the second", () => {
    fc.assert(
      fc.property(moment, fc.nat({ max: 20 * 24 * 3_600 }), (now, seconds) => {
        const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60] as const;
        for (const text of [
          `resets in ${parts[0]} h ${parts[1]} min ${parts[2]} s`,
          `Please retry in ${parts[0]}h${parts[1]}m${parts[2]}s.`,
          `Try again in ${parts[0]} hours, ${parts[1]} minutes and ${parts[2]} seconds`,
          `retry-after: ${seconds}`,
        ])
          expect(resetTime(text, now, "UTC")).toEqual({ at: now + seconds * 1_000, assumedZone: null });
      }),
    );
  });

  test("an epoch and an ISO time are what they say, in seconds and in milliseconds", () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: -400, max: 400 }), (now, days) => {
        const at = now + days * day;
        const iso = new Date(at).toISOString();
        for (const text of [
          `reached|${at / 1_000}`,
          `{"resets_at":${at}}`,
          `resets at ${iso}`,
          `Retry-After: ${new Date(at).toUTCString()}`,
        ])
          expect(resetTime(text, now, "Asia/Tokyo")).toEqual({ at, assumedZone: null });
      }),
    );
  });

  test("no text makes it throw, and what it reads is a time within the next years or null", () => {
    const word = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom(
        "resets",
        "try again",
        "at",
        "in",
        "3pm",
        "Dec",
        "(",
        ")",
        ":",
        "|",
        "h",
        "UTC",
        "T",
        "resets_at=",
        "until",
        "+",
        "Mon",
      ),
      fc.nat({ max: 99_999_999_999_999 }).map(String),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), fc.constantFrom(" ", ""), moment, (words, joint, now) => {
        const read = resetTime(words.join(joint), now, "Europe/Zurich");
        if (read === null) return;
        expect(Number.isFinite(read.at)).toBe(true);
        expect(read.at).toBeLessThanOrEqual(now + 500 * day);
      }),
      { numRuns: 1_000 },
    );
  });
});
