import { describe, expect, test } from "vitest";
import { namesPlanReset, resetOfEpoch, resetTime } from "./reset-time.ts";
import { cpuMsOf } from "../../testing/cpu-time.ts";

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

const noon = "2026-11-30T12:00:00Z";

/** Forms of every vendor, read at noon UTC on Monday, 30 November 2026. */
const vendorForms: readonly (readonly [string, string | null])[] = [
  // Fields of JSON bodies and headers.
  ['{"error":{"type":"usage_limit_reached","resets_at":1796050000.5}}', "2026-11-30T14:46:40.500Z"],
  ['{"rate_limit_info":{"status":"rejected","resetsAt":1796050000}}', "2026-11-30T14:46:40.000Z"],
  ["anthropic-ratelimit-unified-reset: 1796050000", "2026-11-30T14:46:40.000Z"],
  ["anthropic-ratelimit-requests-reset: 2026-11-30T14:00:00Z", "2026-11-30T14:00:00.000Z"],
  ["x-ratelimit-reset: 1796050000", "2026-11-30T14:46:40.000Z"],
  ["x-ratelimit-reset-requests: 6m0s", "2026-11-30T12:06:00.000Z"],
  ["x-ratelimit-reset-tokens: 90", "2026-11-30T12:01:30.000Z"],
  ['{"retry_after_seconds": 7200}', "2026-11-30T14:00:00.000Z"],
  ['{"resetsInSeconds":7200,"x":1}', "2026-11-30T14:00:00.000Z"],
  ["429 Too Many Requests, retry-after: 3600", "2026-11-30T13:00:00.000Z"],
  ['{"headers":{"retry-after":"3600"}}', "2026-11-30T13:00:00.000Z"],
  ['{"retry-after-ms":"90500"}', "2026-11-30T12:01:30.500Z"],
  ["retryDelayMs: 5000", "2026-11-30T12:00:05.000Z"],
  ["Retry-After: Mon, 30 Nov 2026 18:30:00 GMT", "2026-11-30T18:30:00.000Z"],
  ["Retry-After: Monday, 30-Nov-26 18:30:00 GMT", "2026-11-30T18:30:00.000Z"],
  ["Retry-After: Mon Nov 30 18:30:00 2026", "2026-11-30T18:30:00.000Z"],
  ['{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"37.5s"}', "2026-11-30T12:00:37.500Z"],
  ['{"quotaResetDelay":"18h23m10.5s"}', "2026-12-01T06:23:10.500Z"],
  ['{"quotaResetTimeStamp":"2026-12-01T06:23:10Z"}', "2026-12-01T06:23:10.000Z"],
  // Claude Code.
  ["You've hit your limit · resets 3pm (UTC)", "2026-11-30T15:00:00.000Z"],
  ["5-hour limit reached ∙ resets 3pm", "2026-11-30T15:00:00.000Z"],
  ["Your limit will reset at 3pm (America/New_York).", "2026-11-30T20:00:00.000Z"],
  ["Weekly limit reached ∙ resets Dec 3, 9am (Europe/Zurich)", "2026-12-03T08:00:00.000Z"],
  ["You've hit your weekly limit · resets Thursday 9:30am (UTC)", "2026-12-03T09:30:00.000Z"],
  ["You've hit your Opus limit · resets in 3 h 20 min", "2026-11-30T15:20:00.000Z"],
  // Codex.
  [
    "You’ve hit your usage limit. Upgrade to Pro (https://x.invalid) or try again at 6:30 PM.",
    "2026-11-30T18:30:00.000Z",
  ],
  ["try again at Dec 2nd, 2026 12:27 AM.", "2026-12-02T00:27:00.000Z"],
  ["Try again in 3 days 5 hours 12 minutes.", "2026-12-03T17:12:00.000Z"],
  ["try again at 6:30:45\u202fPM", "2026-11-30T18:30:45.000Z"],
  // Gemini and Qwen.
  ["Your quota will reset after 18h23m10s.", "2026-12-01T06:23:10.000Z"],
  ["Please retry in 37.507s.", "2026-11-30T12:00:37.507Z"],
  ["Quota resets at midnight Pacific Time", "2026-12-01T08:00:00.000Z"],
  ["Free quota exhausted, resets at 00:00 UTC+8", "2026-11-30T16:00:00.000Z"],
  // Copilot and OpenCode.
  ["Your premium requests reset on December 1, 2026.", "2026-12-01T00:00:00.000Z"],
  ["Monthly quota exceeded. Resets on 2026-12-01.", "2026-12-01T00:00:00.000Z"],
  ["Please wait 45 minutes and try again", "2026-11-30T12:45:00.000Z"],
  ["Rate limit reached. Come back in an hour", "2026-11-30T13:00:00.000Z"],
  ["Usage limit reached; available again tomorrow at 9:00 (UTC)", "2026-12-01T09:00:00.000Z"],
  ["Limit reached, resets tomorrow", "2026-12-01T00:00:00.000Z"],
  ["resets at 3pm on Dec 2 (UTC)", "2026-12-02T15:00:00.000Z"],
  ["resets 12/1/2026, 3:00:00 PM", "2026-12-01T15:00:00.000Z"],
  ["Access is limited until 15:30 CET", "2026-11-30T14:30:00.000Z"],
  ["resets Mon, Dec 7 at 9am (UTC)", "2026-12-07T09:00:00.000Z"],
  ["try again in 1.5 hours", "2026-11-30T13:30:00.000Z"],
  ["try again in 2 weeks", "2026-12-14T12:00:00.000Z"],
  // Zones in letters: winter time is winter time, `PT` what the day makes of it.
  ["resets 3pm PST", "2026-11-30T23:00:00.000Z"],
  ["resets 3pm (PT)", "2026-11-30T23:00:00.000Z"],
  ["resets 3pm EDT", "2026-11-30T19:00:00.000Z"],
  ["resets 3pm JST", "2026-12-01T06:00:00.000Z"],
  ["resets 3pm (GMT+2)", "2026-11-30T13:00:00.000Z"],
  ["resets 3:00 PM +05:30", "2026-12-01T09:30:00.000Z"],
  // Nothing to be read, or nonsense.
  ["This request would exceed your organization's rate limit of 30,000 input tokens per minute.", null],
  ["Please wait and try again later.", null],
  ["try again in a few minutes", null],
  ["resets 25:00 (UTC)", null],
  ["resets 3:75pm (UTC)", null],
  ["resets Dec 32, 9am (UTC)", null],
  ["resets 13/13/2026, 3:00 PM", null],
  ["resets 3pm (GMT+99)", null],
  ["usage limit reached|9999999999", null],
  ['{"resets_at":9999999999999}', null],
  ['{"resets_at":12}', null],
  ["resets in 999999 days", null],
  ["2026-11-30T11:59:58.000Z ERROR usage limit reached", null],
  ["", null],
];

