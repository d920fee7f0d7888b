// A zone is a name that Intl knows, or an offset from UTC written as `+hh:mm`.

/** A calendar day of the Gregorian calendar; `month` counts from 1. */
export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const minute = 60_000;

/** The host's own zone; follows TZ. */
export const localZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The calendar day on which `instant` (ms) falls in the zone. */
export function dayIn(zone: string, instant: number): Day {
  const { year, month, day } = wallClock(zone, instant);
  return { year, month, day };
}

/** The day `count` days later. */
export function addDays({ year, month, day }: Day, count: number): Day {
  const later = new Date(Date.UTC(year, month - 1, day + count));
  return { year: later.getUTCFullYear(), month: later.getUTCMonth() + 1, day: later.getUTCDate() };
}

/** True for a day that the calendar has: 29 February only in leap years. */
export function isRealDay({ year, month, day }: Day): boolean {
  const read = new Date(Date.UTC(year, month - 1, day));
  return read.getUTCMonth() === month - 1 && read.getUTCDate() === day;
}

/** 0 is Sunday. */
export const weekdayOf = ({ year, month, day }: Day): number => new Date(Date.UTC(year, month - 1, day)).getUTCDay();

/** The instant (ms) at which the zone's clocks show this time; in a spring gap the time an hour on, in autumn the first. */
export function instantOf(zone: string, { year, month, day }: Day, msOfDay: number): number {
  const asIfUtc = Date.UTC(year, month - 1, day) + msOfDay;
  const before = asIfUtc - offset(zone, asIfUtc - 24 * 60 * minute);
  if (before + offset(zone, before) === asIfUtc) return before;
  const after = asIfUtc - offset(zone, asIfUtc + 24 * 60 * minute);
  return after + offset(zone, after) === asIfUtc ? after : before;
}

/** How far the zone's clocks are ahead of UTC at the instant, in ms. */
function offset(zone: string, instant: number): number {
  const fixed = fixedOffset(zone);
  if (fixed !== null) return fixed;
  const { year, month, day, minutesOfDay } = wallClock(zone, instant);
  const shown = Date.UTC(year, month - 1, day) + minutesOfDay * minute;
  return shown - Math.floor(instant / minute) * minute;
}

/** The offset of a zone that is written as one, `+hh:mm`; null for a name. */
function fixedOffset(zone: string): number | null {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):(\d{2})$/.exec(zone) ?? [];
  if (hours === undefined) return null;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minute;
}

function wallClock(zone: string, instant: number): Day & { readonly minutesOfDay: number } {
  const fixed = fixedOffset(zone);
  if (fixed !== null) return wallClock("UTC", instant + fixed);
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  }).formatToParts(instant);
  const number = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((part) => part.type === type)?.value ?? "0");
  return {
    year: number("year"),
    month: number("month"),
    day: number("day"),
    minutesOfDay: number("hour") * 60 + number("minute"),
  };
}
