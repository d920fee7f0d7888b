/** A sentence of the table of settings as help has it beside an option: small at its start, no full stop, parts by semicolons. */
export const helpWords = (about: string): string =>
  about
    .replace(/\.$/, "")
    .replaceAll(/\. (?=[\p{L}])/gu, "; ")
    .replaceAll(/(^|; )(\p{Lu})(?!\p{Lu})/gu, (_, before: string, letter: string) => before + letter.toLowerCase());
