import { displayWidth } from "../text/display-width.ts";
import type { Line } from "./line.ts";

const signs: Readonly<Record<string, string>> = { "✓": "+", "✗": "x", "▸": ">", "·": "-", "…": "~" };

/** The line for a terminal that shows only ASCII: our own signs by plain ones, other characters by `?`, the width kept. */
export const asciiLine = (line: Line): Line =>
  line.map((piece) => ({
    ...piece,
    text: piece.text.replaceAll(/[^\u0020-\u007e]/gu, (letter) => signs[letter] ?? "?".repeat(displayWidth(letter))),
  }));

/** True where the environment says that the terminal can't show more than ASCII: a C locale, another charset, the bare console. */
export function showsOnlyAscii(env: Readonly<Record<string, string | undefined>>): boolean {
  const locale = [env["LC_ALL"], env["LC_CTYPE"], env["LANG"]].find((value) => value !== undefined && value !== "");
  if (env["TERM"] === "linux") return true;
  return (
    locale !== undefined &&
    (locale === "C" || locale === "POSIX" || (locale.includes(".") && !/\.utf-?8/i.test(locale)))
  );
}
