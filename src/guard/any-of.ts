interface Candidate {
  readonly piece: string;
  readonly offset: number;
}

const pairKey = (first: number, second: number): number => ((first & 0xff) << 8) | (second & 0xff);

/**
 * A test for "holds any of these pieces" that looks at one pair of letters every few letters, so that its cost hardly grows
 * with the number of pieces. Pieces of fewer than two letters are left out.
 */
export function anyOf(pieces: readonly string[]): (text: string) => boolean {
  const wanted = [...new Set(pieces)].filter((piece) => piece.length >= 2);
  if (wanted.length === 0) return () => false;
  const stride = Math.min(...wanted.map((piece) => piece.length)) - 1;
  const candidates = new Map<number, Candidate[]>();
  const known = new Uint8Array(65_536);
  for (const piece of wanted) {
    for (let offset = 0; offset < stride; offset++) {
      const key = pairKey(piece.charCodeAt(offset), piece.charCodeAt(offset + 1));
      known[key] = 1;
      candidates.set(key, [...(candidates.get(key) ?? []), { piece, offset }]);
    }
  }
  return (text) => {
    for (let at = 0; at + 1 < text.length; at += stride) {
      const key = pairKey(text.charCodeAt(at), text.charCodeAt(at + 1));
      if (
        known[key] === 1 &&
        candidates.get(key)?.some(({ piece, offset }) => text.startsWith(piece, at - offset)) === true
      )
        return true;
    }
    return false;
  };
}
