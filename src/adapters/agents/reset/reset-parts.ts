import { zoneNamePattern } from "./zone-names.ts";

// Pieces of the patterns that reset times are read by. Every repetition is bounded, so that a long hostile line costs linear time.

/** What a time, a date or a span is said of. */
export const leadPart = String.raw`\b(?:resets?|renews?|refresh(?:es)?|try again|available(?: again)?|retry|(?:come )?back|resumes?|lifts?|expires?|ends?|until|starting)(?:\s{1,4}(?:at|on|by|after|until|from|around))?:?\s{1,4}`;

/** A time of day. `half` is am or pm, `named` midnight or noon. */
export const clockPart = String.raw`(?:(?<hour>\d{1,2})(?::(?<minute>\d{2})(?::(?<second>\d{2}))?)?\s{0,2}(?<half>[ap]\.?m\b\.?)?|(?<named>midnight|noon)\b)`;

/** A zone behind a time: anything in brackets, else a name that is one. */
export const zonePart = String.raw`(?:\s{0,4}\((?<bracketed>(?:[A-Za-z][\w/+-]{0,40})|${zoneNamePattern})\)|\s{0,4}(?<zone>[A-Za-z]{2,20}/[A-Za-z_/-]{2,40}|${zoneNamePattern})(?![\w/]))?`;

const weekdayName = String.raw`(?:sun|mon|tue|wed|thu|fri|sat)[a-z]{0,6}`;
const monthName = String.raw`(?<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?`;
const dayNumber = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`;
const yearPart = String.raw`(?:,?\s{1,4}(?<year>20\d{2})\b)?`;
const beforeDate = String.raw`(?:${weekdayName},?\s{1,4})?`;

/** Days as texts name them; the groups are read by `dateOf`, `weekdayTimeOf` and `dayWordTimeOf`. */
export const dayParts = {
  monthDay: String.raw`${beforeDate}${monthName}\s{1,4}${dayNumber}(?![:\w])${yearPart}`,
  dayMonth: String.raw`${beforeDate}${dayNumber}\s{1,4}${monthName}${yearPart}`,
  american: String.raw`(?<month>\d{1,2})/(?<day>\d{1,2})/(?<year>20\d{2})`,
  iso: String.raw`(?<year>20\d{2})-(?<month>\d{2})-(?<day>\d{2})`,
  weekday: String.raw`(?<weekday>sun|mon|tue|wed|thu|fri|sat)[a-z]{0,6}`,
  word: String.raw`(?<word>today|tonight|tomorrow)`,
} as const;

/** What stands between a day and its time. */
export const jointPart = String.raw`(?:,|\s{1,2}at|,?\s{1,2}at)?\s{1,4}`;

const amount = (name: string): string => String.raw`(?<${name}>\d{1,8}(?:\.\d{1,6})?|\ban?\b)\s{0,2}`;
const end = String.raw`(?![a-z])[\s,]{0,4}(?:and\s{1,4})?`;

/** A span of time: `2 days, 4 hours`, `3h20m`, `37.5s`. At least one of its groups is there where it means something. */
export const spanPart = String.raw`(?:${amount("weeks")}w(?:eeks?|ks?)?${end})?(?:${amount("days")}d(?:ays?)?${end})?(?:${amount("hours")}h(?:(?:ou)?rs?)?${end})?(?:${amount("minutes")}m(?:in(?:ute)?s?)?${end})?(?:${amount("seconds")}s(?:ec(?:ond)?s?)?(?![a-z]))?`;
