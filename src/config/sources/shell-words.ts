const pieces = /'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([ \t\n]+)|([^ \t\n'"\\]+)/gy;

/** Splits a command line into words as a shell does (blanks, quotes, backslashes); nothing is expanded. Null: a quote is left open. */
export function shellWords(line: string): readonly string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let end = 0;
  for (const [piece, single, double, escaped, blank, bare] of line.matchAll(pieces)) {
    end += piece.length;
    if (escaped === "\n") continue;
    if (blank === undefined) {
      word = (word ?? "") + (single ?? double?.replaceAll(/\\\n|\\(["\\$`])/g, "$1") ?? escaped ?? bare ?? "");
    } else {
      if (word !== null) words.push(word);
      word = null;
    }
  }
  if (end < line.length) return null;
  return word === null ? words : [...words, word];
}
