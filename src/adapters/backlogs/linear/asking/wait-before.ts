/** How a wait is found: from an answer's headers, by the clock of whoever sent them. */
export interface Heard {
  readonly status: number;
  readonly header: (name: string) => string | null;
  /** True where the answer says that a limit is met. */
  readonly isLimited: boolean;
}

const firstMs = 1_000;
const longestMs = 60_000;

/**
 * The wait before the next try, ms: what the answer asks for, else twice as long from try to try, up to a minute. `chance` is from 0
 * to 1 and spreads those who wait for the same. Times that the answer names are its sender's: only what lies between them counts, so
 * that a clock that is wrong on either side changes nothing.
 */
export function waitBefore(
  attempt: number,
  heard: Heard | null,
  { now, chance }: { readonly now: number; readonly chance: number },
): number {
  const asked = heard === null ? null : askedFor(heard, now);
  if (asked !== null) return asked + Math.round(chance * firstMs);
  const backoff = Math.min(firstMs * 2 ** attempt, longestMs);
  return Math.round(backoff * (0.5 + chance / 2));
}

/** What an answer asks us to wait, ms; null where it asks for nothing. */
function askedFor({ header, isLimited }: Heard, now: number): number | null {
  const after = header("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(after)) return Number(after) * 1_000;
  const sent = Date.parse(header("date") ?? "");
  const sentAt = Number.isNaN(sent) ? now : sent;
  const named = Date.parse(after);
  if (!Number.isNaN(named)) return Math.max(0, named - sentAt);
  if (!isLimited) return null;
  const resets = limits
    .filter((name) => Number(header(`x-ratelimit-${name}-remaining`) ?? Number.NaN) <= 0)
    .map((name) => Number(header(`x-ratelimit-${name}-reset`) ?? Number.NaN))
    .filter((at) => Number.isFinite(at) && at > 0);
  if (resets.length === 0) return null;
  return Math.max(firstMs, Math.max(...resets) - sentAt);
}

const limits = ["requests", "complexity", "endpoint-requests"] as const;

/** True where trying again may help: a limit, or a server that is not well. */
export const isPassing = ({ status, isLimited }: Heard): boolean => isLimited || status === 408 || status >= 500;
