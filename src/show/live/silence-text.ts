import type { Activity } from "./activity.ts";
import { ageText, spanText } from "../text/time-text.ts";

/** So long an agent may say nothing before it is worth a word. */
export const staleAfterMs = 60_000;

/**
 * What an agent that says nothing is seen to do all the same, and how long it may go on so: an agent is silent while it waits for
 * its provider or a command. Empty where there is nothing to add. Times in ms since 1970; `idleMs` 0: no bound.
 */
export function silenceText({ last, heardAt, startedAt, signs }: Activity, idleMs: number, now: number): string {
  const said = last?.at ?? startedAt;
  const seen = [
    ["last sign of life", Math.max(heardAt, signs.output ?? 0)],
    ["computing", signs.cpu ?? 0],
    ["files changed", signs.files ?? 0],
  ] as const;
  const [label, at] = seen.toSorted(([, one], [, other]) => other - one)[0] ?? ["", 0];
  const quiet = now - Math.max(at, said);
  return [
    at > said ? `${label} ${ageText(now - at)}` : "",
    quiet >= staleAfterMs && idleMs > 0 ? `ended as idle in ${spanText(idleMs - quiet)}` : "",
  ]
    .filter((words) => words !== "")
    .join(", ");
}
