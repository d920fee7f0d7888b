/**
 * What nobody sees, or what turns a line around or hides words in it, as the inside of a character class for expressions with `u`. Pictures
 * and scripts need none of them.
 */
export const hiddenLetters: string =
  "\\u00AD\\u061C\\u180E\\u200B\\u200E\\u200F\\u202A-\\u202E\\u2060-\\u2064\\u2066-\\u2069\\uFEFF\\u{E0000}-\\u{E007F}";
