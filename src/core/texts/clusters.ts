const picture = "\\p{Extended_Pictographic}(?:\\ufe0f|\\p{Emoji_Modifier})?";

/**
 * The pattern of a well-formed emoji of one letter or more, for regular expressions with `u`: a picture with its form or skin,
 * joined to others or not; a flag; a key. (`\p{RGI_Emoji}` is more exact, and costs milliseconds and megabytes.)
 */
export const emojiPattern: string = `${picture}(?:\\u200d${picture})*|\\p{Regional_Indicator}{2}|[0-9#*]\\ufe0f?\\u20e3`;

// A letter with its marks, or an emoji: what must not be cut in two. Intl.Segmenter knows more, and costs 1.6 MB.
const cluster = new RegExp(`(?:${emojiPattern}|.)[\\p{M}\\p{Cf}\\u1160-\\u11ff]*`, "gsu");

/** The characters of a text as people see them, one match each. */
export const clustersOf = (text: string): Iterable<RegExpExecArray> => text.matchAll(cluster);

/** The text, of at most so many UTF-16 units, with `…` for what was cut; never through the middle of a character. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  let kept = "";
  for (const [letters] of clustersOf(text)) {
    if (kept.length + letters.length > length - 1) break;
    kept += letters;
  }
  return `${kept.trimEnd()}…`;
}
