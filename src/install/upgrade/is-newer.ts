const numbersOf = (version: string): readonly number[] =>
  (/^v?(\d+(?:\.\d+)*)/.exec(version)?.[1] ?? "0").split(".").map(Number);

/** True where version `a` comes after `b`, by their numbers alone. */
export function isNewer(a: string, b: string): boolean {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
