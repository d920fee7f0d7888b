import type { Usage } from "../../core/outcome.ts";

/** Nothing used: what sums begin with, never what stands for "unknown". */
export const noUsage: Usage = { in: 0, out: 0, cachedRead: 0, cachedWrite: 0 };

/** Both together, bucket by bucket. */
export const addUsage = (left: Usage, right: Usage): Usage => ({
  in: left.in + right.in,
  out: left.out + right.out,
  cachedRead: left.cachedRead + right.cachedRead,
  cachedWrite: left.cachedWrite + right.cachedWrite,
});

/** What a counter over a whole session has grown by since `before`. One that stands lower began anew: it counts as it is. */
export function sinceUsage(total: Usage, before: Usage | null): Usage {
  if (before === null) return total;
  const grown = {
    in: total.in - before.in,
    out: total.out - before.out,
    cachedRead: total.cachedRead - before.cachedRead,
    cachedWrite: total.cachedWrite - before.cachedWrite,
  };
  return Object.values(grown).some((tokens) => tokens < 0) ? total : grown;
}
