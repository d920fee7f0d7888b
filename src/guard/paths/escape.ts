import { invisible } from "./repository-path.ts";

const codePoint = (letter: string): string =>
  `⟨U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`;

// Lone surrogates can't be written as UTF-8 and are shown as well.
const hidden = new RegExp(`${invisible.source}|[\\u2028\\u2029]|\\p{Cs}`, "gu");
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
// oxlint-disable-next-line no-control-regex
const colour = /\u001b\[[0-9;:]*m/g;
// oxlint-disable-next-line no-control-regex
const needsCare = /[^\u0009\u000a\u0020-\u007e]/;

/** The text with every character that the eye can't see written out as ⟨U+200B⟩: hidden, direction-turning, tag and lone surrogate. */
export const showHidden = (text: string): string => (needsCare.test(text) ? text.replace(hidden, codePoint) : text);

/**
 * Text of unknown origin made fit for a terminal: colours are dropped, every other control character is shown as
 * ⟨U+001B⟩, hidden ones too. Tabs and line breaks stay; CRLF becomes a line feed.
 */
export const terminalSafe = (text: string): string =>
  needsCare.test(text)
    ? showHidden(text.replaceAll("\r\n", "\n").replace(colour, "").replace(controls, codePoint))
    : text;

/** As `terminalSafe`, on one line: for paths, titles and ids. Line breaks and tabs become one space. */
export const terminalLine = (text: string): string => terminalSafe(text).replace(/[\t\n]+/g, " ");

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
};

/** Text of unknown origin made fit for HTML content and quoted attributes; hidden characters are shown. */
export const htmlSafe = (text: string): string =>
  terminalSafe(text).replace(/[&<>"'`]/g, (letter) => entities[letter] ?? "");
