/** Where a path leads: inside the repository (relative, `/` between, "" for the root itself), outside of it, or nowhere that can be trusted. */
export type PlacedPath =
  | { readonly kind: "inside"; readonly path: string }
  | { readonly kind: "outside"; readonly path: string }
  | { readonly kind: "doubtful"; readonly why: string };

// C0, DEL and C1 controls: no file that a task is about has them in its name.
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f-\u009f]/;

/** Characters that take no room on the screen, or turn its direction: two names that differ by them look alike. */
export const invisible: RegExp = new RegExp(
  [
    "\\u00ad|\\u034f|\\u061c|[\\u115f\\u1160]|[\\u17b4\\u17b5]|[\\u180b-\\u180f]|[\\u200b-\\u200f]|[\\u202a-\\u202e]|[\\u2060-\\u206f]",
    "\\u3164|[\\ufe00-\\ufe0f]|\\ufeff|\\uffa0|[\\ufff9-\\ufffb]|[\\u{e0000}-\\u{e0fff}]",
  ].join("|"),
  "u",
);
const invisibleAll = new RegExp(invisible.source, "gu");

/** Letters of other scripts that are drawn as the Latin letter on the right. NFKC does not know them. */
const lookAlikes: Readonly<Record<string, string>> = {
  а: "a",
  с: "c",
  ԁ: "d",
  е: "e",
  ԍ: "g",
  һ: "h",
  і: "i",
  ј: "j",
  к: "k",
  ӏ: "l",
  м: "m",
  о: "o",
  р: "p",
  ԛ: "q",
  г: "r",
  ѕ: "s",
  т: "t",
  υ: "u",
  ѵ: "v",
  ԝ: "w",
  х: "x",
  у: "y",
  α: "a",
  ϲ: "c",
  ε: "e",
  ι: "i",
  κ: "k",
  ν: "v",
  ο: "o",
  ρ: "p",
  τ: "t",
  χ: "x",
  γ: "y",
  ı: "i",
  ɡ: "g",
  ɑ: "a",
  ⅼ: "l",
  ꓸ: ".",
  "܂": ".",
  "٠": ".",
  "。": ".",
  "։": ":",
};

const joinSegments = (text: string): string | null => {
  const kept: string[] = [];
  for (const segment of text.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") kept.push(segment);
    else if (kept.pop() === undefined) return null;
  }
  return kept.join("/");
};

const withDrive = /^[a-z]:/i;
const isAbsolute = (path: string): boolean => path.startsWith("/") || withDrive.test(path);

const normalAbsolute = (path: string): string | null => {
  const drive = withDrive.exec(path)?.[0].toUpperCase() ?? "";
  const rest = joinSegments(path.slice(drive.length));
  return rest === null ? null : `${drive}/${rest}`;
};

/**
 * Places `path` as a program with working folder `cwd` would find it. Lexical only: a caller that can look at the disk
 * places the resolved path as well. `root` and `cwd` are absolute.
 */
export function placePath(root: string, cwd: string, path: string): PlacedPath {
  if (path === "") return { kind: "doubtful", why: "the path is empty" };
  if (control.test(path)) return { kind: "doubtful", why: "the path holds a control character" };
  if (path.length > 4096) return { kind: "doubtful", why: "the path is longer than any file system takes" };
  const home = normalAbsolute(root);
  const absolute = normalAbsolute(isAbsolute(path) ? path : `${cwd}/${path}`);
  if (home === null || absolute === null) return { kind: "outside", path: "/" };
  if (absolute === home) return { kind: "inside", path: "" };
  const before = home === "/" ? "/" : `${home}/`;
  return absolute.startsWith(before)
    ? { kind: "inside", path: absolute.slice(before.length) }
    : { kind: "outside", path: absolute };
}

/** True when a path, taken from the root of the repository where it is relative, stays inside of it. */
export const insideRepository = (root: string, path: string): boolean => placePath(root, root, path).kind === "inside";

/**
 * A segment as the most careless file system, and the most careless reader, would take it: case, composition, invisible
 * characters, look-alike letters, trailing dots and spaces, and stream names make no difference.
 */
export function foldSegment(segment: string): string {
  if (/^[a-z0-9_.-]*[a-z0-9_-]$/.test(segment)) return segment.startsWith("git~") ? ".git" : segment;
  const plain = segment.normalize("NFKC").toLowerCase().replace(invisibleAll, "").trim();
  const latin = Array.from(plain, (letter) => lookAlikes[letter] ?? letter).join("");
  const bare = latin.replace(/:.*$/, "").replace(/[. ]+$/, "");
  return /^git~\d+$/.test(bare) ? ".git" : bare;
}
