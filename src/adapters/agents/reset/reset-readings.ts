import { addDays, type Day, dayIn, instantOf, isRealDay, weekdayOf } from "./zoned-time.ts";

/** The named groups of a pattern. */
export type Groups = Readonly<Record<string, string | undefined>>;

/** When a text is read (ms), and the zone that its times are meant in. */
export interface Moment {
  readonly now: number;
  readonly zone: string;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
/** A clock that passed less than this ago means: over; it does not mean tomorrow. */
const grace = hour;

/** An epoch in seconds or milliseconds, told apart by its size, as ms; null for what can be neither. */
export function epochInstant(value: number): number | null {
  if (!Number.isFinite(value) || value < 1e9 || value >= 1e13) return null;
  return Math.round(value < 1e11 ? value * 1000 : value);
}

/** A date as HTTP headers write it, in any of their three forms; null for a text that is none. */
export function httpDateOf(text: string | undefined): number | null {
  // A year of two digits is of this century here, and asctime means UTC without saying so.
  const written = (text ?? "").replace(/-(\d{2}) (?=\d{2}:)/, "-20$1 ").replaceAll("-", " ");
  const at = Date.parse(/ GMT$/i.test(written) ? written : `${written} GMT`);
  return Number.isNaN(at) ? null : at;
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** The groups `month`, `day` and maybe `year` with a time of day; without one, the day's beginning. Null for no such day. */
export function dateOf(groups: Groups, { now, zone }: Moment): number | null {
  const time = hasClock(groups) ? timeOfDay(groups) : 0;
  if (time === null) return null;
  const written = (groups["month"] ?? "").toLowerCase();
  const month = /^\d/.test(written) ? Number(written) : months.indexOf(written) + 1;
  const date = Number(groups["day"]);
  const at = (year: number): number | null =>
    isRealDay({ year, month, day: date }) ? instantOf(zone, { year, month, day: date }, time) : null;
  if (groups["year"] !== undefined) return at(Number(groups["year"]));
  const thisYear = dayIn(zone, now).year;
  // Without a year the next such day is meant: 1 January, read on 31 December, is tomorrow. Eight years reach a 29 February.
  for (let year = thisYear; year <= thisYear + 8; year += 1) {
    const found = at(year);
    if (found !== null && found >= now - day) return found;
  }
  return null;
}

/** The group `weekday` with a time of day: the next such day on which it has not passed. */
export function weekdayTimeOf(groups: Groups, moment: Moment): number | null {
  const time = timeOfDay(groups);
  if (time === null) return null;
  const today = dayIn(moment.zone, moment.now);
  const wanted = weekdays.indexOf((groups["weekday"] ?? "").toLowerCase());
  const ahead = (wanted - weekdayOf(today) + 7) % 7;
  return nextFrom(addDays(today, ahead), { step: 7, time }, moment);
}

/** The group `word` (today, tomorrow) with a time of day, or with none where the day's beginning says enough. */
export function dayWordTimeOf(groups: Groups, { now, zone }: Moment): number | null {
  const ahead = (groups["word"] ?? "").toLowerCase() === "tomorrow" ? 1 : 0;
  const time = hasClock(groups) ? timeOfDay(groups) : ahead === 1 ? 0 : null;
  return time === null ? null : instantOf(zone, addDays(dayIn(zone, now), ahead), time);
}

/** A time of day alone: the next such time. */
export function clockOf(groups: Groups, moment: Moment): number | null {
  const time = timeOfDay(groups);
  return time === null ? null : nextFrom(dayIn(moment.zone, moment.now), { step: 1, time }, moment);
}

/** The first of the days `from`, `from + step`, … on which the clock has not passed by more than the grace. */
function nextFrom(from: Day, { step, time }: { step: number; time: number }, { now, zone }: Moment): number {
  // Shortly after midnight a clock of 23:50 is the one just past: begin a step earlier.
  for (const start of [addDays(from, -step), from]) {
    const at = instantOf(zone, start, time);
    if (at >= now - grace) return at;
  }
  return instantOf(zone, addDays(from, step), time);
}

const hasClock = (groups: Groups): boolean => groups["hour"] !== undefined || groups["named"] !== undefined;

/** Ms of the day: 12am is 0, 12pm noon, 24:00 the end of the day. A bare number without colon or half is no clock. */
function timeOfDay(groups: Groups): number | null {
  if (groups["named"] !== undefined) return groups["named"].toLowerCase() === "noon" ? 12 * hour : 24 * hour;
  const hours = Number(groups["hour"]);
  const minutes = Number(groups["minute"] ?? "0");
  const seconds = Number(groups["second"] ?? "0");
  const half = groups["half"]?.[0]?.toLowerCase();
  if (minutes > 59 || seconds > 59) return null;
  const within = minutes * minute + seconds * second;
  if (half !== undefined)
    return hours < 1 || hours > 12 ? null : ((hours % 12) + (half === "p" ? 12 : 0)) * hour + within;
  if (groups["minute"] === undefined || hours > 24 || (hours === 24 && within > 0)) return null;
  return hours * hour + within;
}

const units = { weeks: 7 * day, days: day, hours: hour, minutes: minute, seconds: second } as const;

/** A span from now; null where none of its groups is there. */
export function spanFrom(groups: Groups, { now }: Moment): number | null {
  const parts = Object.entries(units).flatMap(([unit, ms]) => {
    const amount = groups[unit];
    return amount === undefined ? [] : [(/^a/i.test(amount) ? 1 : Number(amount)) * ms];
  });
  return parts.length === 0 ? null : now + Math.round(parts.reduce((sum, part) => sum + part, 0));
}
