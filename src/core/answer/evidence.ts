/** Something that a text names as proof: a commit, or a place in a file. */
export type Evidence =
  | { readonly kind: "commit"; readonly sha: string }
  | { readonly kind: "place"; readonly path: string; readonly line: number };

const commit = /(?<![\w./-])[0-9a-f]{7,40}(?![\w./-]*[:/]\w)(?![\w-])/g;
const place = /(?<![\w./-])((?:[\w@.+-]+\/)*[\w@.+-]*\.\w+|(?:[\w@.+-]+\/)+[\w@.+-]+):(\d{1,7})(?!\d)/g;

/** Evidence as it stands in a text, in its own words, each once: commits of 7 to 40 hex digits, and `path:line`. */
export function evidenceIn(text: string): readonly string[] {
  const places = [...text.matchAll(place)].map((match) => match[0]);
  const commits = [...text.matchAll(commit)]
    .map((match) => match[0])
    .filter((word) => /\d/.test(word) && /[a-f]/.test(word));
  return [...new Set([...commits, ...places])];
}

/** What one word of evidence names. */
export function evidenceOf(word: string): Evidence {
  const cut = word.lastIndexOf(":");
  return cut < 0
    ? { kind: "commit", sha: word }
    : { kind: "place", path: word.slice(0, cut), line: Number(word.slice(cut + 1)) };
}
