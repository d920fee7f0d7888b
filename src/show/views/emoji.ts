const picture = "\\p{Extended_Pictographic}(?:\\ufe0f|\\p{Emoji_Modifier})?";

/**
 * The pattern of a well-formed emoji of one letter or more, for regular expressions with `u`: a picture with its form or skin,
 * joined to others or not; a flag; a key. (`\p{RGI_Emoji}` is more exact, and costs milliseconds and megabytes.)
 */
export const emojiPattern: string = `${picture}(?:\\u200d${picture})*|\\p{Regional_Indicator}{2}|[0-9#*]\\ufe0f?\\u20e3`;
