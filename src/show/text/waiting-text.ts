import type { WaitReason } from "../../core/step.ts";
import { momentText, spanText } from "./time-text.ts";

const words: Record<WaitReason, { readonly until: string; readonly openEnd: string }> = {
  usage_limit: { until: "usage limit resets at", openEnd: "usage limit reached" },
  overload: {
    until: "provider overloaded or unreachable; tries again at",
    openEnd: "provider overloaded or unreachable",
  },
  calls_per_hour: { until: "as many calls as an hour allows; goes on at", openEnd: "as many calls as an hour allows" },
  cooldown: { until: "circuit breaker is open; tries again at", openEnd: "circuit breaker is open" },
  merges: {
    until: "a pull request is not merged yet; waits at the latest until",
    openEnd: "a pull request is not merged yet",
  },
  pause: { until: "paused until", openEnd: "paused; `ralph resume` goes on" },
};

const isReason = (why: string): why is WaitReason => Object.hasOwn(words, why);

/** What a run stands still for, and how long yet: `usage limit resets at 14:05 (in 12 min 03 s)`. */
export function waitingText(
  { why, until }: { readonly why: string; readonly until: number | null },
  now: number,
): string {
  const form = isReason(why) ? words[why] : { until: `${why} until`, openEnd: why };
  if (until === null) return form.openEnd;
  return `${form.until} ${momentText(until, now)} (${until > now ? `in ${spanText(until - now)}` : "now"})`;
}
