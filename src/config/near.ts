/** Edits (insert, delete, replace, swap of neighbours) between two words; counting stops above `most`. */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? 0) + 1 : most + 1;
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced, swapped));
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? most + 1;
}

/** The known word that was most likely meant: at most a third of the letters differ, case aside. Null: none is near. */
export function nearest(word: string, known: Iterable<string>): string | null {
  const wanted = word.toLowerCase();
  let best: string | null = null;
  let least = Math.min(4, Math.max(1, Math.floor(wanted.length / 3))) + 1;
  for (const candidate of known) {
    const edits = distance(wanted, candidate.toLowerCase(), least - 1);
    if (edits < least) {
      best = candidate;
      least = edits;
    }
  }
  return best;
}
