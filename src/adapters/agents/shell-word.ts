/** One word for a POSIX shell. Only for files and settings that hold a shell command by their own definition; Ralph itself starts argv. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
