/** Where kept work trees stand: refs/ralph/wip/<task>/<attempt>. */
export const wipRoot = "refs/ralph/wip/";

/** The folder of a task's kept trees. Any task id gives a valid name, and it can be read back. */
export function wipFolder(task: string): string {
  return `${wipRoot}${encode(task)}/`;
}

/** The task and the attempt that a ref names, or null for a ref that is not ours. */
export function readWipRef(ref: string): { readonly task: string; readonly attempt: string } | null {
  const match = /^refs\/ralph\/wip\/([^/]+)\/(\d+)$/.exec(ref);
  if (match?.[1] === undefined || match[2] === undefined) return null;
  return { task: decode(match[1]), attempt: match[2] };
}

const encoder = new TextEncoder();

/** Percent-encodes what a ref may not hold or what some file system folds; a dot is kept only between other characters. */
function encode(task: string): string {
  const bytes = [...encoder.encode(task)];
  const text = bytes.map((byte) => (plain(byte) ? String.fromCharCode(byte) : percent(byte))).join("");
  return text
    .replaceAll(/^\.|\.(?=\.)|\.$/g, "%2E")
    .replace(/\.lock$/, "%2Elock")
    .replace(/^-/, "%2D");
}

const plain = (byte: number): boolean => /[A-Za-z0-9._-]/.test(String.fromCharCode(byte)) && byte < 128;
const percent = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
