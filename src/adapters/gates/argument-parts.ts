/** So long the names of one start may be together: every system takes that (F112). */
const mostChars = 16_000;

/** File names in as few parts as fit behind a command, in order; none for no files. */
export function argumentParts(files: readonly string[]): readonly (readonly string[])[] {
  const made: string[][] = [];
  let room = 0;
  for (const file of files) {
    if (room < file.length + 1) {
      made.push([]);
      room = mostChars;
    }
    made.at(-1)?.push(file);
    room -= file.length + 1;
  }
  return made;
}
