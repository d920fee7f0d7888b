import { clockPart, dayParts, jointPart, leadPart, spanPart, zonePart } from "./reset-parts.ts";
import {
  clockOf,
  dateOf,
  dayWordTimeOf,
  epochInstant,
  type Groups,
  httpDateOf,
  type Moment,
  spanFrom,
  weekdayTimeOf,
} from "./reset-readings.ts";

/** One way of writing a reset time. `read` gives ms, or null where the words fit but say no time. */
export interface ResetForm {
  readonly name: string;
  readonly pattern: RegExp;
  /** Its time is meant in a zone, named or not. */
  readonly zoned: boolean;
  read(groups: Groups, moment: Moment): number | null;
}

const of = (pattern: string): RegExp => new RegExp(pattern, "i");

/** A day behind a lead, with its time or, where that says enough, without. */
const dated = (date: string, time: "needed" | "optional" = "needed"): RegExp =>
  of(`${leadPart}${date}(?:${jointPart}${clockPart})${time === "needed" ? "" : "?"}${zonePart}`);

const isKey = String.raw`["']?\s{0,4}[:=]\s{0,4}["']?`;
const isoTime = String.raw`(?<iso>20\d{2}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s?(?<zone>Z\b|UTC\b|GMT\b|[+-]\d{2}:?\d{2})?`;
/** A time that nothing introduces may be the line's own: only what lies ahead is a reset. */
const leastAhead = 30_000;

const isoOf = (groups: Groups, { zone }: Moment): number | null => {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2}))?/.exec(groups["iso"] ?? "") ?? [];
  return dateOf({ year, month, day, hour, minute, second }, { now: 0, zone });
};

/** The forms in order of trust: machine fields first, then dates, then clocks and spans. The first that can be read decides. */
export const resetForms: readonly ResetForm[] = [
  {
    name: "epoch field",
    pattern: of(
      String.raw`resets?(?:[_-]?(?:at|time|timestamp))?(?:-\w{1,20})?${isKey}(?<epoch>\d{13}|\d{10}(?:\.\d{1,9})?)(?!\d)`,
    ),
    zoned: false,
    read: ({ epoch }) => epochInstant(Number(epoch)),
  },
  {
    name: "milliseconds field",
    pattern: of(
      String.raw`(?:retry[_-]?(?:after|delay)|resets?[_-]?(?:in|after))[_-]?ms${isKey}(?<ms>\d{1,12}(?:\.\d{1,9})?)(?!\d)`,
    ),
    zoned: false,
    read: ({ ms }, { now }) => now + Math.round(Number(ms)),
  },
  {
    name: "seconds field",
    pattern: of(
      String.raw`(?:resets?[_-]?(?:in|after)(?:[_-]?seconds)?|retry[_-]?after(?:[_-]?seconds)?|ratelimit[_-]?reset(?:-\w{1,20})?)${isKey}(?<seconds>\d{1,8}(?:\.\d{1,6})?)(?:["']|s\b|\s{0,4}(?:[,;}\]]|$|\n))`,
    ),
    zoned: false,
    read: spanFrom,
  },
  {
    name: "span field",
    pattern: of(
      String.raw`(?:retry[_-]?delay|reset[_-]?delay|retry[_-]?after|ratelimit[_-]?reset(?:-\w{1,20})?)${isKey}${spanPart}`,
    ),
    zoned: false,
    read: spanFrom,
  },
  {
    name: "HTTP date",
    pattern:
      /retry[_-]?after["']?\s{0,4}[:=]\s{0,4}["']?(?<date>(?:[A-Za-z]{3,9},\s\d{2}[ -][A-Za-z]{3}[ -](?:\d{4}|\d{2})\s\d{2}:\d{2}:\d{2}\sGMT)|(?:[A-Za-z]{3}\s[A-Za-z]{3}\s[\s\d]\d\s\d{2}:\d{2}:\d{2}\s\d{4}))/i,
    zoned: false,
    read: ({ date }) => httpDateOf(date),
  },
  {
    name: "epoch after a pipe",
    pattern: /\|\s{0,4}(?<epoch>\d{13}|\d{10})(?!\d)/,
    zoned: false,
    read: ({ epoch }) => epochInstant(Number(epoch)),
  },
  {
    name: "ISO 8601",
    pattern: of(String.raw`(?:resets?|retry|again|available|until|back|expires?|ends?)[^\d\n]{0,24}${isoTime}`),
    zoned: true,
    read: isoOf,
  },
  {
    name: "ISO 8601 ahead",
    pattern: of(isoTime),
    zoned: true,
    read: (groups, moment) => {
      const at = isoOf(groups, moment);
      return at !== null && at > moment.now + leastAhead ? at : null;
    },
  },
  { name: "ISO day", pattern: dated(dayParts.iso, "optional"), zoned: true, read: dateOf },
  { name: "month and day", pattern: dated(dayParts.monthDay, "optional"), zoned: true, read: dateOf },
  { name: "day and month", pattern: dated(dayParts.dayMonth, "optional"), zoned: true, read: dateOf },
  { name: "American date", pattern: dated(dayParts.american), zoned: true, read: dateOf },
  { name: "weekday", pattern: dated(dayParts.weekday), zoned: true, read: weekdayTimeOf },
  { name: "day in a word", pattern: dated(dayParts.word, "optional"), zoned: true, read: dayWordTimeOf },
  {
    name: "clock before its day",
    pattern: of(`${leadPart}${clockPart}${zonePart}${String.raw`\s{1,4}(?:on\s{1,4})?`}${dayParts.monthDay}`),
    zoned: true,
    read: dateOf,
  },
  {
    name: "span",
    pattern: of(
      String.raw`(?:resets?|try again|retry|available(?: again)?|back|wait|renews?)\s{1,4}(?:(?:in|after|for)\s{1,4})?(?:about\s{1,4})?${spanPart}`,
    ),
    zoned: false,
    read: spanFrom,
  },
  { name: "clock", pattern: of(`${leadPart}${clockPart}${zonePart}`), zoned: true, read: clockOf },
  {
    name: "span by itself",
    pattern: of(String.raw`\bin\s{1,4}(?:about\s{1,4})?(?=[\da])${spanPart}`),
    zoned: false,
    read: spanFrom,
  },
];
