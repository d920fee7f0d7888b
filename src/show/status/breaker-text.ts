import type { Breaker } from "../../core/stopping/breaker.ts";
import { count, halfOpen, moment, oneLine, rowsOf } from "../text/words.ts";

/** The breaker as scripts read it: counters are numbers, `since` is ISO 8601 or null. */
export const breakerJson = ({ state, since, reason, noProgress, sameError, permissionDenials }: Breaker) => ({
  state,
  since: since === null ? null : new Date(since).toISOString(),
  reason,
  noProgress,
  sameError: sameError?.count ?? 0,
  permissionDenials,
});

const whenOpen = "A start by hand tries again at once; `ralph breaker reset` closes it.";

/** The breaker for people: how it stands, since when, why, and what it counts. */
export function breakerText({ state, since, reason, noProgress, sameError, permissionDenials }: Breaker): string {
  const lines = rowsOf([
    ["since", since === null ? null : moment(since)],
    ["because of", reason === null ? null : oneLine(reason)],
    ["no progress", `${count(noProgress, "iteration")} in a row`],
    [
      "same error",
      sameError === null ? "none" : `${count(sameError.count, "time")}: ${oneLine(sameError.fingerprint)}`,
    ],
    ["denials", `${count(permissionDenials, "iteration")} in a row`],
  ]);
  const advice = { closed: [], "half-open": ["", `Half-open: ${halfOpen}.`], open: ["", whenOpen] }[state];
  return `${[`The breaker is ${state}.`, ...lines, ...advice].join("\n")}\n`;
}
