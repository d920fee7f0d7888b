import { describe, expect, test } from "vitest";
import { resetTime } from "./reset-time.ts";

const read = (text: string, now: string, local = "UTC"): string | null => {
  const found = resetTime(text, Date.parse(now), local);
  return found === null ? null : new Date(found.at).toISOString();
};

interface Row {
  readonly id: string;
  readonly text: string;
  readonly now: string;
  readonly at: string | null;
  readonly local?: string;
}

const rows: readonly Row[] = [
  {
    id: "F070",
    text: "You've hit your session limit · resets 4:20am (Europe/Warsaw)",
    now: "2026-11-30T01:00:00Z",
    at: "2026-11-30T03:20:00.000Z",
  },
  { id: "F071", text: "Weekly limit reached\nresets 9am", now: "2026-11-30T01:00:00Z", at: "2026-11-30T09:00:00.000Z" },
  {
    id: "F073 seconds",
    text: "Claude AI usage limit reached|1753088400",
    now: "2026-11-30T00:00:00Z",
    at: "2025-07-21T09:00:00.000Z",
  },
  {
    id: "F073 milliseconds",
    text: "Claude AI usage limit reached|1753088400000",
    now: "2026-11-30T00:00:00Z",
    at: "2025-07-21T09:00:00.000Z",
  },
  {
    id: "F074",
    text: "Claude Max usage limit reached. Your limit will reset at 12am.",
    now: "2026-11-30T10:00:00Z",
    at: "2026-11-30T15:00:00.000Z",
    local: "Asia/Tokyo",
  },
  {
    id: "F077",
    text: "You've hit your limit · resets 1pm (Europe/Lisbon)",
    now: "2026-11-30T10:00:00Z",
    at: "2026-11-30T13:00:00.000Z",
  },
  {
    id: "F079",
    text: "You've hit your usage limit. Upgrade, or try again at 12:16 PM.",
    now: "2026-11-30T10:00:00Z",
    at: "2026-11-30T12:16:00.000Z",
  },
  {
    id: "F080",
    text: "or try again at Jun 11th, 2026 12:27 AM.",
    now: "2026-06-09T20:00:00Z",
    at: "2026-06-11T00:27:00.000Z",
  },
  {
    id: "F082 epoch",
    text: '{"error":{"type":"usage_limit_reached","resets_at":1777936568,"resets_in_seconds":13872}}',
    now: "2026-05-04T00:00:00Z",
    at: "2026-05-04T23:16:08.000Z",
  },
  {
    id: "F082 seconds",
    text: '{"error":{"resets_in_seconds":13872}}',
    now: "2026-05-04T00:00:00Z",
    at: "2026-05-04T03:51:12.000Z",
  },
  {
    id: "F083 clock just past",
    text: "try again at 2:05 PM.",
    now: "2026-11-30T14:06:00Z",
    at: "2026-11-30T14:05:00.000Z",
  },
  {
    id: "F083 no time",
    text: "You've hit your usage limit. Please try again later.",
    now: "2026-11-30T14:06:00Z",
    at: null,
  },
  {
    id: "F187 Warsaw",
    text: "resets 10pm (Europe/Warsaw)",
    now: "2026-07-10T17:49:00Z",
    at: "2026-07-10T20:00:00.000Z",
  },
  {
    id: "F187 Melbourne",
    text: "resets 11:40pm (Australia/Melbourne)",
    now: "2026-07-10T00:02:00Z",
    at: "2026-07-10T13:40:00.000Z",
  },
  { id: "F188", text: "resets 10am (Europe/Zurich)", now: "2026-07-10T08:03:00Z", at: "2026-07-10T08:00:00.000Z" },
  {
    id: "F188 after the grace",
    text: "resets 10am (Europe/Zurich)",
    now: "2026-07-10T09:01:00Z",
    at: "2026-07-11T08:00:00.000Z",
  },
  {
    id: "F188 over midnight",
    text: "resets 11:50pm (UTC)",
    now: "2026-07-10T00:03:00Z",
    at: "2026-07-09T23:50:00.000Z",
  },
  {
    id: "F190 summer",
    text: "resets 7am (Europe/Zurich)",
    now: "2026-07-10T00:00:00Z",
    at: "2026-07-10T05:00:00.000Z",
  },
  {
    id: "F190 winter",
    text: "resets 7am (Europe/Zurich)",
    now: "2026-01-10T00:00:00Z",
    at: "2026-01-10T06:00:00.000Z",
  },
  {
    id: "V037 year roll",
    text: "resets Jan 1, 1am (UTC)",
    now: "2026-12-31T20:00:00Z",
    at: "2027-01-01T01:00:00.000Z",
  },
  {
    id: "V037 leap day",
    text: "resets Feb 29, 1am (UTC)",
    now: "2026-12-31T20:00:00Z",
    at: "2028-02-29T01:00:00.000Z",
  },
  { id: "V037 no such day", text: "resets Feb 30, 1am (UTC)", now: "2026-12-31T20:00:00Z", at: null },
  { id: "V037 other language", text: "resets 1. Januar, 1:00 (UTC)", now: "2026-12-31T20:00:00Z", at: null },
  { id: "V038 unknown zone", text: "resets 3pm (Mars/Base)", now: "2026-12-31T20:00:00Z", at: null },
  { id: "V038 12am", text: "resets 12am (UTC)", now: "2026-11-30T10:00:00Z", at: "2026-12-01T00:00:00.000Z" },
  { id: "V038 12pm", text: "resets 12pm (UTC)", now: "2026-11-30T10:00:00Z", at: "2026-11-30T12:00:00.000Z" },
  { id: "V038 0:00", text: "resets 0:00 (UTC)", now: "2026-11-30T10:00:00Z", at: "2026-12-01T00:00:00.000Z" },
  { id: "V038 24:00", text: "resets 24:00 (UTC)", now: "2026-11-30T10:00:00Z", at: "2026-12-01T00:00:00.000Z" },
  { id: "13pm is no clock", text: "resets 13pm (UTC)", now: "2026-11-30T10:00:00Z", at: null },
  { id: "a bare number is no clock", text: "resets 7 (UTC)", now: "2026-11-30T10:00:00Z", at: null },
  {
    id: "spring gap",
    text: "resets 2:30am (Europe/Berlin)",
    now: "2026-03-28T23:30:00Z",
    at: "2026-03-29T01:30:00.000Z",
  },
  {
    id: "autumn, the first of two",
    text: "resets 2:30am (Europe/Berlin)",
    now: "2026-10-24T22:30:00Z",
    at: "2026-10-25T00:30:00.000Z",
  },
  {
    id: "across the change",
    text: "resets 7am (America/New_York)",
    now: "2026-10-31T22:00:00Z",
    at: "2026-11-01T12:00:00.000Z",
  },
  {
    id: "month without comma",
    text: "resets Oct 7 at 9am (Europe/Zurich)",
    now: "2026-10-05T10:00:00Z",
    at: "2026-10-07T07:00:00.000Z",
  },
  {
    id: "day before month",
    text: "resets 7 October 2026, 9:30 UTC",
    now: "2026-10-05T10:00:00Z",
    at: "2026-10-07T09:30:00.000Z",
  },
  { id: "weekday", text: "resets Mon 9am (UTC)", now: "2026-11-28T10:00:00Z", at: "2026-11-30T09:00:00.000Z" },
  {
    id: "weekday of today, passed",
    text: "resets Monday at 9am (UTC)",
    now: "2026-11-30T12:00:00Z",
    at: "2026-12-07T09:00:00.000Z",
  },
  {
    id: "ISO",
    text: "limit until 2026-12-01T03:00:00+01:00",
    now: "2026-11-30T12:00:00Z",
    at: "2026-12-01T02:00:00.000Z",
  },
  {
    id: "ISO with a blank",
    text: "quota resets at 2026-12-01 03:00:00 UTC",
    now: "2026-11-30T12:00:00Z",
    at: "2026-12-01T03:00:00.000Z",
  },
  {
    id: "duration",
    text: "Your quota will reset after 2h 15m 7s.",
    now: "2026-11-30T12:00:00Z",
    at: "2026-11-30T14:15:07.000Z",
  },
  {
    id: "duration in words",
    text: "Try again in 3 hours 20 minutes",
    now: "2026-11-30T12:00:00Z",
    at: "2026-11-30T15:20:00.000Z",
  },
  { id: "days", text: "try again in 2 days, 4 hours", now: "2026-11-30T12:00:00Z", at: "2026-12-02T16:00:00.000Z" },
];

