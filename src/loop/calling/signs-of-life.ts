import type { ProcessActivity } from "../../ports/processes.ts";

const kinds = [
  ["output", "output"],
  ["cpu", "CPU time"],
  ["files", "file changes"],
] as const;

/** When a child was last seen to do something, of each kind, for a person: `last output 12 min before, no file changes`. Times in ms. */
export function signsOfLife(activity: ProcessActivity, at: number): string {
  return kinds
    .map(([kind, words]) => {
      const seen = activity[kind];
      return seen === null ? `no ${words}` : `last ${words} ${ageOf(Math.max(0, at - seen))} before`;
    })
    .join(", ");
}

const ageOf = (ms: number): string => (ms < 120_000 ? `${Math.round(ms / 1_000)} s` : `${Math.round(ms / 60_000)} min`);
