import { kindOf } from "../outcome-kind.ts";
import type { CallOutcome } from "../outcome.ts";

const rules: readonly (readonly [RegExp, string])[] = [
  // eslint-disable-next-line no-control-regex
  [/\u001b\[[0-9;]*[A-Za-z]/g, ""],
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?(Z|[+-]\d\d:?\d\d)?/g, "<time>"],
  [/\b\d{1,2}:\d\d(:\d\d)?\b/g, "<time>"],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, "<id>"],
  [/(?:[A-Za-z]:)?[\\/](?:[\w.@~+-]+[\\/])*[\w.@~+-]+/g, "<path>"],
  [/\b(?:0x)?[0-9a-f]{7,40}\b/gi, "<id>"],
  [/\b(?:req|msg|toolu|call|session)_\w+\b/g, "<id>"],
  [/\d+/g, "#"],
  [/\s+/g, " "],
];

const maxInput = 4_000;
const maxLength = 200;

/** What stays of an error when paths, numbers, times, ids and colours are taken away; null for outcomes that are no error of the agent. */
export function fingerprintOf(outcome: CallOutcome, message: string | null): string | null {
  if (kindOf(outcome) !== "failure") return null;
  const text = rules.reduce(
    (rest, [pattern, word]) => rest.replaceAll(pattern, word),
    (message ?? "").slice(-maxInput),
  );
  return `${outcome}: ${text.trim().slice(-maxLength)}`;
}
