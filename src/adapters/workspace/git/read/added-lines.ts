/** A line that one tree has and the other had not. `line` counts from 1 in the newer file. */
export interface AddedLine {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** Arguments for a patch that people and agents read, the same whatever git is set to; renamed files are compared with what they were. */
export const diffArgs = [
  "-c",
  "core.quotePath=false",
  "diff-tree",
  "-r",
  "-p",
  "-M",
  "--no-color",
  "--no-ext-diff",
  "--no-textconv",
  "--ignore-submodules=all",
  "--src-prefix=a/",
  "--dst-prefix=b/",
] as const;

/** Arguments for a patch that `readAddedLines` understands: no context, no deleted files. */
export const patchArgs = [...diffArgs, "--unified=0", "--diff-filter=d"] as const;

/** Reads the added lines of a patch without context, at most `limit`. A patch that is cut off gives what is whole. */
export function readAddedLines(patch: string, limit: number): readonly AddedLine[] {
  const added: AddedLine[] = [];
  let path = "";
  // Inside a hunk lines are counted, since an added line may itself look like a header.
  let gone = 0;
  let come = 0;
  let line = 0;
  for (const text of linesOf(patch)) {
    if (added.length >= limit) break;
    if (gone > 0 && text.startsWith("-")) gone -= 1;
    else if (come > 0 && text.startsWith("+")) {
      added.push({ path, line, text: text.slice(1) });
      come -= 1;
      line += 1;
    } else if (text.startsWith("+++ ")) path = newName(text.slice(4));
    else {
      const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(text);
      if (hunk === null) continue;
      gone = Number(hunk[1] ?? 1);
      line = Number(hunk[2]);
      come = Number(hunk[3] ?? 1);
    }
  }
  return added;
}

function* linesOf(text: string): Iterable<string> {
  for (let start = 0; start < text.length;) {
    const end = text.indexOf("\n", start);
    if (end === -1) return;
    yield text.slice(start, end);
    start = end + 1;
  }
}

function newName(name: string): string {
  // git ends a name that holds a space with a tab, and puts unusual ones in quotes.
  const bare = name.endsWith("\t") ? name.slice(0, -1) : name;
  return (bare.startsWith('"') ? unquote(bare) : bare).slice("b/".length);
}

const escapes: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  t: "\t",
  n: "\n",
  v: "\v",
  f: "\f",
  r: "\r",
  '"': '"',
  "\\": "\\",
};

function unquote(quoted: string): string {
  return quoted
    .slice(1, -1)
    .replaceAll(/\\(?:([0-7]{3})|(.))/g, (_, octal: string | undefined, letter: string | undefined) =>
      octal === undefined ? (escapes[letter ?? ""] ?? "") : String.fromCharCode(Number.parseInt(octal, 8)),
    );
}
