import { placePath } from "../../paths/repository-path.ts";
import { readGitCall } from "../git/git-call.ts";
import { readOptions, valuesOf } from "../options.ts";
import type { Place } from "./shell-command.ts";
import { isTold, programName, type ShellWord } from "./shell-word.ts";

/** Places that a command may leave behind, by how it ended. An empty list: nothing runs after it. */
export interface PlacesAfter {
  readonly success: readonly Place[];
  readonly failure: readonly Place[];
}

const keyOf = ({ folder, branch }: Place): string =>
  `${folder ?? ""}\n${branch.kind === "before" ? "" : `>${branch.to ?? ""}`}`;

/** All places of the lists, each once. */
export function union(first: readonly Place[], ...others: readonly (readonly Place[])[]): readonly Place[] {
  if (others.every((other) => other === first || other.length === 0)) return first;
  return [...new Map([first, ...others].flat().map((place) => [keyOf(place), place])).values()];
}

/** True when both lists hold the same places. */
export const samePlaces = (one: readonly Place[], other: readonly Place[]): boolean =>
  one === other || (one.length === other.length && union(one, other).length === one.length);

const absolute = (root: string, folder: string, path: string): string | null => {
  const placed = placePath(root, folder, path);
  switch (placed.kind) {
    case "doubtful":
      return null;
    case "outside":
      return placed.path;
    case "inside":
      return placed.path === "" ? root : `${root}/${placed.path}`;
  }
};

/** The folder that a word leads to from another; null where that can't be known. */
export function folderAt(root: string, folder: string | null, word: ShellWord): string | null {
  if (!isTold(word) || word.value === "" || word.value === "-") return null;
  if (folder === null && !word.value.startsWith("/")) return null;
  return absolute(root, folder ?? root, word.value);
}

const transparent = new Set(["command", "builtin", "noglob", "nocorrect"]);

/** Where a command leads that changes the place of those after it: folder, branch, or the end of the script. */
export function placesAfter(
  words: readonly ShellWord[],
  place: Place,
  known: { readonly root: string; readonly home: string | null },
): PlacesAfter {
  const [first, ...rest] = words;
  const same = [place];
  if (first === undefined) return { success: same, failure: same };
  const to = rest.find(({ value }) => value === "-" || !/^[-+]/.test(value));
  switch (programName(first.value)) {
    case "exit":
    case "return":
      return { success: [], failure: [] };
    case "cd":
    case "chdir":
    case "pushd": {
      const isOnStack = rest.some(({ value }) => /^[-+]\d+$/.test(value));
      const folder = isOnStack ? null : to === undefined ? known.home : folderAt(known.root, place.folder, to);
      return { success: [{ ...place, folder }], failure: same };
    }
    case "popd":
      return { success: [{ ...place, folder: null }], failure: same };
    case "git":
      return gitChange(rest, place, known.root);
    default:
      return transparent.has(first.value) ? placesAfter(rest, place, known) : { success: same, failure: same };
  }
}

/** Options of `git switch` and `git checkout` that make a branch and go to it. */
const making = ["-b", "-B", "-c", "-C", "--create", "--force-create", "--orphan"];

const gitChange = (words: readonly ShellWord[], place: Place, root: string): PlacesAfter => {
  const same = { success: [place], failure: [place] };
  const { command, args } = readGitCall(words);
  if (command?.value !== "switch" && command?.value !== "checkout") return same;
  const given = readOptions(args, {
    anywhere: true,
    values: "bBcC",
    longValues: ["--create", "--force-create", "--orphan"],
  });
  const [made] = valuesOf(given, ...making);
  const [target, ...more] = given.operands;
  const to = made ?? target;
  const namesFiles = made === undefined && (more.length > 0 || args.some(({ value }) => value === "--"));
  if (to === undefined || namesFiles) return same;
  // Elsewhere a branch that is made belongs to another repository; one that is there already may belong to a work tree of ours.
  if (made !== undefined && place.folder !== null && place.folder !== root && !place.folder.startsWith(`${root}/`))
    return same;
  const branch = { kind: "changed", to: isTold(to) && to.value !== "-" ? to.value : null } as const;
  // `checkout NAME` may mean a file as well.
  const mayBeFile = made === undefined && command.value === "checkout" && /[.]/.test(to.value);
  return { success: [{ ...place, branch }, ...(mayBeFile ? [place] : [])], failure: [place] };
};
