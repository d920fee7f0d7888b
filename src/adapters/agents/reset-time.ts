import { resetForms } from "./reset/reset-forms.ts";
import { epochInstant } from "./reset/reset-readings.ts";
import { zoneOf } from "./reset/zone-names.ts";
import { localZone } from "./reset/zoned-time.ts";

/** When a limit ends: the instant in ms (it may lie in the past: retry now), and the zone that had to be assumed, if any. */
export interface ResetTime {
  readonly at: number;
  readonly assumedZone: string | null;
}

/** No provider's limit lasts as long: what lies further ahead was misread, or is a mistake of whoever sent it. */
const farthestMs = 500 * 24 * 3_600_000;
const longestText = 4_000;
/** Waits up to this long are how a service spreads its load. */
const longestPacingMs = 10 * 60_000;

/**
 * Reads when a limit ends from its text, or null: no time said, or one that can't be read (the caller backs off instead).
 * `now` in ms; a zone that is not named is taken to be `local`. An unknown zone, month or date gives null, never a guess.
 */
export function resetTime(text: string, now: number, local: string = localZone()): ResetTime | null {
  const read = readReset(text, now, local);
  return read === null || read.at > now + farthestMs ? null : { at: read.at, assumedZone: read.assumedZone };
}

/** True for a text whose reset is a plan's: by the calendar or the clock, or far away. "Try again in 1s" is pacing. */
export function namesPlanReset(text: string): boolean {
  const read = readReset(text, 0, "UTC");
  return read !== null && read.form !== "ISO 8601 ahead" && Math.abs(read.at) > longestPacingMs;
}

function readReset(text: string, now: number, local: string): (ResetTime & { readonly form: string }) | null {
  const plain = text.slice(0, longestText).replaceAll(/[\u00a0\u2007-\u200a\u202f]/g, " ");
  for (const form of resetForms) {
    const groups = form.pattern.exec(plain)?.groups;
    if (groups === undefined) continue;
    const named = groups["bracketed"] ?? groups["zone"];
    const zone = named === undefined ? local : zoneOf(named);
    if (form.zoned && zone === null) return null;
    const at = form.read(groups, { now, zone: zone ?? "UTC" });
    if (at === null) continue;
    return { at, assumedZone: form.zoned && named === undefined ? local : null, form: form.name };
  }
  return null;
}

/** A stated reset (ISO 8601) where it can be one; null where it is none, no date, or further away than any limit lasts. */
export function credibleReset(resetAt: string | null, now: number): string | null {
  const at = resetAt === null ? Number.NaN : Date.parse(resetAt);
  return Number.isNaN(at) || at > now + farthestMs ? null : resetAt;
}

/** A reset that a program states as an epoch, in seconds or in milliseconds, as ISO 8601; null for a number that can't be one. */
export function resetOfEpoch(epoch: number | null): string | null {
  const at = epoch === null ? null : epochInstant(epoch);
  return at === null ? null : new Date(at).toISOString();
}
