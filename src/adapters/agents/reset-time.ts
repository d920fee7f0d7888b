import { addDays, type Day, dayIn, instantOf, isRealDay, knownZone, localZone, weekdayOf } from "./zoned-time.ts";

/** When a limit ends: the instant in ms (it may lie in the past: retry now), and the zone that had to be assumed, if any. */
export interface ResetTime {
  readonly at: number;
  readonly assumedZone: string | null;
}

interface Moment {
  readonly now: number;
  readonly zone: string;
}

/** One way of writing a reset time. `read` gives ms, or null where the words fit but say no time. */
interface Form {
  readonly name: string;
  readonly pattern: RegExp;
  readonly zoned: boolean;
  read(groups: Readonly<Record<string, string | undefined>>, moment: Moment): number | null;
}

const hour = 3_600_000;
/** A clock that passed less than this ago means: over; it does not mean tomorrow. */
const grace = hour;

// Every repetition below is bounded, so that a long hostile line costs linear time.
const leadPart = String.raw`(?:resets?|reset|try again|available again|retry|back)(?:\s{1,4}(?:at|on|by|after|until))?:?\s{1,4}`;
const clockPart = String.raw`(?<hour>\d{1,2})(?:(?::(?<minute>\d{2}))(?::\d{2})?)?\s{0,2}(?<half>[ap]\.?m\b\.?)?`;
const zonePart = String.raw`(?:\s{0,4}\((?<zone>[A-Za-z][\w/+-]{0,40})\)|\s{1,4}(?<utc>UTC|GMT)\b)?`;
const monthPart = String.raw`(?<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?`;
const monthDayPart = String.raw`${monthPart}\s{1,4}(?<day>\d{1,2})(?:st|nd|rd|th)?(?:,?\s{1,4}(?<year>20\d{2}))?`;
const dayMonthPart = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?\s{1,4}${monthPart}(?:,?\s{1,4}(?<year>20\d{2}))?`;
const weekdayPart = String.raw`(?<weekday>sun|mon|tue|wed|thu|fri|sat)[a-z]{0,6}`;
const jointPart = String.raw`(?:,|\s{1,2}at|,?\s{1,2}at)?\s{1,4}`;

/** The forms in order of trust: machine fields first, then dates, then clocks. The first whose words fit decides. */
const forms: readonly Form[] = [
  {
    name: "epoch field",
    pattern: /["']?resets_?at["']?\s{0,4}[:=]\s{0,4}["']?(?<epoch>\d{10}|\d{13})\b/i,
    zoned: false,
    read: ({ epoch }) => epochOf(epoch),
  },
  {
    name: "seconds field",
    pattern: /["']?resets_in_seconds["']?\s{0,4}[:=]\s{0,4}(?<seconds>\d{1,8})\b/i,
    zoned: false,
    read: ({ seconds }, { now }) => now + Number(seconds) * 1000,
  },
  {
    name: "epoch after a pipe",
    pattern: /\|\s{0,4}(?<epoch>\d{10}|\d{13})\b/,
    zoned: false,
    read: ({ epoch }) => epochOf(epoch),
  },
  {
    name: "ISO 8601",
    pattern: /(?<iso>20\d{2}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?\s?(?:Z|[+-]\d{2}:?\d{2}|UTC\b))/i,
    zoned: false,
    read: ({ iso }) => isoOf(iso),
  },
  {
    name: "month and day",
    pattern: dated(monthDayPart),
    zoned: true,
    read: (groups, moment) => dateOf(groups, moment),
  },
  {
    name: "day and month",
    pattern: dated(dayMonthPart),
    zoned: true,
    read: (groups, moment) => dateOf(groups, moment),
  },
  {
    name: "weekday",
    pattern: dated(weekdayPart),
    zoned: true,
    read: (groups, moment) => weekdayTimeOf(groups, moment),
  },
  {
    name: "duration",
    pattern:
      /(?:resets?|try again|retry|available again)\s{1,4}(?:in|after)\s{1,4}(?:about\s{1,4})?(?:(?<days>\d{1,3})\s{0,2}d(?:ays?)?\b[\s,]{0,4})?(?:(?<hours>\d{1,4})\s{0,2}h(?:(?:ou)?rs?)?\b[\s,]{0,4})?(?:(?<minutes>\d{1,5})\s{0,2}m(?:in(?:ute)?s?)?\b[\s,]{0,4})?(?:(?<seconds>\d{1,7}(?:\.\d{1,6})?)\s{0,2}s(?:ec(?:ond)?s?)?\b)?/i,
    zoned: false,
    read: durationOf,
  },
  {
    name: "clock",
    pattern: new RegExp(`${leadPart}${clockPart}${zonePart}`, "i"),
    zoned: true,
    read: (groups, moment) => clockOf(groups, moment),
  },
];

/** Reads when a limit ends from its text, or null: no time said, or one that can't be read (the caller backs off instead).
 *  `now` in ms; a zone that is not named is taken to be `local`. An unknown zone, month or date gives null, never a guess. */
export function resetTime(text: string, now: number, local: string = localZone()): ResetTime | null {
  for (const form of forms) {
    const groups = form.pattern.exec(text)?.groups;
    if (groups === undefined) continue;
    const named = groups["zone"] ?? groups["utc"];
    const resolved = named === undefined ? local : knownZone(named);
    if (form.zoned && resolved === null) return null;
    const at = form.read(groups, { now, zone: resolved ?? "UTC" });
    if (at === null) continue;
    return { at, assumedZone: form.zoned && named === undefined ? local : null };
  }
  return null;
}

/** An epoch in seconds or milliseconds, told apart by its length; null for anything else. */
function epochOf(text: string | undefined): number | null {
  if (text === undefined || !/^\d{10}$|^\d{13}$/.test(text)) return null;
  return text.length === 10 ? Number(text) * 1000 : Number(text);
}

function dated(date: string): RegExp {
  return new RegExp(`${leadPart}${date}${jointPart}${clockPart}${zonePart}`, "i");
}

function isoOf(iso: string | undefined): number | null {
  const at = Date.parse((iso ?? "").replace(/\s?UTC$/i, "Z").replace(" ", "T"));
  return Number.isNaN(at) ? null : at;
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

type Groups = Readonly<Record<string, string | undefined>>;

function dateOf(groups: Groups, { now, zone }: Moment): number | null {
  const minutes = minutesOf(groups);
  if (minutes === null) return null;
  const month = months.indexOf((groups["month"] ?? "").toLowerCase()) + 1;
  const day = Number(groups["day"]);
  const at = (year: number): number | null =>
    isRealDay({ year, month, day }) ? instantOf(zone, { year, month, day }, minutes) : null;
  if (groups["year"] !== undefined) return at(Number(groups["year"]));
  const thisYear = dayIn(zone, now).year;
  // Without a year the next such day is meant: 1 January, read on 31 December, is tomorrow. Four years reach a 29 February.
  for (let year = thisYear; year <= thisYear + 4; year += 1) {
    const found = at(year);
    if (found !== null && found >= now - 24 * hour) return found;
  }
  return null;
}

function weekdayTimeOf(groups: Groups, { now, zone }: Moment): number | null {
  const minutes = minutesOf(groups);
  if (minutes === null) return null;
  const today = dayIn(zone, now);
  const wanted = weekdays.indexOf((groups["weekday"] ?? "").toLowerCase());
  const ahead = (wanted - weekdayOf(today) + 7) % 7;
  return nextFrom(addDays(today, ahead), 7, minutes, { now, zone });
}

function clockOf(groups: Groups, moment: Moment): number | null {
  const minutes = minutesOf(groups);
  return minutes === null ? null : nextFrom(dayIn(moment.zone, moment.now), 1, minutes, moment);
}

/** The first of the days `day`, `day + step`, … on which the clock has not passed by more than the grace. */
function nextFrom(day: Day, step: number, minutes: number, { now, zone }: Moment): number {
  // Shortly after midnight a clock of 23:50 is the one just past: begin a step earlier.
  for (const start of [addDays(day, -step), day]) {
    const at = instantOf(zone, start, minutes);
    if (at >= now - grace) return at;
  }
  return instantOf(zone, addDays(day, step), minutes);
}

/** Minutes of the day: 12am is 0, 12pm noon, 24:00 the end of the day. A bare number without colon or half is no clock. */
function minutesOf(groups: Groups): number | null {
  const hours = Number(groups["hour"]);
  const minutes = Number(groups["minute"] ?? "0");
  const half = groups["half"]?.[0]?.toLowerCase();
  if (minutes > 59) return null;
  if (half !== undefined)
    return hours < 1 || hours > 12 ? null : ((hours % 12) + (half === "p" ? 12 : 0)) * 60 + minutes;
  if (groups["minute"] === undefined || hours > 24 || (hours === 24 && minutes > 0)) return null;
  return hours * 60 + minutes;
}

function durationOf(groups: Groups, { now }: Moment): number | null {
  const { days, hours, minutes, seconds } = groups;
  if (days === undefined && hours === undefined && minutes === undefined && seconds === undefined) return null;
  const total = Number(days ?? 0) * 24 + Number(hours ?? 0);
  return now + total * hour + Number(minutes ?? 0) * 60_000 + Math.round(Number(seconds ?? 0) * 1000);
}
