import { clustersOf } from "../../core/texts/clusters.ts";

// Ranges of characters that take two columns (East Asian wide and full-width), first and last, ascending. Emoji are known by
// their property; where a block is wide as a whole, its unassigned places are taken in.
const wideRanges: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2329, 0x232a],
  [0x2e80, 0x303e],
  [0x3041, 0xa4c6],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6b],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18dff],
  [0x1aff0, 0x1b2ff],
  [0x1d300, 0x1d376],
  [0x1f200, 0x1f265],
  [0x20000, 0x3fffd],
];

// Latin, and the signs that our own screens draw: a column each.
const isPlain = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2713\u2717\u25b8]*$/;
const takesNoRoom = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}\u1160-\u11ff]$/u;
const isWideEmoji =
  /^(?:\p{Emoji_Presentation}|\p{Emoji}\ufe0f|\p{Extended_Pictographic}(?:\u200d|\p{Emoji_Modifier}))/u;

/** How many columns of a terminal a text takes: none for combining marks, two for CJK and emoji, also for joined ones (F220). */
export function displayWidth(text: string): number {
  if (isPlain.test(text)) return text.length;
  let width = 0;
  for (const [letters] of clustersOf(text)) width += clusterWidth(letters);
  return width;
}

/** The text cut to at most so many columns, with `…` for what was cut; never through the middle of a character. */
export function fit(text: string, columns: number): string {
  if (columns <= 0) return "";
  // No character takes less than a column but marks, which hang on one that does: so much of a long text is enough to look at.
  const head = text.length > columns * 40 ? text.slice(0, columns * 40) : text;
  if (head === text && displayWidth(text) <= columns) return text;
  let kept = "";
  let width = 0;
  for (const [letters] of clustersOf(head)) {
    const next = width + clusterWidth(letters);
    if (next > columns - 1) break;
    kept += letters;
    width = next;
  }
  return `${kept.trimEnd()}…`;
}

/** The text with spaces after it up to so many columns; a wider one stays as it is. */
export const padded = (text: string, columns: number): string =>
  text + " ".repeat(Math.max(0, columns - displayWidth(text)));

/** The text in lines of at most so many columns, parted at blanks; a word that is wider stays whole, so that it can be copied. */
export function wrapped(text: string, columns: number): readonly string[] {
  const [first = "", ...words] = text.split(" ");
  const lines: string[] = [];
  let line = first;
  for (const word of words) {
    const longer = `${line} ${word}`;
    if (displayWidth(longer) <= columns) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

function clusterWidth(letters: string): number {
  if (isPlain.test(letters)) return letters.length;
  if (isWideEmoji.test(letters)) return 2;
  let width = 0;
  for (const letter of letters) width += letterWidth(letter);
  return width;
}

function letterWidth(letter: string): number {
  if (takesNoRoom.test(letter)) return 0;
  const code = letter.codePointAt(0) ?? 0;
  return wideRanges.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
}
