import { foldSegment, invisible } from "../paths/repository-path.ts";
import { finding, type Findings, shown } from "./finding.ts";
import type { ShellWord } from "./reading/shell-word.ts";

const codePoint = (letter: string): string =>
  `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

const invisibleAll = new RegExp(invisible.source, "gu");
/** What joins or colours pictures is part of them. */
const inPictures =
  /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|[#*\d])(?:\ufe0f|\u200d\p{Extended_Pictographic}|\u20e3|\p{Emoji_Modifier})*/gu;
/** Blanks that shells take for letters. */
const oddBlank = /[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/u;
// oxlint-disable-next-line no-control-regex
const ascii = /^[\u0000-\u007f]*$/;
const quotedPart = /'[^']*'|"(?:[^"\\]|\\[\s\S])*"/g;

/** Letters of a token that are drawn like Latin ones, where it has real Latin letters as well. */
const lookAlikesIn = (text: string): readonly string[] =>
  (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
    .filter((token) => !ascii.test(token) && /[a-z]/i.test(token))
    .flatMap((token) => Array.from(token).filter((letter) => !ascii.test(letter) && isLookAlike(letter)));

const isLookAlike = (letter: string): boolean =>
  (/^[a-z0-9.:]$/.test(foldSegment(letter)) && !/^\p{Script=Latin}$/u.test(letter)) ||
  /[\uff01-\uff5e\u{1d400}-\u{1d7ff}]/u.test(letter);

const listed = (letters: readonly string[]): string => [...new Set(letters)].slice(0, 5).map(codePoint).join(", ");

function* judgeWord(word: ShellWord, isProgram: boolean): Findings {
  const { value, text } = word;
  if (ascii.test(value) && ascii.test(text)) {
    if (/\r/.test(text.replaceAll(quotedPart, "")))
      yield finding("hidden-characters", `${shown(text)} holds the invisible character U+000D.`);
    return;
  }
  const hidden: string[] = value.replaceAll(inPictures, "").match(invisibleAll) ?? [];
  const blank = oddBlank.exec(isProgram ? value : text.replaceAll(quotedPart, ""))?.[0];
  if (blank !== undefined) hidden.push(blank);
  if (hidden.length > 0)
    yield finding("hidden-characters", `${shown(text)} holds invisible characters: ${listed(hidden)}.`);
  const alike = isProgram
    ? Array.from(value).filter((letter) => !ascii.test(letter) && isLookAlike(letter))
    : lookAlikesIn(value);
  if (alike.length > 0)
    yield finding(
      "hidden-characters",
      `${shown(text)} holds letters that only look like Latin ones: ${listed(alike)}.`,
    );
}

/** What speaks against the letters of a command's words: some can't be seen, or look like others. */
export function* judgeCharacters(words: readonly ShellWord[]): Findings {
  for (const [index, word] of words.entries()) yield* judgeWord(word, index === 0);
}
