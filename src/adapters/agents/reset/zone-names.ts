/**
 * What people write for a zone that is no name of the IANA's: an offset where the letters mean one (`PST` is winter time, whatever
 * the day), a zone where they leave it to the day (`PT`). Of letters with several meanings the providers' own is taken.
 */
const byLetters: Readonly<Record<string, string>> = {
  UTC: "UTC",
  GMT: "UTC",
  Z: "UTC",
  HST: "-10:00",
  AKT: "America/Anchorage",
  AKST: "-09:00",
  AKDT: "-08:00",
  PT: "America/Los_Angeles",
  PST: "-08:00",
  PDT: "-07:00",
  MT: "America/Denver",
  MST: "-07:00",
  MDT: "-06:00",
  CT: "America/Chicago",
  CST: "-06:00",
  CDT: "-05:00",
  ET: "America/New_York",
  EST: "-05:00",
  EDT: "-04:00",
  BRT: "-03:00",
  WET: "+00:00",
  WEST: "+01:00",
  BST: "+01:00",
  CET: "+01:00",
  CEST: "+02:00",
  EET: "+02:00",
  EEST: "+03:00",
  MSK: "+03:00",
  IST: "+05:30",
  SGT: "+08:00",
  HKT: "+08:00",
  AWST: "+08:00",
  JST: "+09:00",
  KST: "+09:00",
  AEST: "+10:00",
  AEDT: "+11:00",
  NZST: "+12:00",
  NZDT: "+13:00",
};

const byWords: Readonly<Record<string, string>> = {
  pacific: "America/Los_Angeles",
  mountain: "America/Denver",
  central: "America/Chicago",
  eastern: "America/New_York",
};

/** A pattern of every name but those of the IANA, for use within another pattern; without groups of its own. */
export const zoneNamePattern = String.raw`(?:(?:UTC|GMT)\s?[+-]\d{1,2}(?::?[0-5]\d)?|[+-][01]\d:[0-5]\d|(?:pacific|mountain|central|eastern)(?:\s(?:standard|daylight))?\stime|${Object.keys(
  byLetters,
)
  .toSorted((one, other) => other.length - one.length)
  .join("|")})`;

/** The zone that a name stands for: `UTC`, a name of the IANA's or an offset `+hh:mm`; null for a name that nobody knows. */
export function zoneOf(written: string): string | null {
  const name = written.trim();
  const letters = byLetters[name.toUpperCase()];
  if (letters !== undefined) return letters;
  const words = byWords[name.toLowerCase().split(/\s/)[0] ?? ""];
  if (words !== undefined && /\stime$/i.test(name)) return words;
  return offsetOf(name) ?? knownZone(name);
}

function offsetOf(name: string): string | null {
  const groups = /^(?:UTC|GMT)?\s?(?<sign>[+-])(?<hours>\d{1,2})(?::?(?<minutes>[0-5]\d))?$/i.exec(name)?.groups;
  if (groups === undefined || Number(groups["hours"]) > 14) return null;
  return `${groups["sign"]}${(groups["hours"] ?? "").padStart(2, "0")}:${groups["minutes"] ?? "00"}`;
}

function knownZone(name: string): string | null {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
