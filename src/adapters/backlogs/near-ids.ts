const mostShown = 3;

/** The ids most like a mistyped one, at most three: another case, one within the other, or a few letters apart. */
export function nearIds<Id extends string>(wanted: string, known: readonly Id[]): readonly Id[] {
  const low = wanted.toLowerCase();
  const near = known.flatMap((id) => {
    const distance = farness(low, id.toLowerCase());
    return distance <= Math.max(1, Math.floor(low.length / 3)) ? { id, distance } : [];
  });
  return near
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, mostShown)
    .map(({ id }) => id);
}

function farness(a: string, b: string): number {
  if (a === b) return 0;
  if (Math.abs(a.length - b.length) > 3) return Infinity;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of Array.from(a).entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++)
      next.push(Math.min((row[j] ?? 0) + (b[j] === letter ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    row = next;
  }
  return row[b.length] ?? Infinity;
}