describe("reset times", () => {
  test.each(rows)("$id: $text", ({ text, now, at, local }) => {
    expect(read(text, now, local)).toBe(at);
  });

  test("F074 the zone that had to be assumed is said; a named one is not", () => {
    expect(resetTime("resets 3pm", 0, "Asia/Tokyo")?.assumedZone).toBe("Asia/Tokyo");
    expect(resetTime("resets 3pm (Asia/Tokyo)", 0, "UTC")?.assumedZone).toBeNull();
    expect(resetTime("reached|1753088400", 0, "UTC")?.assumedZone).toBeNull();
  });

  test("F187 F190 the host's own zone plays no part where one is named", () => {
    const text = "resets 7am (Europe/Zurich)";
    const zones = ["UTC", "Asia/Tokyo", "America/Los_Angeles", "Pacific/Kiritimati"];
    expect(new Set(zones.map((zone) => read(text, "2026-07-10T00:00:00Z", zone)))).toEqual(
      new Set(["2026-07-10T05:00:00.000Z"]),
    );
  });

  test("a long hostile line costs little", () => {
    const started = performance.now();
    resetTime("resets ".repeat(200_000), 0, "UTC");
    resetTime(`resets ${" ".repeat(1_000_000)}`, 0, "UTC");
    resetTime(`try again in ${"1 ".repeat(500_000)}`, 0, "UTC");
    expect(performance.now() - started).toBeLessThan(3000);
  });
});