describe("reset times of every vendor", () => {
  test.each(vendorForms)("%s", (text, expected) => {
    expect(read(text, noon)).toBe(expected);
  });

  test("a reset far away, or by the clock, is a plan's; a few seconds are pacing", () => {
    expect(namesPlanReset("429 · resets 3pm (UTC)")).toBe(true);
    expect(namesPlanReset("try again in 5 hours")).toBe(true);
    expect(namesPlanReset("Please try again in 1s.")).toBe(false);
    expect(namesPlanReset("rate limit of 30,000 input tokens per minute")).toBe(false);
    expect(namesPlanReset("2026-11-30T11:59:58.000Z ERROR 429")).toBe(false);
  });

  test("a stated epoch is read in seconds and in milliseconds, and nonsense gives nothing", () => {
    expect(resetOfEpoch(1_796_050_000)).toBe("2026-11-30T14:46:40.000Z");
    expect(resetOfEpoch(1_796_050_000_000)).toBe("2026-11-30T14:46:40.000Z");
    expect([null, Number.NaN, -1, 0, 12, 1e30].map(resetOfEpoch)).toEqual([null, null, null, null, null, null]);
  });
});

describe("reset times", () => {
  test.each(rows)("$id: $text", ({ text, now, at, local }) => {
    expect(read(text, now, local)).toBe(at);
  });

  test("F074 the zone that had to be assumed is said; a named one is not", () => {
    expect(resetTime("resets 3pm", 0, "Asia/Tokyo")?.assumedZone).toBe("Asia/Tokyo");
    expect(resetTime("resets 3pm (Asia/Tokyo)", 0, "UTC")?.assumedZone).toBeNull();
    expect(resetTime("reached|1753088400", 1_753_000_000_000, "UTC")?.assumedZone).toBeNull();
  });

  test("F187 F190 the host's own zone plays no part where one is named", () => {
    const text = "resets 7am (Europe/Zurich)";
    const zones = ["UTC", "Asia/Tokyo", "America/Los_Angeles", "Pacific/Kiritimati"];
    expect(new Set(zones.map((zone) => read(text, "2026-07-10T00:00:00Z", zone)))).toEqual(
      new Set(["2026-07-10T05:00:00.000Z"]),
    );
  });

  test.each(["resets ".repeat(200_000), `resets ${" ".repeat(1_000_000)}`, `try again in ${"1 ".repeat(500_000)}`])(
    "a long hostile line costs little: %.20s…",
    async (line) => {
      expect(await cpuMsOf(() => resetTime(line, 0, "UTC"))).toBeLessThan(3_000);
    },
  );
});
