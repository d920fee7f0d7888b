/** What a program text for sed or awk does besides reading and printing. `file` is null where its name is worked out. */
export type TextEffect =
  | { readonly kind: "runs" }
  | { readonly kind: "writes"; readonly file: string | null }
  | { readonly kind: "unreadable" };

/** The end of a bracket expression that opens at `at`; `at` itself where it does not close. */
const endOfClass = (text: string, at: number): number => {
  const first = text[at + 1] === "^" ? at + 2 : at + 1;
  const end = text.indexOf("]", text[first] === "]" ? first + 1 : first);
  return end < 0 || text.slice(at, end).includes("\n") ? at : end;
};

/** Where a regular expression ends that begins at `from`: at the next delimiter that is neither escaped nor in brackets; -1 where none is. */
export function endOfRegex(text: string, from: number, delimiter: string): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === delimiter) return at;
    else if (text[at] === "[") at = Math.max(at, endOfClass(text, at));
  }
  return -1;
}

const devices = new Set(["/dev/stdout", "/dev/stderr"]);

/** The effect of writing to a file; none where that is the screen. */
export const writtenFile = (file: string): readonly TextEffect[] =>
  devices.has(file.trim()) ? [] : [{ kind: "writes", file: file.trim() }];
